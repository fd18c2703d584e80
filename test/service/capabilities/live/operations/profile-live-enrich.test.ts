import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { aSandboxKey } from '../../../../support/platform.ts'
import { foundLive, knownAt, liveAt, liveWorld, type LiveTest } from '../../../../worlds/live.ts'
import { commitsOf, historyOf } from '../../../../support/records.ts'

let service: LiveTest
beforeAll(async () => {
  service = await liveWorld()
})

const path = 'profile/single'
const counted = async (headline: string) => {
  const org = await service.org()
  const searchParams = { keywords: { containsAll: [headline] } }
  const { body } = await service.send('POST /v1/people-search/count', {
    key: org.rawKey,
    body: { searchParams },
  })
  return body.output.totalProfilesFound as number
}
const history = (slug: string) => historyOf(service.db, 'people', `slug:${slug}`)

describe('profileLiveEnrich 200', () => {
  test('without a live source the corpus answers, says when it was true, and warns', async () => {
    verifies('op.profile-live-enrich', 'live.profile', 'live.never-pretended', 'price.live-fetch')
    service.live.say({})
    const org = await service.org()
    for (const identifier of ['ada-lindqvist', 'https://www.pnet.example/in/Ada-Lindqvist/', '501']) {
      const { status, body } = await service.ask(org, path, { identifier })
      expect(status).toBe(200)
      expect(body.output).toMatchObject({
        found: true,
        live: false,
        liveStatus: 'no_source',
        observedAt: knownAt,
        source: null,
        profile: {
          primary_slug: 'ada-lindqvist',
          name: 'Ada Lindqvist',
        },
      })
      expect(body.warnings).toEqual([{ field: 'live', message: expect.stringContaining('not live') }])
      expect(body.chargeInfo).toMatchObject({ method: 'charged-now', creditsCharged: 1 })
      expect(body.advice).toEqual([expect.stringContaining('peopleSearchResult')])
    }
    expect(await service.captured(org)).toBe(3_000)
  })

  test('what the source answers is written to the corpus with history, found by searches, and completed by it', async () => {
    const headline = 'Zeppelin pilot'
    service.live.say({
      'person.live': () => foundLive({ primary_slug: 'ada-lindqvist', headline, follower_count: 11 }),
    })
    expect(await counted(headline)).toBe(0)
    const org = await service.org()
    const { body } = await service.ask(org, path, { identifier: 'pnet.example/in/ada-lindqvist' })
    expect(service.live.asked).toMatchObject([
      {
        capability: 'person.live',
        question: { slug: 'ada-lindqvist', url: 'https://www.pnet.example/in/ada-lindqvist' },
      },
    ])
    expect(body.output).toMatchObject({
      found: true,
      live: true,
      liveStatus: 'live',
      observedAt: liveAt,
      source: 'wire',
      profile: {
        headline,
        follower_count: 11,
        name: 'Ada Lindqvist',
        user_id: '501',
      },
    })
    expect(body.warnings).toBeUndefined()
    expect(await service.captured(org)).toBe(2_000)
    expect(await counted(headline)).toBe(1)
    const [before, ...more] = await history('ada-lindqvist')
    expect(more).toEqual([])
    expect(JSON.parse(before?.tracked ?? '{}')).toMatchObject({ headline: 'Engineer', follower_count: 10 })
    expect(before).toMatchObject({ source: 'test', observedAt: knownAt })
    const [stored] = await service.almanac.search.lookup('people', {
      tokens: ['slug:ada-lindqvist'],
      perToken: 1,
      sealed: true,
      snapshot: await service.almanac.snapshots.newest('people'),
    })
    expect(JSON.parse(stored?.sealed ?? '{}').provenance).toContainEqual(
      expect.objectContaining({ source: 'wire', observedAt: liveAt, confidence: 0.9 }),
    )
    // The same again changes nothing, and costs again: it was asked again.
    await service.ask(org, path, { identifier: 'ada-lindqvist' })
    expect(await history('ada-lindqvist')).toHaveLength(1)
    expect(await service.captured(org)).toBe(4_000)
  })

  test('somebody new is made; a page that goes by another slug now keeps the one that was asked for', async () => {
    service.live.say({
      'person.live': ({ slug }) =>
        slug === 'nova-old'
          ? foundLive({ primary_slug: 'nova-new', slugs: ['nova-old'], name: 'Nova\0 Li' })
          : { state: 'not_found' },
    })
    const org = await service.org()
    const { body } = await service.ask(org, path, { identifier: 'nova-old' })
    expect(body.output.profile).toMatchObject({
      name: 'Nova Li',
      primary_slug: 'nova-new',
      slugs: ['nova-new', 'nova-old'],
    })
    service.live.say({})
    for (const identifier of ['nova-old', 'nova-new'])
      expect((await service.ask(org, path, { identifier })).body.output.profile.name).toBe('Nova Li')
  })

  test('a member id that the source answers is found by it', async () => {
    const urn = 'ACoAAFromSourceOfTests00001'
    service.live.say({ 'person.live': () => foundLive({ name: 'Mia Berg' }) })
    const org = await service.org()
    const first = await service.ask(org, path, { identifier: `urn:pnet:person:${urn}` })
    expect(first.body.output).toMatchObject({ live: true, profile: { name: 'Mia Berg' } })
    service.live.say({})
    expect((await service.ask(org, path, { identifier: urn })).body.output.profile.name).toBe('Mia Berg')
  })

  test('a profile that nobody has is told and free', async () => {
    const org = await service.org()
    service.live.say({ 'person.live': () => ({ state: 'not_found' }) })
    const { body } = await service.ask(org, path, { identifier: 'nobody-at-all' })
    expect(body.output).toEqual({
      found: false,
      message: expect.stringContaining('Neither'),
      live: false,
      liveStatus: 'not_found',
      observedAt: null,
      source: null,
    })
    expect(body.chargeInfo.method).toBe('free')
    expect(body.warnings).toBeUndefined()
    expect(await service.captured(org)).toBe(0)
  })

  test('a source that knows nothing leaves it to the corpus; one that cannot be read costs nothing', async () => {
    const org = await service.org()
    service.live.say({ 'person.live': () => ({ state: 'not_found' }) })
    const known = await service.ask(org, path, { identifier: 'ben-o' })
    expect(known.body.output).toMatchObject({ found: true, liveStatus: 'not_found' })
    expect(known.body.warnings[0].message).toContain('does not have it')
    expect(known.body.advice[0]).toContain('not as a live fetch')
    expect(await service.captured(org)).toBe(1_000)
    service.live.say({ 'person.live': () => ({ state: 'unavailable' }) })
    const { body } = await service.ask(org, path, { identifier: 'ben-o' })
    expect(body.output).toMatchObject({ found: true, liveStatus: 'unavailable', observedAt: knownAt })
    expect(body.chargeInfo.method).toBe('free')
    expect(body.advice).toBeUndefined()
    expect(await service.captured(org)).toBe(1_000)
  })

  test('up to ten at once, aligned, each charged when found', async () => {
    verifies('live.small-sets')
    service.live.say({
      'person.live': ({ slug }) =>
        slug?.startsWith('crew-') === true ? foundLive({ name: `Crew ${slug}` }) : { state: 'not_found' },
    })
    const org = await service.org()
    const crew = Array.from({ length: 8 }, (_, index) => `crew-${index}`)
    const identifiers = [...crew, 'nobody-at-all', 'ben-okafor']
    const { body } = await service.ask(org, path, { identifiers })
    const { results, ...first } = body.output
    expect(results.map((one: { identifier: string }) => one.identifier)).toEqual(identifiers)
    expect(results.map((one: { liveStatus: string }) => one.liveStatus)).toEqual([
      ...crew.map(() => 'live'),
      'not_found',
      'not_found',
    ])
    expect(results.map((one: { found: boolean }) => one.found).filter(Boolean)).toHaveLength(9)
    expect(results[0]).toEqual({ identifier: 'crew-0', ...first })
    expect(await service.captured(org)).toBe(17_000)
    const tokens = Array.from({ length: 20 }, (_, index) => `slug:crew-${index}`)
    expect((await commitsOf(service.db, 'people', tokens)).size).toBe(1)
  })

  test('one asked for three times is asked for, written and charged once', async () => {
    service.live.say({ 'person.live': () => foundLive({ name: 'Ada Lindqvist', headline: 'Thrice' }) })
    const org = await service.org()
    const identifiers = ['ada-lindqvist', 'ada-lindqvist', 'https://pnet.example/in/ADA-lindqvist', '501']
    const { body } = await service.ask(org, path, { identifiers })
    expect(body.output.results).toHaveLength(4)
    for (const one of body.output.results)
      expect(one).toMatchObject({ live: true, profile: { headline: 'Thrice' } })
    expect(service.live.asked).toHaveLength(1)
    expect(await service.captured(org)).toBe(2_000)
  })

  test('adds what is known of employers when asked', async () => {
    service.live.say({})
    const org = await service.org()
    const { body } = await service.ask(org, path, {
      identifier: 'ada-lindqvist',
      getDetailedWorkExperience: true,
    })
    expect(body.output.profile.detailed_work_experiences[0].company_details).toMatchObject({
      preferred_name: 'Acme',
    })
  })

  test('a sandbox key never reaches the live source', async () => {
    service.live.say({ 'person.live': () => foundLive({ name: 'Real' }) })
    const org = await service.org()
    const { rawKey } = await aSandboxKey(service.almanac, org.organizationId)
    const { body } = await service.ask({ ...org, rawKey }, path, { identifier: 'ada-lindqvist' })
    expect(body.output.live).toBe(false)
    expect(service.live.asked).toEqual([])
  })
})

test('profileLiveEnrich 400 for what names no profile; nothing is asked or charged', async () => {
  service.live.say({ 'person.live': () => foundLive({ name: 'X' }) })
  const org = await service.org()
  const eleven = Array.from({ length: 11 }, (_, index) => `p-${index}`)
  const wrong: [object, string][] = [
    [{}, 'identifier'],
    [{ identifier: 'a', identifiers: ['b'] }, 'identifier'],
    [{ identifier: ' ' }, 'identifier'],
    [{ identifier: 'Ada Lindqvist' }, 'identifier'],
    [{ identifier: 'ada@acme.example' }, 'identifier'],
    [{ identifier: 'https://elsewhere.example/in/ada' }, 'identifier'],
    [{ identifier: 'https://pnet.example/company/acme' }, 'identifier'],
    [{ identifiers: ['ada-lindqvist', '../etc'] }, 'identifiers[1]'],
    [{ identifiers: [] }, 'identifiers'],
    [{ identifiers: eleven }, 'identifiers'],
  ]
  for (const [body, member] of wrong) {
    const answer = await service.ask(org, path, body)
    expect(answer.status, JSON.stringify(body)).toBe(400)
    expect(answer.body.issues[0].path).toBe(member)
  }
  expect(service.live.asked).toEqual([])
  expect(await service.captured(org)).toBe(0)
})

test('profileLiveEnrich 402 unless all that may be found is covered; the source is not asked', async () => {
  service.live.say({ 'person.live': () => foundLive({ name: 'X' }) })
  const org = await service.org(3)
  const { status } = await service.ask(org, path, { identifiers: ['ada-lindqvist', 'ben-o'] })
  expect(status).toBe(402)
  expect(service.live.asked).toEqual([])
})
