import { beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { matchesCompany, type CompanyParams } from '../../../../search/naive.ts'
import { balance, service, startSearchService } from '../../../../search/search-service.ts'
import { edgePostings } from '../../../../search/edge-postings.ts'
import { matchesPosting } from '../../../../search/naive-postings.ts'
import { readRows, readRecords, type Rows } from '../../../../search/search-world.ts'
import type { TestOrganization } from '../../../../support/platform.ts'
import type { JobPosting } from '../../../../../src/corpus/records/index.ts'
import { facetsByKind } from '../../../../../src/capabilities/search/facet-names.ts'
import { companyNameKey } from '../../../../../src/corpus/names/index.ts'
import { normalText } from '../../../../../src/lib/text-normal.ts'
import { inPlaces, type Places } from '../../../../search/naive-place.ts'

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
  values: { value: unknown; count: number; label?: string }[]
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
      'title',
      'location',
    ]
    const { body } = await ask(org, { search, facets: names, top: 1000 })
    expect([body.output.type, body.output.matching]).toEqual(['postings', found.length])
    const [functions, level, employment, , country, titles, places] = body.output.facets as Facet[]
    const some = <T>(value: T | null | undefined) => (value === null || value === undefined ? [] : [value])
    expect(counted(functions!)).toEqual(histogram(found.map((each) => each.job_function ?? [])))
    expect(counted(level!)).toEqual(histogram(found.map((each) => some(each.seniority_level))))
    expect(counted(employment!)).toEqual(histogram(found.map((each) => some(each.employment_type))))
    expect(counted(country!)).toEqual(
      histogram(found.map((each) => some(each.standardized_location?.country_code))),
    )
    const normalTitles = found.map(({ title }) => (title && normalText(title) ? [normalText(title)] : []))
    expect(counted(titles!)).toEqual(histogram(normalTitles))
    for (const { value, count } of places!.values)
      expect(found.filter((each) => inPlaces(each.standardized_location, value as Places))).toHaveLength(
        count,
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

  it.each([0, 1, 2])(
    'every value counted finds as many rows when it is asked for (part %d)',
    async (part) => {
      const org = await service.org()
      const names = [...facetsByKind.people.keys()].filter((_, index) => index % 3 === part)
      expect(names.length).toBeGreaterThan(4)
      const { body } = await ask(org, { search: { type: 'people' }, facets: names, top: 3 })
      expect(body.output.facets.map(({ facet }: Facet) => facet)).toEqual(names)
      for (const { facet, values } of body.output.facets as Facet[]) {
        expect([facet, values.length > 0]).toEqual([facet, true])
        for (const { value, count } of values) {
          const answer = await service.send('POST /v1/people-search/count', {
            key: org.rawKey,
            body: questionOf(facet, value),
          })
          const found = answer.body.output?.totalProfilesFound
          // Titles and skills are searched for as phrases, which longer ones hold as well.
          if (facet === 'jobTitleV3' || facet === 'skills') expect(found).toBeGreaterThanOrEqual(count)
          else expect([facet, value, found]).toEqual([facet, value, count])
        }
      }
    },
  )

  it('titles, skills, technologies, years and places are counted as the records say', async () => {
    const org = await service.org()
    const people = rows.people.map(({ record }) => record)
    const { body } = await ask(org, {
      search: { type: 'people' },
      facets: ['jobTitleV3', 'skills', 'currentCompanies'],
      top: 1000,
    })
    const [titles, skills, employers] = body.output.facets as Facet[]
    const current = people.map(({ experiences }) =>
      (experiences ?? []).filter((each) => each.is_current === true),
    )
    const terms = (texts: readonly (string | null)[]) =>
      texts.flatMap((text) => (text ? [normalText(text)] : []))
    const best = (all: Map<string, number>) =>
      [...all.values()].toSorted((one, other) => other - one).slice(0, 1000)
    const compare = (facet: Facet, all: Map<string, number>) => {
      expect(facet.numValues).toBe(all.size)
      expect(facet.values.map(({ count }) => count)).toEqual(best(all))
      for (const { value, count } of facet.values)
        expect([value, all.get(JSON.stringify(value))]).toEqual([value, count])
    }
    const asTerm = (term: string) => ({ type: 'plain', term })
    compare(titles!, histogram(current.map((all) => terms(all.map(({ title }) => title)).map(asTerm))))
    compare(skills!, histogram(people.map((each) => terms(each.skills ?? []))))
    const names = current.map((all) =>
      all.flatMap(({ company_name: name }) => (name ? [{ name: companyNameKey(name) }] : [])),
    )
    compare(employers!, histogram(names))
    const companies = rows.companies.map(({ record }) => record)
    const answer = await ask(org, {
      search: { type: 'companies' },
      facets: ['foundedOn', 'technologiesV2', 'headquartersLocation'],
      top: 1000,
    })
    const [years, technologies, places] = answer.body.output.facets as Facet[]
    const toYear = (day: string) => {
      const year = day.slice(0, 4)
      return { strategy: 'absolute', range: { lowerBound: `${year}-01-01`, upperBound: `${year}-12-31` } }
    }
    compare(years!, histogram(companies.map(({ founded_on_consensus: day }) => (day ? [toYear(day)] : []))))
    compare(technologies!, histogram(companies.map((each) => each.technologies ?? [])))
    expect(places!.values.length).toBeGreaterThan(3)
    for (const { value, count, label } of places!.values) {
      const within = companies.filter((each) => inPlaces(each.location_consensus, value as Places))
      expect([label, within.length]).toEqual([label, count])
    }
  })

  it('with excludeOwn a facet is counted as if its own parameter were not asked', async () => {
    const org = await service.org()
    const searchParams = { seniority: { anyOf: ['Director'] }, country3LetterCode: { anyOf: ['USA'] } }
    const companyParams = { employeeCountV2: { lowerBoundExclusive: 10 }, stage: { noneOf: ['seed'] } }
    const facets = ['seniority', 'country3LetterCode', 'companyParams.stage', 'jobFunction']
    const full = { type: 'people', searchParams, companyParams }
    const { body } = await ask(org, { search: full, facets, excludeOwn: true, top: 100 })
    const parts = [
      { ...full, searchParams: { country3LetterCode: searchParams.country3LetterCode } },
      { ...full, searchParams: { seniority: searchParams.seniority } },
      { ...full, companyParams: { employeeCountV2: companyParams.employeeCountV2 } },
      full,
    ]
    for (const [index, search] of parts.entries()) {
      const alone = await ask(org, { search, facets: [facets[index]], top: 100 })
      expect(body.output.facets[index]).toEqual(alone.body.output.facets[0])
      expect(body.output.facets[index].numValues).toBeGreaterThan(0)
    }
    const plain = await ask(org, { search: full, facets, top: 100 })
    expect(body.output.matching).toBe(plain.body.output.matching)
    expect(body.output.facets[0].numValues).toBeGreaterThan(plain.body.output.facets[0].numValues)
  })
})

/** The search for one value of a facet. */
function questionOf(facet: string, value: unknown): object {
  if (facet === 'currentCompanies') return { currentCompanies: [value] }
  if (facet === 'skills')
    return {
      searchParams: {
        keywords: { containsAny: [value] },
        keywordSearchOptions: { fieldsToSearchOver: { skills: true } },
      },
    }
  const name = facet.replace('companyParams.', '')
  const isWhole = ['location', 'headquartersLocation', 'employeeCountV2', 'foundedOn'].includes(name)
  const params = { [name]: isWhole ? value : { anyOf: [value] } }
  return facet === name ? { searchParams: params } : { companyParams: params }
}

describe('searchFacets 400', () => {
  it.each([
    [{ search: { type: 'companies' }, facets: ['stage', 'keywords'] }, 'facets[1]'],
    [{ search: { type: 'companies' }, facets: [] }, 'facets'],
    [{ search: { type: 'companies' }, facets: ['seniority'] }, 'facets[0]'],
    [{ search: { type: 'people' }, facets: ['tags'], top: 1001 }, 'top'],
    [{ search: { type: 'people' }, facets: Array.from({ length: 21 }, () => 'tags') }, 'facets'],
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
