import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { balance, service, startSearchService, topUp } from '../../../../search/search-service.ts'
import type { TestOrganization } from '../../../../support/platform.ts'
import { jobPosting, type JobPosting } from '../../../../../src/corpus/records/index.ts'
import { jobPostingSearchCount } from '../../../../../src/capabilities/search/operations/job-posting-search-count.ts'
import { jobPostingSearch } from '../../../../../src/capabilities/search/operations/job-posting-search.ts'

startSearchService()
let org: TestOrganization
beforeAll(async () => {
  org = await service.org(0)
  await topUp(org)
})

const search = (body: object, key = org.rawKey) => service.send('POST /v1/job-search', { key, body })
const count = (body: object, key = org.rawKey) => service.send('POST /v1/job-search/count', { key, body })

describe('200', () => {
  test('postings by several parameters, newest first, one credit each; the count agrees and costs one', async () => {
    verifies('op.job-posting-search', 'price.job-posting-search', 'op.job-posting-search-count')
    verifies('job-posting-count.shape', 'price.job-posting-count')
    const searchParams = {
      isActive: 'true',
      seniorityLevel: ['Director', 'Mid-Senior level'],
      employmentType: ['Full-time'],
    }
    const { body } = await search({ searchParams, pageSize: 1000 })
    const found = body.output.data as JobPosting[]
    expect(found.length).toBeGreaterThan(3)
    expect(body.chargeInfo).toMatchObject({ method: 'charged-now', creditsCharged: found.length })
    expect(found.map(({ posted_at }) => posted_at)).toEqual(
      found
        .map(({ posted_at }) => posted_at)
        .sort()
        .reverse(),
    )
    for (const each of found) {
      expect(each).toMatchObject({ status: 'active', employment_type: 'Full-time' })
      expect(searchParams.seniorityLevel).toContain(each.seniority_level)
    }
    const counted = await count({ searchParams })
    expect(counted.body.output).toEqual({ totalJobsFound: found.length })
    expect(counted.body.chargeInfo).toMatchObject({ creditsCharged: 1 })
    const nothing = await count({ searchParams: { title: ['zzyzx'] } })
    expect(nothing.body).toMatchObject({ output: { totalJobsFound: 0 }, chargeInfo: { creditsCharged: 1 } })
  })

  test('pages neither repeat nor skip while postings are written, and each charges what it returns', async () => {
    const whole = (await search({ searchParams: {}, pageSize: 1000 })).body.output.data as JobPosting[]
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const before = await balance(org)
      const { body } = await search({ searchParams: {}, pageSize: 40, cursor })
      expect(before - (await balance(org))).toBe(body.output.data.length)
      seen.push(...body.output.data.map((each: JobPosting) => each.job_id))
      cursor = body.output.nextCursor
      const record = { job_id: `new-${seen.length}`, title: 'New', posted_at: '2025-12-20' }
      await service.almanac.writer.write('postings', [{ line: 1, record }], {
        source: 't',
        observedAt: new Date(0),
      })
    } while (cursor !== null)
    expect(seen).toEqual(whole.map(({ job_id }) => job_id))
  })

  test('a posting has the documented members', async () => {
    verifies('job-search.record')
    const [first] = (await search({ searchParams: { isActive: 'true' }, pageSize: 1 })).body.output.data
    const documented =
      'job_id,title,company_name,company_logo_url,posted_at,job_url,applicant_range,description,seniority_level,employment_type,job_function,standard_industries,compensation_range,annual_salary_usd,years_of_experience,standardized_location,job_location_type,status'
    for (const member of documented.split(',')) expect(first).toHaveProperty(member)
    expect(first.standardized_location).toHaveProperty('coordinates.lat')
    expect(jobPosting.safeParse(first).error).toBeUndefined()
  })

  test('an empty page and a search with an empty list cost nothing and say why', async () => {
    const { body } = await search({ searchParams: { title: [] } })
    expect(body).toMatchObject({ output: { data: [], nextCursor: null }, chargeInfo: { method: 'free' } })
    expect(body.advice.join()).toContain('searchParams.title is empty')
  })

  test('with a short balance the page is what it pays for', async () => {
    const poor = await service.org(3)
    const { body } = await search({ searchParams: {}, pageSize: 10 }, poor.rawKey)
    expect(body.output.data).toHaveLength(3)
    expect(body.output.nextCursor).not.toBeNull()
    expect(await balance(poor)).toBe(0)
  })
})

describe.each([
  ['search', search],
  ['count', count],
])('400 of %s', (_name, ask) => {
  test.each<[object, string]>([
    [{}, 'searchParams'],
    [{ searchParams: { isActive: true } }, 'searchParams.isActive'],
    [{ searchParams: { seniorityLevel: ['Boss'] } }, 'searchParams.seniorityLevel[0]'],
    [{ searchParams: { annualSalaryUsd: { lowerBound: '9' } } }, 'searchParams.annualSalaryUsd.lowerBound'],
    [{ searchParams: { countryOrRegionCode: ['USA', 'XX'] } }, 'searchParams.countryOrRegionCode[1]'],
    [
      { searchParams: { companies: { identifier: 'domain', value: ['a.example', 'no domain'] } } },
      'searchParams.companies.value[1]',
    ],
    [
      { searchParams: { companies: { identifier: 'pnetUrl', value: ['https://x.example/'] } } },
      'searchParams.companies.value[0]',
    ],
  ])('%j at %s', async (body, path) => {
    const before = await balance(org)
    const answer = await ask(body)
    expect(answer.status).toBe(400)
    expect(answer.body.issues[0].path).toBe(path)
    expect(await balance(org)).toBe(before)
  })
})

test('400 for a cursor of another question or organization', async () => {
  const { body } = await search({ searchParams: {}, pageSize: 5 })
  const cursor = body.output.nextCursor
  expect((await search({ searchParams: { isActive: 'true' }, cursor })).status).toBe(400)
  const other = await service.org(10)
  expect((await search({ searchParams: {}, cursor }, other.rawKey)).status).toBe(400)
})

test('402 when not one posting, or not the count, can be paid', async () => {
  const poor = await service.org(0)
  for (const ask of [search, count]) {
    const answer = await ask({ searchParams: {} }, poor.rawKey)
    expect(answer.status).toBe(402)
  }
})

test('429 after 60 searches and 120 counts a minute', () => {
  expect(jobPostingSearch.limit).toEqual({ max: 60, windowSeconds: 60 })
  expect(jobPostingSearchCount.limit).toEqual({ max: 120, windowSeconds: 60 })
})
