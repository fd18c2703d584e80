import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifies } from '../../../conformance/verifies.ts'
import { aSandboxKey } from '../../../support/platform.ts'
import {
  faults,
  localServer,
  testSource,
  type LocalServer,
  type ServerAnswer,
  type ServerRequest,
} from '../../../support/sources.ts'
import { emailSubjectTokens } from '../../../../src/corpus/write/index.ts'
import { revealing, type Revealing, type testPeople } from '../../../worlds/contacts.ts'

type Handler = (request: ServerRequest) => ServerAnswer

/** What each source answers now. */
const handlers: Record<string, Handler> = {}
const servers: Record<string, LocalServer> = {}
let service: Revealing

const found = (answer: object, more: object = {}): ServerAnswer => ({
  json: { found: true, answer, ...more },
})
const none: ServerAnswer = { status: 404 }
const asked = (name: string) => servers[name]?.requests ?? []
const workOnly = { getPersonalEmails: false, getPhoneNumbers: false }

beforeAll(async () => {
  for (const name of ['first', 'second', 'verifier', 'network'])
    servers[name] = await localServer((request) => handlers[name]?.(request) ?? none)
  const entry = (name: string, capabilities: string[], timeoutMs = 30_000) => ({
    source: 'test-source',
    name,
    capabilities,
    timeoutMs,
    settings: { url: servers[name]?.url },
  })
  service = await revealing({
    sandbox: true,
    // Maintenance asks the verifier too, whenever its time comes.
    settings: { ALMANAC_ROLES: 'api,worker' },
    sources: {
      kinds: [testSource],
      entries: [
        // Hangs in some tests; the others answer on a full machine too.
        entry('first', ['contacts.find'], 2_000),
        entry('second', ['contacts.find']),
        entry('verifier', ['email.verify']),
        entry('network', ['person.live']),
      ],
    },
  })
})

beforeEach(() => {
  for (const name of Object.keys(servers)) {
    handlers[name] = () => none
    asked(name).length = 0
  }
  // Whatever an earlier test made a source wait for is over.
  service.clock.advance(86_400_000)
})

let number = 0
/** A person of Acme whom nobody has asked about, with what the corpus has of them. */
async function newcomer(contacts: Partial<(typeof testPeople)[number]> = {}): Promise<string> {
  const slug = `newcomer-${++number}`
  const employer = {
    pnet_company_id: '3001',
    company_name: 'Acme Robotics',
    title: 'Engineer',
    is_current: true,
  }
  const record = {
    primary_slug: slug,
    name: 'Nia Newcomer',
    first_name: 'Nia',
    last_name: 'Newcomer',
    experiences: [employer],
    ...contacts,
    inferred_location: { country_code: 'DEU' },
  }
  const observedAt = new Date(service.clock.now())
  await service.almanac.writer.write('people', [{ line: 1, record }], { source: 'test', observedAt })
  return slug
}

describe('standard', () => {
  test('asks sources in order for what is missing, and charges what they find', async () => {
    const org = await service.org()
    const pnetUrl = await newcomer()
    handlers['first'] = () => found({ emails: [{ email: 'Nia@Acme.example', type: 'work' }] })
    handlers['second'] = () =>
      found({ phones: [{ number: '01512 3456789' }] }, { confidence: 0.7, observedAt: '2026-01-02' })
    const types = { getPersonalEmails: false }
    const { body } = await service.ask(org, 'single', {
      pnetUrl,
      enrichmentType: types,
      includeAttempts: true,
    })
    expect(body.output.profile).toMatchObject({
      emails: [
        { email: 'nia@acme.example', type: 'work', status: 'unknown', source: 'first', confidence: 1 },
      ],
      phoneNumbers: [
        {
          number: '+4915123456789',
          type: 'mobile',
          source: 'second',
          observedAt: '2026-01-02T00:00:00.000Z',
          confidence: 0.7,
        },
      ],
    })
    expect(body.chargeInfo.creditsCharged).toBe(5)
    const attempts = body.output.profile.attempts.map((each: Record<string, unknown>) => [
      each['source'],
      each['capability'],
      each['outcome'],
      each['found'],
    ])
    expect(attempts).toEqual([
      ['corpus', 'contacts.find', 'not_found', false],
      ['verifier', 'email.verify', 'not_found', false],
      ['first', 'contacts.find', 'found', true],
      ['second', 'contacts.find', 'found', true],
    ])
    expect(JSON.stringify(body)).not.toContain('"cost"')
    expect(asked('first')[0]?.body).toEqual({
      name: 'Nia Newcomer',
      firstName: 'Nia',
      lastName: 'Newcomer',
      slug: pnetUrl,
      country: 'DEU',
      profileUrl: `https://www.pnet.example/in/${pnetUrl}`,
      employer: {
        name: 'Acme Robotics',
        domains: ['acme.example', 'acme-robots.example'],
        slug: 'acme-robotics',
      },
      wanted: ['work_email', 'phone'],
    })
    expect(asked('second')[0]?.body.wanted).toEqual(['phone'])
  })

  test('what was found is in the corpus: the next reveal needs no source and says where it came from', async () => {
    const pnetUrl = await newcomer()
    handlers['first'] = () => found({ emails: [{ email: 'nia.b@acme.example', probability: 0.8 }] })
    const first = await service.ask(await service.org(), 'single', { pnetUrl, enrichmentType: workOnly })
    expect(first.body.output.profile.emails).toEqual([
      { email: 'nia.b@acme.example', type: 'work', status: 'unknown' },
    ])
    handlers['first'] = () => ({ status: 500 })
    const calls = asked('first').length
    const other = await service.org()
    const request = { pnetUrl, enrichmentType: workOnly, includeAttempts: true }
    const { body } = await service.ask(other, 'single', request)
    expect(asked('first')).toHaveLength(calls)
    expect(body.output.profile.emails).toEqual([
      {
        email: 'nia.b@acme.example',
        type: 'work',
        status: 'unknown',
        source: 'first',
        confidence: 0.8,
        observedAt: expect.any(String),
      },
    ])
    expect(body.output.profile.attempts[0]).toMatchObject({ source: 'corpus', outcome: 'found', found: true })
    expect(await service.captured(other)).toBe(2_000)
    const reverse = await service.send('POST /v1/email-to-person/single', {
      key: other.rawKey,
      body: { email: 'nia.b@acme.example' },
    })
    expect(reverse.body.output.data).toMatchObject([{ primary_slug: pnetUrl }])
  })

  test('asks nobody where the corpus has everything', async () => {
    const { body } = await service.ask(await service.org(), 'single', {
      pnetUrl: 'ada-all',
      validateEmails: false,
    })
    expect(body.output.profile.emails).toHaveLength(2)
    expect([...asked('first'), ...asked('verifier'), ...asked('network')]).toEqual([])
  })

  test.each(Object.entries(faults))(
    'a source that %s costs nothing, and the next one is asked',
    async (_name, { answer }) => {
      const org = await service.org()
      const pnetUrl = await newcomer()
      handlers['first'] = () => answer
      handlers['second'] = () => found({ emails: [{ email: `nia.${number}@acme.example` }] })
      const request = { pnetUrl, enrichmentType: workOnly, validateEmails: false }
      const { body } = await service.ask(org, 'single', request)
      expect(body.output.profile.emails).toHaveLength(1)
      expect(await service.captured(org)).toBe(2_000)
    },
  )

  test('nobody finds anything: free', async () => {
    const org = await service.org()
    handlers['first'] = () => ({ status: 500 })
    const { body } = await service.ask(org, 'single', { pnetUrl: await newcomer() })
    expect(body.output.profile).toMatchObject({ success: true, emails: [], phoneNumbers: [] })
    expect(body.chargeInfo.method).toBe('free')
    expect(await service.captured(org)).toBe(0)
  })

  test('an address at another company is shown apart and free', async () => {
    const org = await service.org()
    handlers['first'] = () => found({ emails: [{ email: 'nia@former.example', type: 'work' }] })
    const { body } = await service.ask(org, 'single', { pnetUrl: await newcomer(), enrichmentType: workOnly })
    expect(body.output.profile).toMatchObject({ emails: [], unmatchedWorkEmails: ['nia@former.example'] })
    expect(await service.captured(org)).toBe(0)
  })
})

describe('checking of addresses', () => {
  const verdicts: Record<string, string> = {}
  const verify: Handler = ({ body }) => found({ status: verdicts[body.email] ?? 'unknown' })

  test('an address that does not work leaves its kind missing, is told so and is not charged', async () => {
    const org = await service.org()
    const pnetUrl = await newcomer({ emails: [{ email: 'old@acme.example', type: 'work' }] })
    handlers['verifier'] = verify
    verdicts['old@acme.example'] = 'invalid'
    const request = { pnetUrl, enrichmentType: workOnly }
    const nothing = await service.ask(org, 'single', request)
    expect(nothing.body.output.profile.emails).toEqual([
      { email: 'old@acme.example', type: 'work', status: 'invalid' },
    ])
    expect(nothing.body.chargeInfo.method).toBe('free')
    // What nobody knew yesterday is asked again.
    service.clock.advance(86_400_000)
    handlers['first'] = () =>
      found({ emails: [{ email: 'bad@acme.example' }, { email: 'new@acme.example' }] })
    verdicts['bad@acme.example'] = 'invalid'
    verdicts['new@acme.example'] = 'valid'
    const { body } = await service.ask(org, 'single', request)
    expect(body.output.profile.emails).toEqual([
      { email: 'new@acme.example', type: 'work', status: 'valid' },
      { email: 'old@acme.example', type: 'work', status: 'invalid' },
    ])
    expect(body.chargeInfo.creditsCharged).toBe(2)
  })

  test('validateEmails false checks nothing', async () => {
    const pnetUrl = await newcomer({ emails: [{ email: 'kept@acme.example', type: 'work' }] })
    const request = { pnetUrl, enrichmentType: workOnly, validateEmails: false }
    const { body } = await service.ask(await service.org(), 'single', request)
    expect(body.output.profile.emails).toMatchObject([{ status: 'unknown' }])
    expect(asked('verifier')).toEqual([])
  })

  test('a guess is kept only when it works, and is not enough before', async () => {
    const org = await service.org()
    const pnetUrl = await newcomer()
    handlers['verifier'] = verify
    handlers['first'] = () =>
      found({
        emails: [{ email: 'n.guess@acme.example', isInferred: true, status: 'risky', probability: 0.6 }],
      })
    const request = { pnetUrl, enrichmentType: workOnly }
    const { body } = await service.ask(org, 'single', request)
    expect(body.output.profile.emails).toEqual([
      { email: 'n.guess@acme.example', type: 'work', status: 'risky' },
    ])
    expect(asked('second')).toHaveLength(1)
    const kept = await service.send('POST /v1/email-to-person/single', {
      key: org.rawKey,
      body: { email: 'n.guess@acme.example' },
    })
    expect(kept.body.output.data).toEqual([])
    const another = await newcomer()
    verdicts['n.works@acme.example'] = 'valid'
    handlers['first'] = () => found({ emails: [{ email: 'n.works@acme.example', isInferred: true }] })
    const works = await service.ask(org, 'single', { pnetUrl: another, enrichmentType: workOnly })
    expect(works.body.output.profile.emails).toMatchObject([{ status: 'valid' }])
    expect(asked('second')).toHaveLength(1)
    const found2 = await service.send('POST /v1/email-to-person/single', {
      key: org.rawKey,
      body: { email: 'n.works@acme.example' },
    })
    expect(found2.body.output.data).toMatchObject([{ primary_slug: another }])
  })
})

describe('other tiers', () => {
  test('turbo asks all at once and takes the first that is enough', async () => {
    verifies('contact.turbo.tier')
    const org = await service.org()
    handlers['first'] = () => () => {}
    handlers['second'] = () => found({ emails: [{ email: `t${number}@acme.example` }] })
    const request = {
      pnetUrl: await newcomer(),
      enrichmentType: workOnly,
      validateEmails: false,
      includeAttempts: true,
    }
    const { body } = await service.ask(org, 'turbo/sync', request)
    expect(body.output.profile.attempts).toMatchObject([
      { source: 'corpus', outcome: 'not_found' },
      { source: 'first', outcome: 'aborted' },
      { source: 'second', outcome: 'found' },
    ])
    expect(body.chargeInfo.creditsCharged).toBe(3)
  })

  test('instant waits for no source, and answers what one said before', async () => {
    const org = await service.org()
    const pnetUrl = await newcomer()
    handlers['first'] = () =>
      found({ emails: [{ email: 'n.instant@acme.example', isInferred: true, status: 'risky' }] })
    const instant = () => service.ask(org, 'instant', { input: { mode: 'pnet', value: pnetUrl } })
    expect((await instant()).body.output.profile.emails).toEqual([])
    expect(asked('first')).toEqual([])
    await service.ask(org, 'single', { pnetUrl })
    const calls = asked('first').length
    expect((await instant()).body.output.profile.emails).toMatchObject([
      { emailAddress: 'n.instant@acme.example', validationStatus: 'risky' },
    ])
    expect(asked('first')).toHaveLength(calls)
  })

  test('premium phone asks every source for phones only', async () => {
    const org = await service.org()
    handlers['first'] = () => found({ phones: [{ number: '+4915123456780' }] })
    handlers['second'] = () =>
      found({ phones: [{ number: '+493012345678' }], emails: [{ email: 'x@acme.example' }] })
    const { body } = await service.ask(org, 'premium-phone/sync', { pnetUrl: await newcomer() })
    expect(body.output.phoneNumbers).toEqual([
      { number: '+4915123456780', type: 'mobile' },
      { number: '+493012345678', type: 'other' },
    ])
    expect(asked('second')[0]?.body.wanted).toEqual(['phone'])
    expect(await service.captured(org)).toBe(5_000)
  })

  test('exhaustive asks every source whatever is known, and the poll tells how each fared', async () => {
    verifies('contact.exhaustive.waterfall')
    const org = await service.org()
    handlers['first'] = () => found({ emails: [{ email: 'ada.more@acme.example', type: 'work' }] })
    handlers['second'] = () => ({ status: 500 })
    const start = await service.ask(org, 'exhaustive/start', { pnetUrl: 'ada-all', includeAttempts: true })
    await service.almanac.jobs.workNow()
    const { body } = await service.ask(org, 'exhaustive/poll', { taskId: start.body.output.taskId })
    expect(body.output.profile.emails.map(({ email }: { email: string }) => email)).toContain(
      'ada.more@acme.example',
    )
    const finders = body.output.profile.attempts.filter(
      ({ capability }: { capability: string }) => capability === 'contacts.find',
    )
    expect(finders).toMatchObject([
      { source: 'corpus', outcome: 'found' },
      { source: 'first', outcome: 'found' },
      { source: 'second', outcome: 'failed' },
    ])
    expect(await service.captured(org)).toBe(12_000)
  })

  test('a batch asks once for each person', async () => {
    const org = await service.org()
    const slugs: string[] = []
    for (let index = 0; index < 12; index++) slugs.push(await newcomer())
    handlers['first'] = ({ body }) => found({ emails: [{ email: `${body.slug}@acme.example` }] })
    handlers['verifier'] = () => found({ status: 'valid' })
    const start = await service.ask(org, 'batch/start', {
      personDetails: slugs.map((value) => ({ pnetUrl: { value } })),
      enrichmentTypes: workOnly,
    })
    await service.almanac.jobs.workNow()
    const { body } = await service.ask(org, 'batch/poll', { taskId: start.body.output.taskId })
    expect(
      body.output.pageResults.map(
        ({ outputs }: { outputs: { emails: { email: string; status: string }[] } }) => outputs.emails[0],
      ),
    ).toEqual(slugs.map((slug) => ({ email: `${slug}@acme.example`, type: 'work', status: 'valid' })))
    expect(asked('first')).toHaveLength(12)
    expect(asked('second')).toEqual([])
    expect(await service.captured(org)).toBe(24_000)
  })
})

describe('people the corpus does not know', () => {
  test('are fetched from a live source first, and stay', async () => {
    const org = await service.org()
    handlers['network'] = ({ body }) =>
      found({
        record: {
          name: 'Uma Unknown',
          primary_slug: body.slug,
          emails: [{ email: 'uma@home.example', type: 'personal' }],
        },
      })
    const { body } = await service.ask(org, 'single', { pnetUrl: 'uma-unknown' })
    expect(body.output).toMatchObject({ success: true, name: 'Uma Unknown' })
    expect(body.output.profile.emails).toMatchObject([{ email: 'uma@home.example', type: 'personal' }])
    expect(asked('network')[0]?.body).toMatchObject({ slug: 'uma-unknown', userId: null, entityUrn: null })
    handlers['network'] = () => none
    const again = await service.ask(org, 'instant', { input: { mode: 'pnet', value: 'uma-unknown' } })
    expect(again.body.output.profile.emails).toHaveLength(1)
  })

  test('stay unknown when no source has them, with what was asked', async () => {
    const org = await service.org()
    const { body } = await service.ask(org, 'single', { pnetUrl: 'nobody-at-all', includeAttempts: true })
    expect(body.output.profile).toMatchObject({
      success: false,
      status: 'failed',
      attempts: [
        {
          source: 'corpus',
          outcome: 'not_found',
        },
        {
          source: 'network',
          capability: 'person.live',
          outcome: 'not_found',
        },
      ],
    })
    expect(await service.captured(org)).toBe(0)
  })
})

test('nobody is told of a person who is suppressed by what only a source knows', async () => {
  const org = await service.org()
  const pnetUrl = await newcomer()
  const identifiers = [{ token: emailSubjectTokens('hidden@acme.example')[0]!, sort: 'email' as const }]
  await service.almanac.suppressions.add({
    reason: 'erasure',
    identifiers,
    people: 0,
    by: { actor: 'test' },
  })
  handlers['first'] = () =>
    found({ emails: [{ email: 'Hidden@acme.example' }], phones: [{ number: '+4915123456789' }] })
  const { body, text } = await service.ask(org, 'single', { pnetUrl })
  expect(body.output).toMatchObject({ success: false, name: null })
  expect(text).not.toMatch(/hidden|4915123456789|Nia/i)
  expect(await service.captured(org)).toBe(0)
})

test('sandbox keys ask no source', async () => {
  const org = await service.org()
  const { rawKey } = await aSandboxKey(service.almanac, org.organizationId)
  handlers['network'] = () => found({ record: { name: 'Never Asked', primary_slug: 'never-asked' } })
  const { body } = await service.ask({ ...org, rawKey }, 'single', { pnetUrl: 'never-asked' })
  expect(body.output.success).toBe(false)
  expect(asked('network')).toEqual([])
})
