import { z } from 'zod'
import { invalidMember, optional, perMinute } from '../../../operation/index.ts'
import type { CompanyRecord } from '../../../corpus/records/index.ts'
import { rankingToken } from '../../../corpus/search-index/index.ts'
import { hasAny, type Condition } from '../../../corpus/search/index.ts'
import { provenanceMembers } from '../answer-parts.ts'
import { companyUrl } from '../find-company.ts'
import { insightTag, operation, type InsightsDeps } from '../slice.ts'

const rank = z.int().min(1).max(1000)

const rankings = z
  .object({
    list: z.string().min(1).max(100).describe('The list, e.g. `fortune-500-usa`.'),
    rankRange: z.object({ low: rank, high: rank }).describe('Best and worst rank, both inclusive.'),
    year: optional(z.int().min(1900).max(2100)).describe(
      'Without it the newest year the corpus has of the list.',
    ),
  })
  .meta({ id: 'RankingsAsked' })

const ranked = z
  .object({
    name: z.string().nullable(),
    rank: z.int(),
    domain: z.string().nullable(),
    pnetUrl: z.string().nullable(),
    pnetOrgId: z.string().nullable(),
    ticker: z.string().nullable(),
    headquarters: z.string().nullable(),
    countryCode: z.string().nullable().describe('Of the headquarters, alpha-3.'),
    revenueUsd: z.number().nullable().describe('Yearly revenue in US dollars.'),
    profitsUsd: z
      .number()
      .nullable()
      .describe('Yearly profit in US dollars, where the operator keeps it in custom_data.profits_usd.'),
    marketCapUsd: z.number().nullable().describe('Market value in US dollars.'),
    employeeCount: z
      .int()
      .nullable()
      .describe('Employees: the count of the trends, else the least number known.'),
  })
  .meta({ id: 'RankedCompany' })

/** How far back the newest year of a list is looked for. */
const yearsBack = 12
/** Companies of one list, range and year; two may share a rank. */
const mostCompanies = 1_000

export const listCompanyRankings = operation({
  id: 'listCompanyRankings',
  route: 'POST /v1/company-rankings',
  tag: insightTag,
  summary: 'List the companies of a ranking',
  describe:
    'Answers the companies of a ranking list between two ranks, by rank, as their records hold them (fortune_rankings). Lists are what imports brought; the sample has fortune-500-usa. A list, range or year without a company is free.',
  input: z.object({ rankings }),
  output: z.object({
    list: z.string(),
    year: z.int().nullable().describe('null where the corpus has no year of the list.'),
    companies: z.array(ranked),
    ...provenanceMembers,
  }),
  price: (p) =>
    p.perRequest({ key: 'companyRanking', units: ({ companies }) => Math.min(1, companies.length) }),
  limit: perMinute(60),
  examples: [
    {
      name: 'The first ten',
      input: { rankings: { list: 'fortune-500-usa', rankRange: { low: 1, high: 10 } } },
    },
  ],
  effect: 'spends',
  async handle({ input: { rankings: asked }, call, deps }) {
    const { low, high } = asked.rankRange
    if (low > high)
      throw invalidMember('rankings.rankRange.high', 'Expected a rank not below low.', 'invalid_value')
    const snapshot = await deps.search.snapshots.newest('companies')
    const newest = { list: asked.list, nowMs: call.nowMs, snapshot, signal: call.signal }
    const year = asked.year ?? (await newestYear(deps, newest))
    const page =
      year === undefined
        ? undefined
        : await deps.search.page('companies', {
            condition: ranks(asked.list, { low, high, year }),
            limit: mostCompanies,
            snapshot,
            signal: call.signal,
          })
    const records = (page?.bodies ?? []).map((body) => JSON.parse(body) as CompanyRecord)
    const companies = records.flatMap((record) => {
      const place = rankIn(record, asked.list, year ?? 0)
      return place === undefined ? [] : [rankedOf(deps, record, place)]
    })
    return {
      list: asked.list,
      year: year ?? null,
      companies: companies.toSorted((a, b) => a.rank - b.rank),
      method: 'Read from the places on ranking lists that records of companies hold.',
      sources: [
        { records: 'companies' as const, count: companies.length, note: 'With a rank in the range.' },
      ],
    }
  },
})

function ranks(list: string, { low, high, year }: { low: number; high: number; year: number }): Condition {
  const tokens = Array.from({ length: high - low + 1 }, (_, step) => rankingToken(list, low + step, year))
  return hasAny('facets', tokens)
}

async function newestYear(
  { search }: InsightsDeps,
  {
    list,
    nowMs,
    ...asked
  }: {
    list: string
    nowMs: number
    snapshot: Awaited<ReturnType<InsightsDeps['search']['snapshots']['newest']>>
    signal: AbortSignal
  },
): Promise<number | undefined> {
  const last = new Date(nowMs).getUTCFullYear() + 1
  const everywhere = { low: 1, high: 1000 }
  for (let year = last; year > last - yearsBack; year--) {
    const condition = ranks(list, { ...everywhere, year })
    if ((await search.keys('companies', { ...asked, condition, limit: 1 })).ids.length > 0) return year
  }
  return undefined
}

function rankIn({ fortune_rankings }: CompanyRecord, list: string, year: number): number | undefined {
  const token = rankingToken(list, 0, year)
  const found = (fortune_rankings ?? []).find(
    (each) => each.list !== null && each.year === year && rankingToken(each.list, 0, year) === token,
  )
  return found?.rank ?? undefined
}

function rankedOf({ network }: InsightsDeps, record: CompanyRecord, place: number): z.output<typeof ranked> {
  const staff = (record.employee_trends ?? []).find(({ functions }) => functions === '_all_employees')
  const profits = Number(record.custom_data?.['profits_usd'] ?? Number.NaN)
  const count = staff?.current_count ?? record.employee_count_consensus?.gte ?? null
  return {
    name: record.preferred_name,
    rank: place,
    domain: record.domains?.[0] ?? null,
    pnetUrl: companyUrl(record, network),
    pnetOrgId: record.li_org_id,
    ticker: record.stock_info_consensus?.ticker ?? null,
    headquarters: record.location_consensus?.formatted_address ?? record.location_name,
    countryCode: record.location_consensus?.country_code ?? null,
    revenueUsd: record.revenue_usd ?? record.revenue_estimate?.value_usd?.gte ?? null,
    profitsUsd: Number.isFinite(profits) ? profits : null,
    marketCapUsd: record.market_cap_usd,
    employeeCount: count === null ? null : Math.round(count),
  }
}
