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
const windowLookBackMonths = z
  .number()
  .int()
  .min(0)
  .max(mostMonthsBack)
  .describe('From how many months ago until now.')

const trendRule = z
  .object({
    jobFunction: employeeTrendFunction,
    countCriteria: z.discriminatedUnion('type', [
      z.object({ type: z.literal('numeric_change'), change, windowLookBackMonths }),
      z.object({ type: z.literal('percent_change'), change, windowLookBackMonths }),
      z.object({ type: z.literal('current_count'), range: numberRange(z.number()) }),
    ]),
  })
  .meta({ id: 'EmployeeTrendRule' })

type TrendRule = z.output<typeof trendRule>

function rangeOf(asked: number | NumberRange): NumberRange {
  if (typeof asked !== 'number') return asked
  return asked < 0 ? { upperBound: asked } : { lowerBound: asked }
}

/** The counts of one group of staff within bounds; `n[1]` is the newest, `n[m + 1]` that of m months ago. */
function trendCondition({ jobFunction, countCriteria: criteria }: TrendRule): Condition {
  const isCurrent = criteria.type === 'current_count'
  const range = isCurrent ? criteria.range : rangeOf(criteria.change)
  if (isCrossed(range)) return never
  const text = (bind: Bind) => {
    const group = `g = ${bind('String', jobFunction)}`
    const exists = (test: string) => `arrayExists((g, n) -> ${group} AND ${test}, trend_groups, trend_counts)`
    if (isCurrent) return exists(withinRange(bind, 'n[1]', range))
    const then = `n[${bind('UInt8', criteria.windowLookBackMonths + 1)}]`
    const reaches = `length(n) > ${bind('UInt8', criteria.windowLookBackMonths)}`
    if (criteria.type === 'numeric_change')
      return exists(`${reaches} AND ${withinRange(bind, `(n[1] - ${then})`, range)}`)
    const percent = `((n[1] - ${then}) / ${then} * 100)`
    return exists(`${reaches} AND ${then} != 0 AND ${withinRange(bind, percent, range)}`)
  }
  return { kind: 'sql', text }
}

const rules = optional(z.array(trendRule).max(50))

/** Company search parameters about the number of staff over time. */
export const trendFilters = {
  employeeTrends: filter(
    z.object({
      obeysAll: rules.describe('All of these hold.'),
      obeysAny: rules.describe('At least one of these holds.'),
      obeysNone: rules.describe('None of these holds.'),
    }),
    ({ obeysAll = [], obeysAny, obeysNone = [] }) =>
      and([
        ...obeysAll.map(trendCondition),
        ...(obeysAny === undefined ? [] : [or(obeysAny.map(trendCondition))]),
        not(or(obeysNone.map(trendCondition))),
      ]),
  ),
}

export const trendMeanings: Record<keyof typeof trendFilters, string> = {
  employeeTrends:
    'Staff of a function, or all staff: how many now, and how that changed over up to 24 months.',
}
