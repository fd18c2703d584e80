import { z } from 'zod'
import type { CompanyRecord } from '../../corpus/records/index.ts'
import { readHeadcount } from '../../corpus/search-index/index.ts'
import type { InsightsDeps } from './slice.ts'

export const revenueInfo = z
  .object({
    lowerBound: z.number().describe('Lowest yearly revenue, in the currency.'),
    upperBound: z.number().describe('Highest yearly revenue; equal where a figure is known.'),
    currency: z.literal('USD'),
    fiscalYear: z.int().nullable().describe('Fiscal year of the revenue; null where no source says.'),
    basis: z
      .enum(['reported', 'estimated', 'peers'])
      .describe(
        'reported: a source gives the figure; estimated: a source gives bounds; peers: computed here.',
      ),
    citations: z
      .array(z.string())
      .describe('The source and its date, or the companies used for the estimate.'),
    comments: z.string().describe('How the bounds were obtained.'),
  })
  .meta({ id: 'RevenueInfo' })

export type RevenueInfo = z.output<typeof revenueInfo>

/** Minimum number of companies with known revenue for an estimate. */
const minPeers = 20

/** A company's revenue from a source, else estimated from its peers; null where neither is known. */
export async function findRevenue(
  deps: InsightsDeps,
  record: CompanyRecord,
  context: { nowMs: number; signal: AbortSignal },
): Promise<RevenueInfo | null> {
  return (await recordedRevenue(deps, record, context.signal)) ?? (await ofPeers(deps, record, context))
}

async function recordedRevenue(
  { search }: InsightsDeps,
  record: CompanyRecord,
  signal: AbortSignal,
): Promise<RevenueInfo | undefined> {
  const { revenue_usd: figure, revenue_estimate: estimate } = record
  const range = readBounds(estimate)
  if (figure === null && range.length === 0) return undefined
  const [traced] = await search.trace('companies', { records: [record], signal })
  const cited = (member: string, value: string) => {
    const origin = traced?.origins[member]
    const day = origin === undefined ? '' : `, observed ${origin.observedAt.slice(0, 10)}`
    return `${origin?.source ?? 'corpus'}: ${member} ${value}${day}`
  }
  const fiscalYear = estimate?.fiscal_year ?? null
  const citations = [
    ...(figure === null ? [] : [cited('revenue_usd', dollars(figure))]),
    ...(range.length === 0 ? [] : [cited('revenue_estimate', range.map(dollars).join(' to '))]),
    ...(estimate?.sources ?? []).map((source) => `named as source of the estimate: ${source}`),
  ]
  const head = { currency: 'USD' as const, fiscalYear, citations }
  if (figure !== null)
    return {
      lowerBound: figure,
      upperBound: figure,
      ...head,
      basis: 'reported',
      comments: `A source gives the revenue${range.length === 0 ? '' : ', and also bounds'}.${yearNote(fiscalYear)}`,
    }
  const [low = 0, high = 0] = range
  return {
    lowerBound: Math.min(low, high),
    upperBound: Math.max(low, high),
    ...head,
    basis: 'estimated',
    comments: `A source gives these bounds.${yearNote(fiscalYear)}`,
  }
}

/** Both bounds, where at least one is known; the other is then the same. */
function readBounds(estimate: CompanyRecord['revenue_estimate']): number[] {
  const { gte = null, lte = null } = estimate?.value_usd ?? {}
  const [least, largest] = [gte ?? lte, lte ?? gte]
  return least === null || largest === null ? [] : [least, largest]
}

const yearNote = (year: number | null) => (year === null ? ' The fiscal year is unknown.' : '')

async function ofPeers(
  { search, analytics }: InsightsDeps,
  record: CompanyRecord,
  { nowMs, signal }: { nowMs: number; signal: AbortSignal },
): Promise<RevenueInfo | null> {
  const industries = record.standard_industries ?? []
  const headcount = readHeadcount(record)
  if (industries.length === 0 || headcount === undefined || headcount < 1) return null
  if (record.status_consensus === 'closed') return null
  const snapshot = await search.snapshots.newest('companies')
  const { companies, low, middle, high } = await analytics.revenuePerHead({
    industries,
    headcount,
    snapshot,
    signal,
  })
  if (companies < minPeers) return null
  const most = record.employee_count_consensus?.lte ?? headcount
  return {
    lowerBound: rounded(low * headcount),
    upperBound: rounded(high * Math.max(headcount, most)),
    currency: 'USD',
    // Known revenues of peers are from the previous year or later.
    fiscalYear: new Date(nowMs).getUTCFullYear() - 1,
    basis: 'peers',
    citations: [
      `${companies} companies of the corpus in ${industries.join(' or ')} with a known revenue and ${Math.ceil(headcount / 4)} to ${headcount * 4} employees`,
    ],
    comments: `No source gives the revenue. The middle half of ${companies} peers earn ${dollars(rounded(low))} to ${dollars(rounded(high))} for each employee (median ${dollars(rounded(middle))}), multiplied by its ${headcount}${most > headcount ? ` to ${most}` : ''} employees.`,
  }
}

/** Rounds to two figures, the precision of an estimate. */
const rounded = (value: number) => Number(value.toPrecision(2))
const dollars = (value: number) => `${Math.round(value).toLocaleString('en-US')} USD`
