import { beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../../../test/conformance/verifies.ts'
import { testAlmanac, type TestAlmanac } from '../../../../test/support/harness.ts'
import type { TestOrganization } from '../../../../test/support/platform.ts'

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
