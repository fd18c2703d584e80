import { beforeAll, describe, expect, it } from 'vitest'
import type { CompanyRecord, PersonRecord } from '../../src/corpus/records/index.ts'
import { dayNumber, readHeadcount, unknownDay } from '../../src/corpus/search-index/index.ts'
import { verifies } from '../conformance/verifies.ts'
import type { TestOrganization } from '../support/platform.ts'
import { joinedOn, matchesCompany, type CompanyParams } from './naive.ts'
import { newestRoundOn } from './naive-company.ts'
import { began } from './naive-person.ts'
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
type Value = number | null | undefined
type Values<R> = Record<string, (record: R, row: Row<R>) => Value>

/** Of every field that `searchParams.sort` names. */
const companyValues: Values<CompanyRecord> = {
  totalFunding: (record) => record.total_funding_consensus,
  lastRoundFunding: (record) => record.latest_funding_consensus,
  lastFundedAt: (record) => day(newestRoundOn(record)),
  foundedAt: (record) => day(record.founded_on_consensus),
  followerCount: (record) => record.li_follower_count,
  jobPostingCount: (record) => record.li_job_posts_stats?.total_count,
  employeeCount: (record) => readHeadcount(record),
  revenueEstimate: ({ revenue_usd, revenue_estimate }) =>
    revenue_usd ?? revenue_estimate?.value_usd?.gte ?? revenue_estimate?.value_usd?.lte,
}
const currentOf = ({ experiences }: PersonRecord) =>
  (experiences ?? []).filter(({ is_current }) => is_current === true)
const newestDay = (dates: (string | null)[]) =>
  dates.flatMap((date) => day(date) ?? []).sort((a, b) => b - a)[0]
const personValues: Values<PersonRecord> = {
  followerCount: (record) => record.follower_count,
  connectionCount: (record) => record.connection_count,
  careerStartedAt: (record) => day(began(record)),
  dataUpdatedAt: (_, { born }) => born,
  currentRoleStartedAt: (record) => newestDay(currentOf(record).map(({ start_date }) => start_date)),
  currentCompanyStartedAt: (record) =>
    newestDay(currentOf(record).map((position) => joinedOn(record, position))),
  jobCount: ({ experiences }) => (experiences ?? []).length,
}

/** Those that `sort` beside the parameters calls otherwise. */
const values: Values<CompanyRecord> = {
  employeeCount: companyValues['employeeCount']!,
  followers: companyValues['followerCount']!,
  foundedOn: companyValues['foundedAt']!,
  totalFunding: companyValues['totalFunding']!,
  lastFundedOn: companyValues['lastFundedAt']!,
  revenue: companyValues['revenueEstimate']!,
}

type Direction = 'ascending' | 'descending'

const byRank = (a: Row<unknown>, b: Row<unknown>) => a.rank - b.rank || Number(a.id) - Number(b.id)

/** Rows by a value, unknown ones last, equal ones as they were. */
function byValue<R>(given: readonly Row<R>[], valueOf: Values<R>[string], order: Direction): Row<R>[] {
  const sign = order === 'descending' ? -1 : 1
  return given.toSorted((a, b) => {
    const [one, other] = [valueOf(a.record, a) ?? undefined, valueOf(b.record, b) ?? undefined]
    if (one === other) return 0
    if (one === undefined || other === undefined) return one === undefined ? 1 : -1
    return sign * (one - other)
  })
}

const inOrder = <R>(given: readonly Row<R>[], valueOf: Values<R>[string], order: Direction) =>
  byValue(given.toSorted(byRank), valueOf, order)

const sorted = (by: string, order: Direction, given: CompanyParams) =>
  inOrder(
    rows.companies.filter(({ record }) => matchesCompany(record, given, '2026-01-15')),
    values[by]!,
    order,
  )

const params: CompanyParams = { headquartersCountryCode: { noneOf: ['FRA'] } }

const keyOf = (value: Value) => ((value ?? undefined) === undefined ? null : String(value))

describe('200', () => {
  it.each(Object.keys(values).flatMap((by) => [[by, 'descending'] as const, [by, 'ascending'] as const]))(
    'pages sorted by %s %s hold every row once, unknown values last',
    async (by, order) => {
      const found = await everyPage('companies', { searchParams: params, sort: { by, order } }, 40)
      const wanted = sorted(by, order, params)
      expect(slugsOf('companies', found)).toEqual(wanted.map(({ record }) => record.pnet_primary_slug))
      expect(found.map((record) => record.last_sort_key)).toEqual(
        wanted.map((row) => keyOf(values[by]!(row.record, row))),
      )
    },
  )

  it.each(
    (['companies', 'people'] as const).flatMap((kind) =>
      Object.keys(kind === 'companies' ? companyValues : personValues).flatMap((field) => [
        [kind, field, 'asc'] as const,
        [kind, field, 'desc'] as const,
      ]),
    ),
  )(
    'searchParams.sort orders %s by %s %s, as a reading of all records does',
    async (kind, field, direction) => {
      verifies('client.search.sort')
      const order = direction === 'asc' ? 'ascending' : 'descending'
      const found = await everyPage(kind, { searchParams: { sort: [{ field, direction }] } }, 450)
      const told = <R>(given: readonly Row<R>[], valueOf: Values<R>[string]) =>
        inOrder(given, valueOf, order).map((row) => ({ row, key: keyOf(valueOf(row.record, row)) }))
      const wanted =
        kind === 'companies'
          ? told(rows.companies, companyValues[field]!)
          : told(rows.people, personValues[field]!)
      expect(slugsOf(kind, found)).toEqual(slugsOf(kind, wanted.map(({ row }) => row.record) as never))
      expect(found.map((record) => record.last_sort_key)).toEqual(wanted.map(({ key }) => key))
      expect(new Set(wanted.map(({ key }) => key)).size).toBeGreaterThan(1)
    },
  )

  it.each([
    ['companies', ['foundedAt asc', 'jobPostingCount desc'], 7],
    ['companies', ['jobPostingCount desc', 'revenueEstimate asc', 'employeeCount desc'], 40],
    ['people', ['jobCount desc', 'careerStartedAt asc'], 450],
    ['people', ['dataUpdatedAt asc', 'jobCount asc', 'currentRoleStartedAt desc'], 333],
  ] as const)(
    'searchParams.sort of %s by %j: what is equal in a field is sorted by the next',
    async (kind, fields, size) => {
      const sort = fields.map((each) => {
        const [field = '', direction] = each.split(' ')
        return { field, direction }
      })
      const found = await everyPage(kind, { searchParams: { sort } }, size)
      const ordered = <R>(given: readonly Row<R>[], read: Values<R>) =>
        // By the last field first: sorting keeps what is equal as it was.
        sort
          .toReversed()
          .reduce(
            (sorted, { field, direction }) =>
              byValue(sorted, read[field]!, direction === 'asc' ? 'ascending' : 'descending'),
            given.toSorted(byRank),
          )
      const wanted: readonly Row<unknown>[] =
        kind === 'companies' ? ordered(rows.companies, companyValues) : ordered(rows.people, personValues)
      expect(slugsOf(kind, found)).toEqual(slugsOf(kind, wanted.map(({ record }) => record) as never))
      // Otherwise the second field would decide nothing.
      const read = (kind === 'companies' ? companyValues : personValues) as Values<unknown>
      const valuesBy = (count: number) =>
        wanted.map((row) =>
          sort
            .slice(0, count)
            .map(({ field }) => read[field]!(row.record, row))
            .join(),
        )
      expect(new Set(valuesBy(2)).size).toBeGreaterThan(new Set(valuesBy(1)).size)
    },
  )

  it('searchParams.sort takes three fields at most', async () => {
    const sort = Array.from({ length: 4 }, () => ({ field: 'jobCount' }))
    const four = await ask(org, 'people', { searchParams: { sort }, pageSize: 1 })
    expect([four.status, four.body.issues?.[0]?.path]).toEqual([400, 'searchParams.sort'])
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
