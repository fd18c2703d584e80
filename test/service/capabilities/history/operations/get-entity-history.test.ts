import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import type { TestAlmanac } from '../../../../support/harness.ts'
import { openResolveTest } from '../../../../worlds/resolve.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = (await openResolveTest()).service
})

interface Told {
  observedAt: string
  members: { preferred_name?: string }
}

const day = (text: string) => `${text}T00:00:00.000Z`

let made = 0
/** A company of its own, as it was said to be on some days. */
async function aCompany(...said: [day: string, members: object][]): Promise<string> {
  const domain = `history-${made++}.example`
  for (const [on, members] of said) {
    const items = [{ line: 1, record: { domains: [domain], ...members } }]
    await service.almanac.writer.write('companies', items, {
      source: `file of ${on}`,
      observedAt: new Date(day(on)),
    })
  }
  return domain
}

async function history(domain: string, more: object = {}, key?: string) {
  const rawKey = key ?? (await service.org()).rawKey
  const body = { company: { identifier: 'domain', value: domain }, ...more }
  return service.send('POST /v1/entity-history', { key: rawKey, body })
}

describe('getEntityHistory', () => {
  test('says how many states there are before they are paid for, and one alone costs nothing', async () => {
    const [single, several] = [
      await aCompany(['2025-01-01', { preferred_name: 'Only' }]),
      await aCompany(['2025-01-01', { preferred_name: 'One' }], ['2025-02-01', { preferred_name: 'Two' }]),
    ]
    const counted = await history(several, { countOnly: true })
    expect(counted.body.output).toMatchObject({ found: true, states: [], stateCount: 2 })
    expect(counted.body.chargeInfo.method).toBe('free')
    const one = await history(single)
    expect(one.body.output).toMatchObject({ stateCount: 1, states: [{ changes: null }] })
    expect(one.body.chargeInfo.method).toBe('free')
    expect((await history(several)).body).toMatchObject({
      output: { stateCount: 2 },
      chargeInfo: { method: 'charged-now', creditsCharged: 2 },
    })
    // The first page of several is no single state.
    const first = await history(several, { pageSize: 1 })
    expect(first.body).toMatchObject({ output: { stateCount: null }, chargeInfo: { creditsCharged: 2 } })
  })

  test('answers each state with the day it began and what was other before, the newest first', async () => {
    verifies('op.get-entity-history')
    const domain = await aCompany(
      ['2025-01-01', { preferred_name: 'Alpha' }],
      ['2025-02-01', { preferred_name: 'Beta', websites: ['https://beta.example'] }],
      // Not tracked: the name is still as of February.
      ['2025-03-01', { alt_keywords: ['tools'] }],
      ['2025-04-01', { alt_keywords: ['toys'] }],
      ['2025-05-01', { websites: ['https://new.beta.example'] }],
    )
    const { status, body } = await history(domain)
    expect(status).toBe(200)
    const [newest, second, first] = body.output.states
    expect(body.output.states.map((each: Told) => each.observedAt.slice(0, 10))).toEqual([
      '2025-05-01',
      '2025-02-01',
      '2025-01-01',
    ])
    expect(newest).toMatchObject({
      source: 'file of 2025-05-01',
      changes: [
        {
          member: 'websites',
          previous: ['https://beta.example'],
          current: ['https://new.beta.example', 'https://beta.example'],
        },
      ],
    })
    expect(second.changes).toContainEqual({ member: 'preferred_name', previous: 'Alpha', current: 'Beta' })
    expect(second.source).toBe('file of 2025-02-01')
    expect(first).toMatchObject({ members: { preferred_name: 'Alpha' }, changes: null })
    expect(body.output).toMatchObject({ found: true, nextCursor: null, hasMore: false })
    expect(body.chargeInfo.creditsCharged).toBe(2)
  })

  test('an older file that comes late takes its place among the states', async () => {
    const domain = await aCompany(
      ['2025-03-01', { preferred_name: 'Gamma' }],
      ['2025-06-01', { phone_numbers: ['+12025550143'] }],
      ['2025-02-01', { preferred_name: 'Early' }],
    )
    const { body } = await history(domain)
    const told = body.output.states.map((each: Told) => [
      each.observedAt.slice(0, 10),
      each.members.preferred_name,
    ])
    expect(told).toEqual([
      ['2025-03-01', 'Gamma'],
      ['2025-02-01', 'Early'],
    ])
  })

  test('pages hold every state once, whatever is imported meanwhile', async () => {
    const days = Array.from({ length: 9 }, (_, index) => `2025-0${index + 1}-01`)
    const domain = await aCompany(
      ...days.map((on): [string, object] => [on, { preferred_name: `Name ${on}` }]),
    )
    const { rawKey } = await service.org()
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { body } = await history(domain, { pageSize: 4, cursor }, rawKey)
      seen.push(...body.output.states.map((each: Told) => each.observedAt.slice(0, 10)))
      cursor = body.output.nextCursor ?? undefined
      await service.almanac.writer.write(
        'companies',
        [{ line: 1, record: { domains: [domain], preferred_name: `Later ${seen.length}` } }],
        { source: 'later', observedAt: new Date(day('2025-10-01')) },
      )
    } while (cursor !== undefined)
    expect(seen).toEqual(days.toReversed())
    const wrong = await history(domain, { cursor: 'nonsense' }, rawKey)
    expect([wrong.status, wrong.body.message]).toEqual([400, expect.stringContaining('cursor is not valid')])
  })

  test('a person by slug; who is unknown is not found, and free', async () => {
    const write = (headline: string, on: string) =>
      service.almanac.writer.write(
        'people',
        [{ line: 1, record: { primary_slug: 'ada-history', name: 'Ada', headline } }],
        { source: 'x', observedAt: new Date(day(on)) },
      )
    await write('Baker', '2025-01-01')
    await write('Miller', '2025-02-01')
    const { rawKey: key } = await service.org()
    const ask = (value: string) =>
      service.send('POST /v1/entity-history', { key, body: { person: { identifier: 'pnetSlug', value } } })
    const { body } = await ask('ada-history')
    expect(body.output.states[0].changes).toContainEqual({
      member: 'headline',
      previous: 'Baker',
      current: 'Miller',
    })
    const none = await ask('nobody-of-this-name')
    expect(none.body.output).toMatchObject({ found: false, states: [] })
    expect(none.body.chargeInfo.method).toBe('free')
  })

  test('refuses both, neither, and what is no identifier', async () => {
    const { rawKey: key } = await service.org()
    const send = (body: object) => service.send('POST /v1/entity-history', { key, body })
    const company = { identifier: 'domain', value: 'acme.example' }
    const person = { identifier: 'pnetSlug', value: 'ada' }
    for (const [body, path] of [
      [{}, 'company'],
      [{ company, person }, 'company'],
      [{ company: { ...company, value: 'no domain' } }, 'company.value'],
    ] as const) {
      const { status, body: answer } = await send(body)
      expect([status, answer.issues?.[0]?.path]).toEqual([400, path])
    }
  })
})
