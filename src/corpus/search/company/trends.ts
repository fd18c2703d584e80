import { z } from 'zod'
import { optional } from '../../../operation/index.ts'
import { employeeTrendFunction } from '../../records/index.ts'
import { mostMonthsBack } from '../../search-index/index.ts'
import { and, never, not, or, type Bind, type Condition } from '../condition.ts'
import { filter } from '../filter.ts'
import { isCrossed, numberRange, withinRange, type NumberRange } from '../range.ts'

const change = z
  .union([z.number(), numberRange(z.number())])
  .describe('A range, or a number: at least this rise, or, below zero, at least this fall.')
const minChange = z.number().min(-1)
const share = z
  .union([minChange, numberRange(minChange)])
  .describe('As a fraction: 0.2 is a rise by 20 %, -0.5 a fall by half. Otherwise like numeric_change.')
const windowLookBackMonths = z.number().int().min(0).max(24).describe('From how many months ago until now.')

const trendRule = z
  .object({
    jobFunction: employeeTrendFunction,
    countCriteria: z.discriminatedUnion('type', [
      z.object({ type: z.literal('numeric_change'), change, windowLookBackMonths }),
      z.object({ type: z.literal('percent_change'), change: share, windowLookBackMonths }),
      z.object({ type: z.literal('current_count'), range: numberRange(z.number()) }),
    ]),
  })
  .meta({ id: 'EmployeeTrendRule' })

type TrendRule = z.output<typeof trendRule>

function toRange(value: number | NumberRange): NumberRange {
  if (typeof value !== 'number') return value
  return value < 0 ? { upperBound: value } : { lowerBound: value }
}

/**
 * Compares the counts of one group of staff with bounds. `n[1]` is the newest count, `n[m + 1]` the one m months
 * before.
 */
function trendCondition({ jobFunction, countCriteria: criteria }: TrendRule): Condition {
  const isCurrent = criteria.type === 'current_count'
  const range = isCurrent ? criteria.range : toRange(criteria.change)
  if (isCrossed(range)) return never
  const text = (bind: Bind) => {
    const group = `g = ${bind.value('String', jobFunction)}`
    const exists = (test: string) => `arrayExists((g, n) -> ${group} AND ${test}, trend_groups, trend_counts)`
    if (isCurrent) return exists(withinRange(bind, 'n[1]', range))
    const then = `n[${bind.value('UInt8', criteria.windowLookBackMonths + 1)}]`
    const reaches = `length(n) > ${bind.value('UInt8', criteria.windowLookBackMonths)}`
    if (criteria.type === 'numeric_change')
      return exists(`${reaches} AND ${withinRange(bind, `(n[1] - ${then})`, range)}`)
    const fraction = `((n[1] - ${then}) / ${then})`
    return exists(`${reaches} AND ${then} != 0 AND ${withinRange(bind, fraction, range)}`)
  }
  return { kind: 'sql', text }
}

const rules = optional(z.array(trendRule).max(50))

const windowMonths = z
  .union([1, 2, 3, 6, 12, 18, 24, mostMonthsBack].map((months) => z.literal(months)))
  .describe('From how many months ago until now.')

/** What is asked of all staff together. */
const totalRule = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('percent_change'),
      windowMonths,
      change: numberRange(minChange).describe('Fractions.'),
    }),
    z.object({ type: z.literal('numeric_change'), windowMonths, change: numberRange(z.number()) }),
  ])
  .meta({ id: 'EmployeeTotalRule' })

const totalCondition = ({ type, windowMonths: windowLookBackMonths, change }: z.output<typeof totalRule>) =>
  trendCondition({ jobFunction: '_all_employees', countCriteria: { type, change, windowLookBackMonths } })

const totals = optional(z.array(totalRule).max(50))

interface Obeyed<T> {
  obeysAll?: T[] | undefined
  obeysAny?: T[] | undefined
  obeysNone?: T[] | undefined
}

const obeying = <T>(
  { obeysAll = [], obeysAny, obeysNone = [] }: Obeyed<T>,
  condition: (rule: T) => Condition,
) =>
  and([
    ...obeysAll.map(condition),
    ...(obeysAny === undefined ? [] : [or(obeysAny.map(condition))]),
    not(or(obeysNone.map(condition))),
  ])

/** Company search parameters about the number of staff over time. */
export const trendFilters = {
  employeeTrends: filter(
    z.object({
      obeysAll: rules.describe('All of these hold.'),
      obeysAny: rules.describe('At least one of these holds.'),
      obeysNone: rules.describe('None of these holds.'),
    }),
    (value) => obeying(value, trendCondition),
  ),
  employeeTrendsV2: filter(
    z.object({
      obeysAll: totals.describe('All of these hold.'),
      obeysAny: totals.describe('At least one of these holds.'),
      obeysNone: totals.describe('None of these holds.'),
    }),
    (value) => obeying(value, totalCondition),
  ),
}

export const trendMeanings: Record<keyof typeof trendFilters, string> = {
  employeeTrends: 'Staff of a function, or all staff: current number, and its change over up to 24 months.',
  employeeTrendsV2: 'All staff: the change of their number over one of the windows.',
}
