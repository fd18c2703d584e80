import type { NativeInstrument } from '../records/index.ts'
import { hash } from './random.ts'

/** What statements are made from. */
export interface Issuer {
  /** A year's revenue, in the currency of the statements. */
  revenue: number
  /** Share of the revenue that remains as income. */
  margin: number
  seed: number
}

type Financials = NonNullable<NativeInstrument['financials']>
type Period = NonNullable<Financials[number]['periods']>[number]

const years = 3
const quarters = 5

/** The statements of the last years and quarters that were over on a day. Four quarters come to about a year. */
export function makeFinancials(asOf: string, issuer: Issuer): Financials {
  const periods = [...quartersBefore(asOf), ...yearsBefore(asOf)]
  const statement = (lines: (revenue: number) => [string, number][]): Period[] =>
    periods.map(({ age, ...period }) => {
      const share = period.period_type === 'annual' ? 1 : 0.25
      const wobble = 0.96 + (0.08 * hash(issuer.seed, 51, Math.round(age * 4))) / 2 ** 32
      const revenue = issuer.revenue * share * 1.06 ** -age * wobble
      const line_items = lines(revenue).map(([name, value]) => ({ name, value: Math.round(value) }))
      return { ...period, line_items }
    })
  const { margin } = issuer
  return [
    {
      statement: 'incomeStatement',
      periods: statement((revenue) => [
        ['Revenue', revenue],
        ['Operating expenses', revenue * (1 - margin * 1.3)],
        ['Operating income', revenue * margin * 1.3],
        ['Net income', revenue * margin],
      ]),
    },
    {
      statement: 'balanceSheet',
      // Assets do not shrink with the length of a period.
      periods: statement((revenue) => [
        ['Total assets', issuer.revenue * 1.4 * (0.9 + revenue / issuer.revenue / 10)],
        ['Total liabilities', issuer.revenue * 0.8 * (0.9 + revenue / issuer.revenue / 10)],
        ['Total equity', issuer.revenue * 0.6 * (0.9 + revenue / issuer.revenue / 10)],
      ]),
    },
    {
      statement: 'cashFlow',
      periods: statement((revenue) => [
        ['Cash from operations', revenue * margin * 1.2],
        ['Cash from investing', -revenue * margin * 0.5],
        ['Cash from financing', -revenue * margin * 0.4],
        ['Net change in cash', revenue * margin * 0.3],
      ]),
    },
  ]
}

/** A period without its lines, and how many years before the day it ended. */
type Span = Omit<Period, 'line_items'> & { age: number }

const ends = ['03-31', '06-30', '09-30', '12-31']

function quartersBefore(asOf: string): Span[] {
  const year = Number(asOf.slice(0, 4))
  const all = [year, year - 1, year - 2].flatMap((of) =>
    ends
      .map((end, quarter) => ({ period_end_date: `${of}-${end}`, period_label: `Q${quarter + 1} ${of}` }))
      .toReversed(),
  )
  return all
    .filter(({ period_end_date }) => period_end_date < asOf)
    .slice(0, quarters)
    .map((span, place) => ({ ...span, period_type: 'quarterly', age: place / 4 }))
}

function yearsBefore(asOf: string): Span[] {
  const last = Number(asOf.slice(0, 4)) - 1
  return Array.from({ length: years }, (_, place) => ({
    period_end_date: `${last - place}-12-31`,
    period_label: String(last - place),
    period_type: 'annual' as const,
    age: place + 0.5,
  }))
}
