import { beforeAll, describe, expect, test } from 'vitest'
import { testAlmanac, type TestAlmanac } from '../../support/harness.ts'
import {
  faults,
  localServer,
  testSource,
  type LocalServer,
  type ServerAnswer,
  type ServerRequest,
} from '../../support/sources.ts'
import { sql } from '../../../src/store/postgres/index.ts'
import type { Sources } from '../../../src/sources/index.ts'

const signal = new AbortController().signal
const valid = { json: { found: true, answer: { status: 'valid', reasons: ['mailbox_accepted'] } } }
const hangs: ServerAnswer = () => {}

/** What each server answers now; tests change it. */
const answers: Record<string, (request: ServerRequest) => ServerAnswer> = {}
const servers: Record<string, LocalServer> = {}
let service: TestAlmanac
let sources: Sources

beforeAll(async () => {
  for (const name of ['one', 'two', 'three'])
    servers[name] = await localServer((request) => answers[name]?.(request) ?? { status: 404 })
  const entry = (name: string, more: object = {}) => ({
    source: 'test-source',
    name,
    settings: {
      url: servers[name]?.url,
      key: `key of ${name}`,
    },
    ...more,
  })
  service = await testAlmanac({
    sources: {
      kinds: [testSource],
      entries: [
        entry('one', { timeoutMs: 1_000 }),
        entry('two', { cost: { perCall: 5, perFound: 0 } }),
        entry('three', { capabilities: ['email.verify'], cacheDays: { found: 2, notFound: 0 } }),
      ],
    },
  })
  sources = service.almanac.sources
})

let number = 0
/** A question nobody asked before. */
const fresh = () => ({ email: `person${++number}@acme.example` })

const calls = (name: string) => servers[name]?.requests.length ?? 0
const set = (given: Record<string, ServerAnswer>) => {
  // Whatever a test left open is over.
  service.clock.advance(86_400_000)
  for (const name of ['one', 'two', 'three']) answers[name] = () => given[name] ?? { status: 404 }
}
/** Ends what an earlier test opened: an answer closes the circuit. */
const mend = async () => {
  set({ one: valid, two: valid, three: valid })
  for (const name of ['one', 'two', 'three'])
    await sources.ask('email.verify', fresh(), { signal, only: [name] })
}

describe('in sequence', () => {
  test('asks in the order of the file until somebody knows, and says how each fared', async () => {
    set({ two: valid })
    const { answers: found, attempts } = await sources.ask('email.verify', fresh(), { signal })
    expect(found).toEqual([
      {
        source: 'two',
        observedAt: new Date(service.clock.now()).toISOString(),
        confidence: 1,
        answer: {
          status: 'valid',
          reasons: ['mailbox_accepted'],
          isCatchAll: null,
          isDisposable: null,
          isRole: null,
          isFree: null,
        },
      },
    ])
    const capability = 'email.verify'
    expect(attempts).toEqual([
      { source: 'one', capability, ms: expect.any(Number), outcome: 'not_found', found: false, cost: 1 },
      { source: 'two', capability, ms: expect.any(Number), outcome: 'found', found: true, cost: 5 },
    ])
    expect(calls('three')).toBe(0)
  })

  test('goes on while it is not enough, and leaves out what was found', async () => {
    set({ one: { json: { found: true, answer: { emails: [{ email: 'a@acme.example' }] } } } })
    const question = {
      name: 'Ada',
      firstName: null,
      lastName: null,
      slug: `ada-${++number}`,
      profileUrl: null,
      country: null,
      employer: null,
      wanted: ['work_email' as const, 'phone' as const],
    }
    const outcome = await sources.ask('contacts.find', question, {
      signal,
      isEnough: (found) => found.some(({ answer }) => answer.phones.length > 0),
      narrow: (asked) => ({
        ...asked,
        wanted: ['phone'],
      }),
    })
    expect(outcome.answers).toMatchObject([{ source: 'one', answer: { emails: [{ isInferred: false }] } }])
    expect(outcome.attempts.map(({ source, outcome }) => [source, outcome])).toEqual([
      ['one', 'found'],
      ['two', 'not_found'],
    ])
    expect(servers['two']?.requests.at(-1)?.body).toMatchObject({ wanted: ['phone'] })
  })

  test('a source is not asked for what it is not set up for', async () => {
    expect(sources.names('email.verify')).toEqual(['one', 'two', 'three'])
    expect(sources.names('contacts.find')).toEqual(['one', 'two'])
  })

  test('what is about somebody else is logged as that, paid to the source, not kept, and the next is asked', async () => {
    const other: ServerAnswer = { json: { found: true, answer: { status: 'invalid' } } }
    set({ one: other, two: valid })
    const question = fresh()
    const refuses = ({ status }: { status: string }) => (status === 'valid' ? undefined : 'of another')
    const outcome = await sources.ask('email.verify', question, { signal, refuses })
    expect(outcome.answers.map(({ source }) => source)).toEqual(['two'])
    expect(outcome.attempts).toMatchObject([
      { source: 'one', outcome: 'mismatch', found: false, cost: 3 },
      { source: 'two', outcome: 'found' },
    ])
    const kept = await sources.ask('email.verify', question, { signal, cachedOnly: true })
    expect(kept.answers.map(({ source }) => source)).toEqual(['two'])
    // However often it happens, the source stays open to others.
    for (const _time of [1, 2, 3, 4, 5, 6])
      await sources.ask('email.verify', fresh(), { signal, refuses, only: ['one'] })
    set({ one: valid })
    expect((await sources.ask('email.verify', fresh(), { signal, refuses })).answers).toHaveLength(1)
  })

  test('mode all asks everybody', async () => {
    set({ one: valid, two: valid, three: valid })
    const { answers: found } = await sources.ask('email.verify', fresh(), { signal, mode: 'all' })
    expect(found.map(({ source }) => source)).toEqual(['one', 'two', 'three'])
  })

  test('what is found with nothing in it is not found', async () => {
    set({ one: { json: { found: true, answer: { emails: [], phones: [] } } } })
    const question = {
      name: null,
      firstName: null,
      lastName: null,
      slug: 'empty',
      profileUrl: null,
      country: null,
      employer: null,
      wanted: ['phone' as const],
    }
    const { attempts } = await sources.ask('contacts.find', question, { signal, only: ['one'] })
    expect(attempts).toMatchObject([{ outcome: 'not_found', cost: 1 }])
  })
})

describe('whatever a source does, the next one is asked and the log says so', () => {
  test.each(Object.entries(faults))('%s', async (_name, { outcome, answer }) => {
    await mend()
    set({ one: answer, two: valid })
    const asked = await sources.ask('email.verify', fresh(), { signal })
    expect(asked.attempts.map(({ source, outcome }) => [source, outcome])).toEqual([
      ['one', outcome],
      ['two', 'found'],
    ])
    expect(asked.attempts[0]).toMatchObject({ found: false, cost: 0 })
    expect(asked.answers).toHaveLength(1)
  })

  test('a source that asked to wait is left alone for that long', async () => {
    await mend()
    set({ one: { status: 429, headers: { 'retry-after': '7' } } })
    const ask = async () => {
      const { attempts } = await sources.ask('email.verify', fresh(), { signal, only: ['one'] })
      return attempts[0]?.outcome
    }
    expect(await ask()).toBe('rate_limited')
    answers['one'] = () => valid
    const before = calls('one')
    service.clock.advance(6_999)
    expect(await ask()).toBe('rate_limited')
    expect(calls('one')).toBe(before)
    service.clock.advance(1)
    expect(await ask()).toBe('found')
  })

  test('a source that fails again and again is not called, then tried once', async () => {
    await mend()
    set({ one: { status: 500 } })
    const ask = async () => {
      const { attempts } = await sources.ask('email.verify', fresh(), { signal, only: ['one'] })
      return attempts[0]?.outcome
    }
    for (let turn = 0; turn < 5; turn++) expect(await ask()).toBe('failed')
    const before = calls('one')
    expect([await ask(), await ask()]).toEqual(['circuit_open', 'circuit_open'])
    expect(calls('one')).toBe(before)
    service.clock.advance(30_000)
    answers['one'] = () => valid
    expect([await ask(), await ask()]).toEqual(['found', 'found'])
  })
})

describe('in a race', () => {
  test('all are asked at once, the first that is enough wins, the rest are aborted', async () => {
    await mend()
    set({ one: { status: 500 }, two: hangs, three: valid })
    const asked = await sources.ask('email.verify', fresh(), { signal, mode: 'race' })
    expect(asked.answers.map(({ source }) => source)).toEqual(['three'])
    const outcomes = Object.fromEntries(asked.attempts.map(({ source, outcome }) => [source, outcome]))
    expect(outcomes['three']).toBe('found')
    // Not asked yet, on a busy machine: it waited for its turn.
    expect(['aborted', 'rate_limited']).toContain(outcomes['two'])
    expect(['failed', 'aborted', 'rate_limited']).toContain(outcomes['one'])
  })

  test('an aborted call is no failure of the source', async () => {
    await mend()
    set({ two: hangs, three: valid })
    for (let turn = 0; turn < 8; turn++) await sources.ask('email.verify', fresh(), { signal, mode: 'race' })
    answers['two'] = () => valid
    const { attempts } = await sources.ask('email.verify', fresh(), { signal, only: ['two'] })
    expect(attempts).toMatchObject([{ outcome: 'found' }])
  })
})

describe('time', () => {
  test('what has not answered within the time for all is a time-out, and no failure of the source', async () => {
    await mend()
    set({ two: hangs, three: valid })
    const { answers: found, attempts } = await sources.ask('email.verify', fresh(), {
      signal,
      withinMs: 60,
      only: ['two', 'three'],
    })
    expect(found).toEqual([])
    expect(attempts).toMatchObject([{ source: 'two', outcome: 'timeout' }])
  })

  test("the caller's signal ends everything", async () => {
    set({ two: hangs })
    const controller = new AbortController()
    const asking = sources.ask('email.verify', fresh(), { signal: controller.signal, only: ['two'] })
    controller.abort(new Error('gone'))
    await expect(asking).rejects.toThrow('gone')
  })
})

describe('the cache', () => {
  test('the same question is asked once, for as long as the answer is kept', async () => {
    await mend()
    set({ three: { json: { ...valid.json, observedAt: '2026-01-02', confidence: 0.4 } } })
    const question = fresh()
    const ask = (more = {}) => sources.ask('email.verify', question, { signal, only: ['three'], ...more })
    const first = await ask()
    const before = calls('three')
    const again = await ask()
    expect(calls('three')).toBe(before)
    expect(again.answers).toEqual(first.answers)
    expect(again.answers[0]).toMatchObject({ observedAt: '2026-01-02T00:00:00.000Z', confidence: 0.4 })
    expect(again.attempts).toEqual([
      { source: 'three', capability: 'email.verify', ms: 0, outcome: 'cached', found: true, cost: 0 },
    ])
    expect((await ask({ cachedOnly: true })).answers).toEqual(first.answers)
    expect((await ask({ maxAgeMs: 0 })).attempts).toMatchObject([{ outcome: 'found' }])
    service.clock.advance(2 * 86_400_000)
    expect((await ask({ cachedOnly: true })).attempts).toEqual([])
    expect((await ask()).attempts).toMatchObject([{ outcome: 'found' }])
  })

  test('what nobody knew is remembered too, unless set otherwise', async () => {
    await mend()
    set({})
    const question = fresh()
    for (const outcomes of [
      ['not_found', 'not_found', 'not_found'],
      ['cached', 'cached', 'not_found'],
    ]) {
      const { attempts } = await sources.ask('email.verify', question, { signal })
      expect(attempts.map(({ outcome }) => outcome)).toEqual(outcomes)
    }
  })

  test('an answer of which a line could not be read is kept as short as one that found nothing', async () => {
    await mend()
    const emails = [{ email: 'a@acme.example' }, { email: 7 }, { email: 'c@acme.example' }]
    set({ one: { json: { found: true, answer: { emails } } } })
    const question = {
      name: 'Odd Line',
      firstName: null,
      lastName: null,
      slug: 'odd-line',
      profileUrl: null,
      country: null,
      employer: null,
      wanted: ['work_email' as const],
    }
    const ask = () => sources.ask('contacts.find', question, { signal, only: ['one'] })
    for (const outcome of ['found', 'cached']) {
      const { answers: found, attempts } = await ask()
      expect(attempts).toMatchObject([{ outcome, found: true }])
      expect(found).toMatchObject([{ leftOut: 1, answer: { emails: [emails[0], emails[2]] } }])
    }
    service.clock.advance(86_400_001)
    expect((await ask()).attempts).toMatchObject([{ outcome: 'found' }])
  })

  test('a number that nothing can have is unknown in a live answer, as it is in an import', async () => {
    await mend()
    const record = { li_follower_count: 1.5, employee_count_consensus: { gte: -7, lte: -7 } }
    set({ one: { json: { found: true, answer: { record: { ...record, num_exits: 2 } } } } })
    const question = {
      slug: 'quarrow',
      orgId: null,
      url: null,
      domain: null,
      name: null,
      historicalHeadcount: false,
    }
    const { answers: found } = await sources.ask('company.live', question, { signal, only: ['one'] })
    const unknown = { li_follower_count: null, employee_count_consensus: null }
    expect(found).toMatchObject([{ answer: { record: { num_exits: 2, ...unknown } } }])
  })

  test('failures are not remembered', async () => {
    await mend()
    set({ one: { status: 500 } })
    const question = fresh()
    await sources.ask('email.verify', question, { signal, only: ['one'] })
    answers['one'] = () => valid
    const { attempts } = await sources.ask('email.verify', question, { signal, only: ['one'] })
    expect(attempts).toMatchObject([{ outcome: 'found' }])
  })

  test('neither question nor answer can be read in the store, and what has expired is removed', async () => {
    await mend()
    set({ one: { json: { found: true, answer: { emails: [{ email: 'secret@acme.example' }] } } } })
    const question = {
      name: 'Zoe Readable',
      firstName: null,
      lastName: null,
      slug: 'zoe-readable',
      profileUrl: null,
      country: null,
      employer: null,
      wanted: ['work_email' as const],
    }
    await sources.ask('contacts.find', question, { signal })
    const [row] = await service.db.query<{ rows: string; text: string }>(sql`
      SELECT count(*)::text AS rows, string_agg(encode(key, 'escape') || encode(answer, 'escape'), '') AS text
      FROM source_answers`)
    expect(Number(row?.rows)).toBeGreaterThan(1)
    expect(row?.text).not.toMatch(/zoe|readable|secret|acme/i)
    expect(await sources.purge(service.clock.now() + 40 * 86_400_000)).toBeGreaterThan(1)
    expect(await sources.purge(service.clock.now() + 40 * 86_400_000)).toBe(0)
  })
})

test('each source is called once by a probe, with its key, whatever is cached or failed', async () => {
  await mend()
  set({ one: { status: 401 }, two: valid })
  const probed = await sources.probe(signal)
  expect(probed.map(({ source, outcome, reason }) => [source, outcome, reason])).toEqual([
    ['one', 'failed', 'HTTP 401'],
    ['two', 'found', ''],
    ['three', 'not_found', ''],
  ])
  expect(servers['two']?.requests.at(-1)).toMatchObject({
    headers: { authorization: 'key of two' },
    body: { email: 'probe@acme.example' },
  })
})
