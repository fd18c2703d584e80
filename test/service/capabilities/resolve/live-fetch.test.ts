import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifies } from '../../../conformance/verifies.ts'
import { testAlmanac, type TestAlmanac } from '../../../support/harness.ts'
import { aSandboxKey } from '../../../support/platform.ts'
import {
  localServer,
  testSource,
  type LocalServer,
  type ServerAnswer,
  type ServerRequest,
} from '../../../support/sources.ts'

let service: TestAlmanac
let server: LocalServer
let answer: (request: ServerRequest) => ServerAnswer

const found = (record: object): ServerAnswer => ({ json: { found: true, answer: { record } } })
const position = (title: string) => ({
  pnet_company_id: '5001',
  company_name: 'Acme Robotics',
  title,
  is_current: true,
  start_date: '2020-01-01',
})

beforeAll(async () => {
  server = await localServer((request) => answer(request))
  const settings = { url: server.url }
  const entry = {
    source: 'test-source',
    capabilities: ['person.live', 'company.live'],
    timeoutMs: 2_000,
    settings,
  }
  service = await testAlmanac({ sandbox: true, sources: { kinds: [testSource], entries: [entry] } })
  const { writer } = service.almanac
  const options = { source: 'test', observedAt: new Date(service.clock.now() - 86_400_000) }
  const people = ['ada', 'ben', 'cleo'].map((slug, line) => ({
    line,
    record: {
      primary_slug: slug,
      name: `${slug} Lindqvist`,
      headline: 'Known',
      experiences: [position('Engineer')],
    },
  }))
  await writer.write('people', people, options)
  const company = {
    li_org_id: '5001',
    pnet_primary_slug: 'acme',
    preferred_name: 'Acme Robotics',
    domains: ['acme.example'],
  }
  await writer.write('companies', [{ line: 1, record: company }], options)
})

beforeEach(() => {
  service.clock.advance(86_400_000)
  server.requests.length = 0
  answer = () => ({ status: 404 })
})

async function ask(path: string, body: object, key?: string) {
  const rawKey = key ?? (await service.org()).rawKey
  return service.send(`POST /v1/kitchen-sink/${path}`, { key: rawKey, body })
}
const bySlug = (value: string) => ({ profileIdentifier: { identifier: 'pnetSlug', value } })

describe('liveFetch of people', () => {
  test('answers what the source says now, charges for it and keeps the state before in the history', async () => {
    verifies('person-lookup.live-fetch.effect', 'person-lookup.live-fetch.price')
    answer = () =>
      found({ primary_slug: 'ada', headline: 'New headline', experiences: [position('Director')] })
    const { body } = await ask('person', { ...bySlug('ada'), liveFetch: true })
    expect(body.output.data).toMatchObject([{ name: 'ada Lindqvist', headline: 'New headline' }])
    expect(body.output.data[0].experiences[0].title).toBe('Director')
    expect(body.output.matches).toMatchObject([{ live: true }])
    expect(body.chargeInfo.creditsCharged).toBe(4)
    expect(body.warnings).toBeUndefined()
    expect(server.requests[0]).toMatchObject({
      path: '/person.live',
      body: { slug: 'ada', name: 'ada Lindqvist' },
    })
    const later = await ask('person', bySlug('ada'))
    expect(later.body.output.data).toMatchObject([{ headline: 'New headline' }])
    expect(later.body.chargeInfo.creditsCharged).toBe(2)
    const { snapshots, history, search } = service.almanac
    const [known] = await search.lookup('people', {
      tokens: ['slug:ada'],
      perToken: 1,
      snapshot: await snapshots.newest('people'),
    })
    const states = await history.read('people', [known!.id], await snapshots.newest('people'))
    expect(JSON.stringify([...states.values()])).toContain('Known')
  })

  test('asks anew every time', async () => {
    answer = () => found({ primary_slug: 'ben', headline: 'One' })
    await ask('person', { ...bySlug('ben'), liveFetch: true })
    answer = () => found({ primary_slug: 'ben', headline: 'Two' })
    const { body } = await ask('person', { ...bySlug('ben'), liveFetch: true })
    expect(body.output.data[0].headline).toBe('Two')
    expect(server.requests).toHaveLength(2)
  })

  test('a person the corpus does not know is fetched by the identifier', async () => {
    answer = ({ body }) => found({ name: 'Uma Newly', primary_slug: body.slug })
    const { body } = await ask('person', { ...bySlug('uma-newly'), liveFetch: true })
    expect(body.output).toMatchObject({ data: [{ name: 'Uma Newly' }], matches: [{ live: true }] })
    expect(body.chargeInfo.creditsCharged).toBe(4)
  })

  test('a page that goes by another slug now is still who was meant', async () => {
    answer = () => found({ primary_slug: 'cleo-renamed', slugs: ['cleo'], headline: 'Renamed' })
    const { body } = await ask('person', { ...bySlug('cleo'), liveFetch: true })
    expect(body.output).toMatchObject({ data: [{ headline: 'Renamed' }], matches: [{ live: true }] })
  })

  test.each<[string, ServerAnswer, string]>([
    ['does not know them', { status: 404 }, 'No live source had it'],
    ['is down', { status: 503 }, 'could not be read'],
    ['answers garbage', { text: 'nonsense' }, 'could not be read'],
  ])(
    'where the source %s, the corpus answers with a warning, and the fetch is free',
    async (_name, given, why) => {
      verifies('person-lookup.live-fetch.effect')
      answer = () => given
      const { body } = await ask('person', { ...bySlug('ada'), liveFetch: true })
      expect(body.output).toMatchObject({ data: [{ name: 'ada Lindqvist' }], matches: [{ live: false }] })
      expect(body.warnings).toMatchObject([{ field: 'liveFetch', message: expect.stringContaining(why) }])
      expect(body.chargeInfo.creditsCharged).toBe(2)
    },
  )

  test('an answer about somebody else is refused: both records stay as they are, and the fetch is free', async () => {
    await service.almanac.writer.write(
      'people',
      [{ line: 1, record: { primary_slug: 'dora', name: 'Dora Lindqvist', headline: 'Known' } }],
      { source: 'test', observedAt: new Date(service.clock.now() - 86_400_000) },
    )
    for (const record of [
      { primary_slug: 'ben', headline: 'Stolen' },
      { primary_slug: 'zed', headline: 'Stolen' },
      { name: 'Zed Nobody', headline: 'Stolen' },
    ]) {
      answer = () => found(record)
      const { body } = await ask('person', { ...bySlug('dora'), liveFetch: true })
      expect(body.output).toMatchObject({
        data: [{ primary_slug: 'dora', headline: 'Known' }],
        matches: [{ live: false }],
      })
      expect(body.warnings).toMatchObject([{ field: 'liveFetch' }])
      expect(body.chargeInfo.creditsCharged).toBe(2)
    }
    const ben = await ask('person', bySlug('ben'))
    expect(ben.body.output.data[0]).toMatchObject({ primary_slug: 'ben', name: 'ben Lindqvist' })
    expect(ben.body.output.data[0].headline).not.toBe('Stolen')
    expect((await ask('person', bySlug('zed'))).body.output.data).toEqual([])
  })

  test('nobody meant and nothing to ask by: free, and no source is asked', async () => {
    const { body } = await ask('person', { personName: { value: 'Nobody Atall' }, liveFetch: true })
    expect(body.output.data).toEqual([])
    expect(body.chargeInfo.method).toBe('free')
    expect(server.requests).toEqual([])
  })

  test('in bulk each item is fetched, and charged where it was live', async () => {
    answer = ({ body }) =>
      body.slug === 'ben' ? { status: 404 } : found({ primary_slug: body.slug, headline: 'Bulk' })
    const { body } = await ask('bulk/profile', { profiles: [bySlug('ada'), bySlug('ben')], liveFetch: true })
    expect(body.output.matches).toMatchObject([[{ live: true }], [{ live: false }]])
    expect(body.output.data[0][0].headline).toBe('Bulk')
    expect(body.warnings).toMatchObject([{ field: 'profiles[1].liveFetch' }])
    expect(body.chargeInfo.creditsCharged).toBe(6)
  })

  test('sandbox keys fetch nothing', async () => {
    const { rawKey } = await aSandboxKey(service.almanac, (await service.org()).organizationId)
    const { body } = await ask('person', { ...bySlug('ada'), liveFetch: true }, rawKey)
    expect(body.warnings).toMatchObject([{ field: 'liveFetch' }])
    expect(server.requests).toEqual([])
  })
})

describe('liveFetch of companies', () => {
  test('answers what the source says now, found by domain', async () => {
    answer = () => found({ li_org_id: '5001', li_headline: 'We build robots' })
    const { body } = await ask('company', { companyDomain: { value: 'acme.example' }, liveFetch: true })
    expect(body.output).toMatchObject({
      data: [{ li_headline: 'We build robots' }],
      matches: [{ live: true }],
    })
    expect(body.chargeInfo.creditsCharged).toBe(4)
    expect(server.requests[0]?.body).toMatchObject({ slug: 'acme', orgId: '5001', domain: 'acme.example' })
  })

  test('a company the corpus does not know is fetched by its domain', async () => {
    answer = ({ body }) => found({ preferred_name: 'Newly Founded', domains: [body.domain] })
    const { body } = await ask('company', { companyDomain: { value: 'newly.example' }, liveFetch: true })
    expect(body.output).toMatchObject({
      data: [{ preferred_name: 'Newly Founded' }],
      matches: [{ live: true }],
    })
  })

  test('an answer about another company is refused', async () => {
    answer = () => found({ li_org_id: '6001', pnet_primary_slug: 'globex', li_headline: 'Stolen' })
    const { body } = await ask('company', { companyDomain: { value: 'acme.example' }, liveFetch: true })
    expect(body.output).toMatchObject({ data: [{ li_org_id: '5001' }], matches: [{ live: false }] })
    expect(body.chargeInfo.creditsCharged).toBe(2)
    expect(JSON.stringify(body.output)).not.toContain('Stolen')
  })

  test('in bulk each item is fetched', async () => {
    answer = () => found({ li_org_id: '5001', li_headline: 'Bulk' })
    const companies = [
      { companyDomain: { value: 'acme.example' } },
      { companyDomain: { value: 'none.example' } },
    ]
    answer = ({ body }) =>
      body.domain === 'acme.example' ? found({ li_org_id: '5001', li_headline: 'Bulk' }) : { status: 404 }
    const { body } = await ask('bulk/company', { companies, liveFetch: true })
    expect(body.output.matches).toMatchObject([[{ live: true }], []])
    expect(body.chargeInfo.creditsCharged).toBe(4)
  })
})

describe('includeProvenance', () => {
  const day = (offset: number) => new Date(service.clock.now() + offset * 86_400_000)
  const write = (record: object, offset: number, source: string) =>
    service.almanac.writer.write('people', [{ line: 1, record }], { source, observedAt: day(offset) })

  test('says of each member who said it, when, when it was last said again, and how surely', async () => {
    const person = { primary_slug: 'drahomira-nemec', name: 'Drahomira Nemec', headline: 'Chemist' }
    await write({ ...person, confidence: 0.7 }, -400, 'register')
    await write({ primary_slug: 'drahomira-nemec', follower_count: 12 }, -100, 'network')
    // Says nothing new: no version, but the headline is as true as ten days ago.
    const again = await write({ primary_slug: 'drahomira-nemec', headline: 'Chemist' }, -10, 'network')
    expect(again).toMatchObject({ unchanged: 1, changed: 0 })
    const { body } = await ask('person', { ...bySlug('drahomira-nemec'), includeProvenance: true })
    const [told] = body.output.provenance
    expect(told.path).toBe('data[0]')
    expect(told.members).toMatchObject({
      name: { source: 'register', observedAt: day(-400).toISOString(), confidence: 0.7 },
      headline: { observedAt: day(-400).toISOString(), verifiedAt: day(-10).toISOString() },
      follower_count: { source: 'network', verifiedAt: day(-100).toISOString(), confidence: 1 },
      // Worked out from the name, and as old as it.
      last_name: { source: 'register', observedAt: day(-400).toISOString() },
    })
    expect(told.members).not.toHaveProperty('summary')
    expect(body.chargeInfo.creditsCharged).toBe(2)
  })

  test('is told of searches as of look-ups, a record an entry, and of none that does not ask', async () => {
    await write({ primary_slug: 'emil', name: 'Emil Nemec', skills: ['etching'] }, -1, 'register')
    const { rawKey } = await service.org()
    const search = { key: rawKey, body: { searchParams: { keywords: { containsAll: ['etching'] } } } }
    const plain = await service.send('POST /v1/people-search', search)
    expect(plain.body.output.data).toHaveLength(1)
    expect(plain.body.output).not.toHaveProperty('provenance')
    const told = await service.send('POST /v1/people-search', {
      ...search,
      body: { ...search.body, includeProvenance: true },
    })
    expect(told.body.output.provenance).toMatchObject([
      { path: 'data[0]', members: { skills: { source: 'register' } } },
    ])
    expect(told.body.chargeInfo).toEqual(plain.body.chargeInfo)
  })

  test('a file observed later with the older value does not lose to one in between', async () => {
    await write({ primary_slug: 'fay', name: 'Fay Nemec', headline: 'Welder' }, -50, 'register')
    await write({ primary_slug: 'fay', headline: 'Welder' }, -10, 'register')
    await write({ primary_slug: 'fay', headline: 'Painter' }, -30, 'register')
    const { body } = await ask('person', bySlug('fay'))
    expect(body.output.data[0].headline).toBe('Welder')
  })
})

describe('maxAgeDays', () => {
  const old = { primary_slug: 'gil', name: 'Gil Nemec', headline: 'Baker', experiences: [position('Baker')] }
  const writeOld = (slug: string) =>
    service.almanac.writer.write(
      'people',
      [{ line: 1, record: { ...old, primary_slug: slug, slugs: [slug] } }],
      { source: 'register', observedAt: new Date(service.clock.now() - 200 * 86_400_000) },
    )

  test('fetches what is older from a live source, and charges that as a live fetch', async () => {
    await writeOld('gil')
    answer = () => found({ primary_slug: 'gil', headline: 'Miller', experiences: [position('Miller')] })
    const { body } = await ask('person', { ...bySlug('gil'), maxAgeDays: 30 })
    expect(body.output.data[0]).toMatchObject({ name: 'Gil Nemec', headline: 'Miller' })
    expect(body.chargeInfo.creditsCharged).toBe(4)
    expect(server.requests).toHaveLength(1)
    // Fresh now: nobody is asked, and nothing is charged for it.
    const again = await ask('person', { ...bySlug('gil'), maxAgeDays: 30 })
    expect(again.body.output.data[0].headline).toBe('Miller')
    expect(again.body.chargeInfo.creditsCharged).toBe(2)
    expect(server.requests).toHaveLength(1)
  })

  test('leaves out what stays older, names it, and keeps who it is', async () => {
    await writeOld('hugo')
    const { body } = await ask('person', { ...bySlug('hugo'), maxAgeDays: 30, includeProvenance: true })
    expect(body.output.data[0]).toMatchObject({
      primary_slug: 'hugo',
      name: 'Gil Nemec',
      headline: null,
      experiences: [],
      current_job: null,
    })
    expect(body.output.leftOut).toEqual([
      { path: 'data[0]', members: expect.arrayContaining(['headline', 'experiences', 'current_job']) },
    ])
    expect(body.advice.join(' ')).toContain('left out of 1 of 1 records')
    expect(body.output.provenance[0].members).not.toHaveProperty('headline')
    expect(body.chargeInfo.creditsCharged).toBe(2)
  })

  test('is taken by look-ups without a live fetch and refused below a day', async () => {
    await writeOld('ines')
    const { rawKey: key } = await service.org()
    const people = [{ identifier: 'pnetSlug', value: 'ines' }]
    const send = (maxAgeDays: number) =>
      service.send('POST /v1/person-resolve', { key, body: { people, maxAgeDays } })
    const { body } = await send(30)
    expect(body.output.data[0].person).toMatchObject({ name: 'Gil Nemec', headline: null })
    expect(body.output.leftOut).toMatchObject([{ path: 'data[0].person' }])
    const young = await send(365)
    expect(young.body.output.data[0].person.headline).toBe('Baker')
    expect(young.body.output.leftOut).toEqual([])
    const refused = await send(0)
    expect(refused.status).toBe(400)
    expect(refused.body.issues).toMatchObject([{ path: 'maxAgeDays' }])
  })
})
