import { beforeAll, describe, expect, it } from 'vitest'
import type { CompanyRecord } from '../../src/corpus/records/index.ts'
import { dayNumber, headcountOf, unknownDay } from '../../src/corpus/search-index/index.ts'
import { verifies } from '../conformance/verifies.ts'
import type { TestOrganization } from '../support/platform.ts'
import { matchesCompany, type CompanyParams } from './naive.ts'
import { companyTexts, personTexts } from './naive-text.ts'
import { normalText } from '../../src/lib/text-normal.ts'
import { ask, rows, service, slugsOf, shareSearchService, wantedCompanies } from './search-service.ts'
import type { Row, Rows } from './search-world.ts'

shareSearchService()
let org: TestOrganization
beforeAll(async () => {
  org = await service.org()
})

type Found = Record<'pnet_primary_slug' | 'primary_slug', string> & {
  relevance_score: number | null
  last_sort_key: string | null
}

async function everyPage(path: 'companies' | 'people', body: object, pageSize: number): Promise<Found[]> {
  const found: Found[] = []
  let cursor: string | null = null
  do {
    const answer: Awaited<ReturnType<typeof ask>> = await ask(org, path, { ...body, pageSize, cursor })
    expect(answer.status, answer.text).toBe(200)
    found.push(...(answer.body.output.data as Found[]))
    cursor = answer.body.output.nextCursor
  } while (cursor !== null)
  return found
}

const day = (date: string | null | undefined) => {
  const number = dayNumber(date)
  return number === unknownDay ? undefined : number
}
const values: Record<string, (record: CompanyRecord) => number | null | undefined> = {
  employeeCount: (record) => headcountOf(record),
  followers: (record) => record.li_follower_count,
  foundedOn: (record) => day(record.founded_on_consensus),
  totalFunding: (record) => record.total_funding_consensus,
  lastFundedOn: (record) => day((record.funding_rounds ?? [])[0]?.announced_on_date),
}

/** Rows by a value, unknown ones last, equal ones in rank order. */
function sorted(by: string, order: 'ascending' | 'descending', params: CompanyParams): Row<CompanyRecord>[] {
  const sign = order === 'descending' ? -1 : 1
  const valueOf = values[by]!
  const matching = rows.companies.filter(({ record }) => matchesCompany(record, params, '2026-01-15'))
  return matching.toSorted((a, b) => {
    const [one, other] = [valueOf(a.record) ?? undefined, valueOf(b.record) ?? undefined]
    if (one === other) return a.rank - b.rank || Number(a.id) - Number(b.id)
    if (one === undefined || other === undefined) return one === undefined ? 1 : -1
    return sign * (one - other)
  })
}

const params: CompanyParams = { headquartersCountryCode: { noneOf: ['FRA'] } }

describe('200', () => {
  it.each(Object.keys(values).flatMap((by) => [[by, 'descending'] as const, [by, 'ascending'] as const]))(
    'pages sorted by %s %s hold every row once, unknown values last',
    async (by, order) => {
      const found = await everyPage('companies', { searchParams: params, sort: { by, order } }, 40)
      const wanted = sorted(by, order, params)
      expect(slugsOf('companies', found)).toEqual(wanted.map(({ record }) => record.pnet_primary_slug))
      expect(found.map((record) => record.last_sort_key)).toEqual(
        wanted.map(({ record }) =>
          (values[by]!(record) ?? undefined) === undefined ? null : String(values[by]!(record)),
        ),
      )
    },
  )

  it('searchParams.sort orders as sort beside the parameters does, and says that the first field decides', async () => {
    verifies('client.search.sort')
    for (const [field, by] of [
      ['employeeCount', 'employeeCount'],
      ['followerCount', 'followers'],
      ['lastFundedAt', 'lastFundedOn'],
    ] as const) {
      const sort = [{ field, direction: 'asc' }]
      const found = await everyPage('companies', { searchParams: { ...params, sort } }, 40)
      const wanted = sorted(by, 'ascending', params)
      expect(slugsOf('companies', found)).toEqual(wanted.map(({ record }) => record.pnet_primary_slug))
    }
    const two = [{ field: 'jobCount' }, { field: 'careerStartedAt', direction: 'asc' }]
    const answer = await ask(org, 'people', { searchParams: { sort: two }, pageSize: 60 })
    const keys = (answer.body.output.data as Found[]).map((record) => Number(record.last_sort_key))
    const counts = rows.people.map(({ record }) => record.experiences?.length ?? 0).sort((a, b) => b - a)
    expect(keys).toEqual(counts.slice(0, 60))
    expect(answer.body.advice?.join()).toContain('the first field of searchParams.sort')
    const updated = [{ field: 'dataUpdatedAt' }, { field: 'currentRoleStartedAt' }, { field: 'jobCount' }]
    for (const [index, field] of updated.entries())
      expect(
        (await ask(org, 'people', { searchParams: { sort: [field] }, pageSize: index + 1 })).status,
      ).toBe(200)
    const four = await ask(org, 'people', { searchParams: { sort: [...two, ...two] }, pageSize: 1 })
    expect(four.body.issues?.[0]?.path).toBe('searchParams.sort')
  })

  it.each(['followers', 'connections'])('people sorted by %s', async (by) => {
    const valueOf = ({ record }: Rows['people'][number]) =>
      (by === 'followers' ? record.follower_count : record.connection_count) ?? Number.NEGATIVE_INFINITY
    const wanted = rows.people.toSorted(
      (a, b) => valueOf(b) - valueOf(a) || a.rank - b.rank || Number(a.id) - Number(b.id),
    )
    const found = await everyPage('people', { sort: { by } }, 450)
    expect(slugsOf('people', found)).toEqual(wanted.map(({ record }) => record.primary_slug))
  })

  it.each([
    ['companies', { searchParams: { domains: [] } }],
    ['companies', { searchParams: { keywords: { containsAny: ['%'] } } }],
    ['people', { searchParams: { keywords: { containsAny: ['%'] } } }],
  ] as const)('a sorted search of %s that nothing can satisfy finds nothing: %j', async (path, body) => {
    const answer = await ask(org, path, { ...body, sort: { by: 'followers' } })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.output).toMatchObject({ data: [], nextCursor: null })
    expect(answer.body.chargeInfo.creditsCharged ?? 0).toBe(0)
  })

  it('sorting by rank is the order without sort', async () => {
    const found = await everyPage('companies', { searchParams: params, sort: { by: 'rank' } }, 60)
    expect(slugsOf('companies', found)).toEqual(wantedCompanies(params))
    expect(found.every((record) => record.last_sort_key === null && record.relevance_score === null)).toBe(
      true,
    )
  })

  /** The documented score, by reading the texts. */
  const score = (texts: readonly string[], phrases: readonly string[]) => {
    const normal = texts.map(normalText).filter((text) => text !== '')
    const points = phrases.map((phrase) => {
      const times = normal.reduce((sum, text) => sum + ` ${text} `.split(` ${phrase} `).length - 1, 0)
      return (
        (normal.slice(0, 2).some((text) => ` ${text} `.includes(` ${phrase} `)) ? 0.5 : 0) +
        (0.5 * times) / (times + 2)
      )
    })
    return Math.floor((1000 * points.reduce((sum, each) => sum + each, 0)) / phrases.length + 0.5) / 1000
  }

  it.each(['companies', 'people'] as const)(
    '%s of a search with keywords are scored, alike in every order',
    async (kind) => {
      const texts = rows[kind].map(({ record }) =>
        kind === 'companies' ? companyTexts(record as never) : personTexts(record as never),
      )
      const words = normalText(texts.slice(0, 40).flat().join(' '))
        .split(' ')
        .filter((word) => word.length > 5)
      const phrases = [...new Set(words)].slice(3, 9)
      const searchParams = { keywords: { containsAny: phrases } }
      const ranked = await everyPage(kind, { searchParams }, 500)
      expect(ranked.length).toBeGreaterThan(20)
      const bySlug = new Map(
        rows[kind].map(({ record }, index) => [slugsOf(kind, [record as never])[0], texts[index]!]),
      )
      const expected = ranked.map((record) => score(bySlug.get(slugsOf(kind, [record])[0])!, phrases))
      expect(ranked.map((record) => record.relevance_score)).toEqual(expected)
      expect(new Set(expected).size).toBeGreaterThan(3)
      const relevant = await everyPage(kind, { searchParams, sort: { by: 'relevance' } }, 30)
      const scores = new Map(ranked.map((record) => [slugsOf(kind, [record])[0], record.relevance_score]))
      const place = new Map(ranked.map((record, index) => [slugsOf(kind, [record])[0]!, index]))
      const wanted = [...place.keys()].toSorted(
        (a, b) => scores.get(b)! - scores.get(a)! || place.get(a)! - place.get(b)!,
      )
      expect(slugsOf(kind, relevant)).toEqual(wanted)
      expect(relevant.map((record) => record.relevance_score)).toEqual(wanted.map((slug) => scores.get(slug)))
    },
  )

  it('a short balance stops before the first row of a sorted search and goes on from there', async () => {
    const poor = await service.org(2)
    const body = { searchParams: params, sort: { by: 'employeeCount' }, pageSize: 10 }
    const first = await ask(poor, 'companies', body)
    expect(slugsOf('companies', first.body.output.data)).toEqual(
      sorted('employeeCount', 'descending', params)
        .slice(0, 2)
        .map(({ record }) => record.pnet_primary_slug),
    )
  })
})

describe('400', () => {
  it.each([
    [{ sort: { by: 'shoeSize' } }, 'sort.by'],
    [{ sort: { by: 'relevance' } }, 'sort.by'],
    [{ sort: { by: 'foundedOn', order: 'sideways' } }, 'sort.order'],
    [{ sort: 'foundedOn' }, 'sort'],
  ])('%j is refused at %s', async (more, path) => {
    const answer = await ask(org, 'companies', { searchParams: params, ...more })
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, path])
  })

  it('a cursor of another order', async () => {
    const body = { searchParams: params, pageSize: 2 }
    const { cursor } = {
      cursor: (await ask(org, 'companies', { ...body, sort: { by: 'foundedOn' } })).body.output.nextCursor,
    }
    for (const sort of [null, { by: 'foundedOn', order: 'ascending' }, { by: 'followers' }]) {
      expect((await ask(org, 'companies', { ...body, sort, cursor })).status).toBe(400)
    }
  })
})
