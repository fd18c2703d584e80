import { beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { matchesCompany, type CompanyParams } from '../../../../search/naive.ts'
import { balance, service, startSearchService } from '../../../../search/search-service.ts'
import { edgePostings } from '../../../../search/edge-postings.ts'
import { matchesPosting } from '../../../../search/naive-postings.ts'
import { readRows, readRecords, type Rows } from '../../../../search/search-world.ts'
import type { TestOrganization } from '../../../../support/platform.ts'
import type { JobPosting } from '../../../../../src/corpus/records/index.ts'
import { profileFilters, type FilterSet } from '../../../../../src/corpus/search/index.ts'

startSearchService()
let rows: Rows
beforeAll(async () => {
  rows = await readRows(service.db)
})

const ask = (org: TestOrganization, body: object) =>
  service.send('POST /v1/search/facets', { key: org.rawKey, body })

/** Counts of values, the most frequent first, equal ones in no order. */
function histogram(values: readonly (readonly unknown[])[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const each of values)
    for (const value of new Set(each.map((one) => JSON.stringify(one))))
      counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

interface Facet {
  facet: string
  numValues: number
  values: { value: unknown; count: number }[]
}
const counted = ({ values }: Facet) =>
  new Map(values.map(({ value, count }) => [JSON.stringify(value), count]))

const question: CompanyParams = { employeeCountV2: { lowerBoundExclusive: 10 } }

describe('searchFacets 200', () => {
  it('counts the companies of a search by value, exactly, and costs nothing', async () => {
    verifies('op.search-facets')
    const org = await service.org(5)
    const facets = ['headquartersCountryCode', 'industriesV2', 'stage', 'tags', 'employeeCountV2']
    const { status, body } = await ask(org, {
      search: { type: 'companies', searchParams: question },
      facets,
      top: 1000,
    })
    expect(status).toBe(200)
    const found = rows.companies.filter(({ record }) => matchesCompany(record, question, '2026-01-15'))
    expect(body.output.matching).toBe(found.length)
    const records = found.map(({ record }) => record)
    const [country, industry, stage, tag, size] = body.output.facets as Facet[]
    const some = <T>(value: T | null | undefined) => (value === null || value === undefined ? [] : [value])
    expect(counted(country!)).toEqual(
      histogram(records.map((each) => some(each.location_consensus?.country_code))),
    )
    expect(counted(industry!)).toEqual(histogram(records.map((each) => each.standard_industries ?? [])))
    expect(counted(stage!)).toEqual(histogram(records.map((each) => some(each.funding_stage))))
    expect(counted(tag!)).toEqual(histogram(records.map((each) => each.tags ?? [])))
    expect(size!.values.reduce((sum, { count }) => sum + count, 0)).toBe(found.length)
    for (const { value, count } of size!.values) {
      const searchParams = { employeeCountV2: value }
      const answer = await service.send('POST /v1/company-count', { key: org.rawKey, body: { searchParams } })
      expect(answer.body.output.count).toBe(count)
    }
    expect(await balance(org)).toBe(5)
  })

  it('counts job postings by value, exactly, and explain says what each parameter leaves out', async () => {
    const items = edgePostings.map((record, index) => ({ line: index + 1, record }))
    await service.almanac.writer.write('postings', items, { source: 'test', observedAt: new Date(0) })
    const postings = (await readRecords<JobPosting>(service.db, 'postings')).map(({ record }) => record)
    const searchParams = {
      isActive: 'true' as const,
      group: { not: { jobLocationType: ['Remote' as const] } },
    }
    const found = postings.filter(
      (posting) =>
        matchesPosting(posting, { isActive: 'true' }, { companies: [], today: '2026-01-15' }) &&
        posting.job_location_type !== 'Remote',
    )
    expect(found.length).toBeGreaterThan(3)
    const org = await service.org(5)
    const search = { type: 'postings', searchParams }
    const names = [
      'jobFunctions',
      'seniorityLevel',
      'employmentType',
      'jobLocationType',
      'countryOrRegionCode',
    ]
    const { body } = await ask(org, { search, facets: names, top: 1000 })
    expect([body.output.type, body.output.matching]).toEqual(['postings', found.length])
    const [functions, level, employment, , country] = body.output.facets as Facet[]
    const some = <T>(value: T | null | undefined) => (value === null || value === undefined ? [] : [value])
    expect(counted(functions!)).toEqual(histogram(found.map((each) => each.job_function ?? [])))
    expect(counted(level!)).toEqual(histogram(found.map((each) => some(each.seniority_level))))
    expect(counted(employment!)).toEqual(histogram(found.map((each) => some(each.employment_type))))
    expect(counted(country!)).toEqual(
      histogram(found.map((each) => some(each.standardized_location?.country_code))),
    )
    const explained = await service.send('POST /v1/search/explain', { key: org.rawKey, body: { search } })
    expect(explained.body.output).toMatchObject({
      type: 'postings',
      total: postings.length,
      matching: found.length,
      clauses: [{ path: 'search.searchParams.isActive' }, { path: 'search.searchParams.group.not' }],
    })
    expect(await balance(org)).toBe(5)
  })

  it('shows the most frequent values and how many there are', async () => {
    const org = await service.org()
    const { body } = await ask(org, {
      search: { type: 'people' },
      facets: ['seniority', 'country3LetterCode'],
      top: 2,
    })
    for (const { values, numValues } of body.output.facets as Facet[]) {
      expect(values).toHaveLength(2)
      expect(values[0]!.count).toBeGreaterThanOrEqual(values[1]!.count)
      expect(numValues).toBeGreaterThan(2)
    }
  })

  it('every value counted finds as many rows when it is asked for', async () => {
    const org = await service.org()
    const names = Object.entries(profileFilters as FilterSet).flatMap(([name, { facet }]) =>
      facet ? [name] : [],
    )
    expect(names).toContain('jobFunction')
    const { body } = await ask(org, { search: { type: 'people' }, facets: names.slice(0, 10), top: 3 })
    for (const { facet, values } of body.output.facets as Facet[]) {
      for (const { value, count } of values) {
        const searchParams = { [facet]: { anyOf: [value] } }
        const answer = await service.send('POST /v1/people-search/count', {
          key: org.rawKey,
          body: { searchParams },
        })
        expect([facet, value, answer.body.output?.totalProfilesFound]).toEqual([facet, value, count])
      }
    }
  })
})

describe('searchFacets 400', () => {
  it.each([
    [{ search: { type: 'companies' }, facets: ['stage', 'keywords'] }, 'facets[1]'],
    [{ search: { type: 'companies' }, facets: [] }, 'facets'],
    [{ search: { type: 'companies' }, facets: ['seniority'] }, 'facets[0]'],
    [{ search: { type: 'people' }, facets: ['tags'], top: 1001 }, 'top'],
  ])('%j is refused at %s', async (body, path) => {
    const answer = await ask(await service.org(), body)
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, path])
  })
})

describe('searchFacets 401', () => {
  it('needs a key', async () => {
    expect((await service.send('POST /v1/search/facets', { body: {} })).status).toBe(401)
  })
})
