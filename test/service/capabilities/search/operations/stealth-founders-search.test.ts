import { beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { testAlmanac, type TestAlmanac } from '../../../../support/harness.ts'
import type { TestOrganization } from '../../../../support/platform.ts'

let service: TestAlmanac
let org: TestOrganization

const job = (company_name: string, title: string, start_date: string | null, is_current = true) => ({
  company_name,
  title,
  start_date,
  is_current,
  pnet_company_id: null,
})
const write = (day: string, people: object[]) =>
  service.almanac.writer.write(
    'people',
    people.map((record, index) => ({ line: index + 1, record })),
    { source: 'test', observedAt: new Date(`${day}T00:00:00Z`) },
  )

beforeAll(async () => {
  service = await testAlmanac()
  org = await service.org(100)
  const acme = job('Acme', 'Engineer', '2020-01-01')
  await write('2025-01-01', [
    { primary_slug: 'ada', name: 'Ada', follower_count: 900, experiences: [acme] },
    {
      primary_slug: 'bob',
      name: 'Bob',
      follower_count: 50,
      experiences: [job('Stealth Startup', 'Co-Founder', null)],
    },
    { primary_slug: 'cy', name: 'Cy', experiences: [job('Stealth', 'Software Engineer', '2024-01-01')] },
    { primary_slug: 'di', name: 'Di', experiences: [job('Acme', 'Founder', '2019-01-01')] },
  ])
  await write('2025-06-01', [
    { primary_slug: 'ada', experiences: [job('Stealth Startup', 'Founder & CEO', '2025-05'), acme] },
  ])
  await write('2025-09-01', [
    { primary_slug: 'ada', experiences: [job('Stealth Startup', 'Founder & CEO', '2025-05')] },
  ])
})

const search = (body: object) => service.send('POST /v1/stealth-founders/search', { key: org.rawKey, body })
const count = (body: object) => service.send('POST /v1/stealth-founders/count', { key: org.rawKey, body })

describe('stealthFoundersSearch 200', () => {
  it('finds founders in stealth now, with how they came there, and charges each', async () => {
    verifies('op.stealth-founders-search', 'stealth-founders.record')
    const { status, body, headers } = await search({})
    expect(status).toBe(200)
    const found = body.output.data as { profile: { primary_slug: string }; stealthCareer: object }[]
    expect(found.map(({ profile }) => profile.primary_slug)).toEqual(['ada', 'bob'])
    expect(headers.get('x-credits-charged')).toBe('2')
    expect(found[0]!.stealthCareer).toMatchObject({
      enteredStealthAt: '2025-05',
      lastConfirmedInStealthAt: '2025-09-01T00:00:00.000Z',
      transitions: [
        {
          beforeSnapshotDate: '2025-01-01T00:00:00.000Z',
          afterSnapshotDate: '2025-06-01T00:00:00.000Z',
          addedCurrentExperiences: [{ company_name: 'Stealth Startup', title: 'Founder & CEO' }],
          removedCurrentExperiences: [],
        },
        {
          beforeSnapshotDate: '2025-06-01T00:00:00.000Z',
          afterSnapshotDate: '2025-09-01T00:00:00.000Z',
          addedCurrentExperiences: [],
          removedCurrentExperiences: [{ company_name: 'Acme' }],
        },
      ],
    })
    // No date is known: the first observation that says so.
    expect(found[1]!.stealthCareer).toEqual({
      enteredStealthAt: '2025-01-01T00:00:00.000Z',
      lastConfirmedInStealthAt: '2025-01-01T00:00:00.000Z',
      transitions: [],
    })
  })

  it('counts, for nothing, what paging returns', async () => {
    verifies('op.stealth-founders-count', 'stealth-founders.count')
    const counted = await count({})
    expect([counted.status, counted.body.output]).toEqual([200, { count: 2 }])
    expect(counted.headers.get('x-credits-charged')).toBe('0')
    const first = await search({ pageSize: 1 })
    const second = await search({ pageSize: 1, cursor: first.body.output.nextCursor })
    expect(second.body.output.data[0].profile.primary_slug).toBe('bob')
    expect(second.body.output.nextCursor).toBeNull()
  })

  it('takes profile parameters besides', async () => {
    const searchParams = { jobTitleV3: { anyOf: [{ type: 'plain', term: 'co-founder' }] } }
    const { body } = await search({ searchParams })
    expect(body.output.data).toHaveLength(1)
    expect((await count({ searchParams })).body.output.count).toBe(1)
    const nobody = await search({ searchParams: { country3LetterCode: { anyOf: ['DEU'] } } })
    expect([nobody.body.output.data, nobody.headers.get('x-credits-charged')]).toEqual([[], '0'])
  })
})

describe('stealthConfig', () => {
  const past = (company: string, title: string, start: string, end: string) => ({
    ...job(company, title, start, false),
    end_date: end,
  })
  let own: TestOrganization
  const found = async (body: object) => {
    const answer = await service.send('POST /v1/stealth-founders/search', { key: own.rawKey, body })
    expect([answer.status, answer.body.warnings]).toEqual([200, undefined])
    const total = await service.send('POST /v1/stealth-founders/count', { key: own.rawKey, body })
    const data = answer.body.output.data as { profile: { primary_slug: string }; stealthCareer: object }[]
    expect([total.body.warnings, total.body.output.count]).toEqual([undefined, data.length])
    return data
  }
  const slugs = async (body: object) =>
    (await found(body)).map(({ profile }) => profile.primary_slug).toSorted()

  it('finds those in stealth, those who left it, or both', async () => {
    verifies('client.stealth.modes')
    own = await service.org(200)
    await write('2025-10-01', [
      {
        primary_slug: 'eli',
        name: 'Eli',
        experiences: [
          job('Lumen', 'Founder', '2025-03-01'),
          past('Stealth Startup', 'Founder', '2024-01-01', '2025-02-01'),
        ],
      },
      {
        primary_slug: 'flo',
        name: 'Flo',
        experiences: [
          job('Acme', 'Engineer', '2023-06-01'),
          past('Stealth AI', 'Co-Founder', '2022-01-01', '2023-05-01'),
        ],
      },
      {
        primary_slug: 'gus',
        name: 'Gus',
        experiences: [
          job('Acme', 'Engineer', '2023-06-01'),
          past('Stealth AI', 'Engineer', '2022-01-01', '2023-05-01'),
        ],
      },
    ])
    expect(await slugs({})).toEqual(['ada', 'bob'])
    expect(await slugs({ stealthConfig: { mode: 'in-stealth' } })).toEqual(['ada', 'bob'])
    expect(await slugs({ stealthConfig: null })).toEqual(['ada', 'bob'])
    expect(await slugs({ stealthConfig: { mode: 'left-stealth' } })).toEqual(['eli', 'flo'])
    expect(await slugs({ stealthConfig: { mode: 'any' } })).toEqual(['ada', 'bob', 'eli', 'flo'])
    const since = { strategy: 'absolute', range: { lowerBound: '2025-01-01' } }
    expect(await slugs({ stealthConfig: { mode: 'left-stealth', leftStealthAt: since } })).toEqual(['eli'])
    expect(await slugs({ stealthConfig: { mode: 'in-stealth', enteredStealthAt: since } })).toEqual(['ada'])
    const [eli] = await found({ stealthConfig: { mode: 'left-stealth', leftStealthAt: since } })
    expect(eli?.stealthCareer).toEqual({
      enteredStealthAt: '2024-01-01',
      leftStealthAt: '2025-02-01',
      lastConfirmedInStealthAt: null,
      transitions: [],
    })
  })

  it('a mode that there is not is refused, and pages keep theirs', async () => {
    const config = { stealthConfig: { mode: 'hidden' } }
    for (const answer of [await search(config), await count(config)])
      expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'stealthConfig.mode'])
    const any = { stealthConfig: { mode: 'any' }, pageSize: 1 }
    const first = await search(any)
    const { nextCursor } = first.body.output
    expect((await search({ ...any, cursor: nextCursor })).status).toBe(200)
    expect((await search({ pageSize: 1, cursor: nextCursor })).status).toBe(400)
  })
})

describe('stealthFoundersSearch 400', () => {
  it.each([
    [
      { searchParams: { country3LetterCode: { anyOf: ['XYZ'] } } },
      'searchParams.country3LetterCode.anyOf[0]',
    ],
    [{ pageSize: 101 }, 'pageSize'],
    [{ prospectExclusionListIDs: ['none'] }, 'prospectExclusionListIDs[0]'],
  ])('%j is refused at %s', async (body, path) => {
    const answer = await search(body)
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, path])
  })

  it('a cursor of a people search', async () => {
    const page = await service.send('POST /v1/people-search', { key: org.rawKey, body: { pageSize: 1 } })
    expect((await search({ cursor: page.body.output.nextCursor })).status).toBe(400)
  })
})

describe('stealthFoundersSearch 401, 402', () => {
  it('needs a key and credit', async () => {
    expect((await service.send('POST /v1/stealth-founders/search', { body: {} })).status).toBe(401)
    const poor = await service.org(0)
    const answer = await service.send('POST /v1/stealth-founders/search', { key: poor.rawKey, body: {} })
    expect(answer.status).toBe(402)
  })
})
