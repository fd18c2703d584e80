import { z } from 'zod'
import { optional } from '../../operation/index.ts'
import { dayNumber } from '../search-index/index.ts'
import { always, and, never, type Bind, type Condition } from './condition.ts'
import type { FilterContext } from './filter.ts'
import { isCrossed } from './range.ts'
import { dayMs, monthsBefore } from '../../lib/time.ts'

const period = z.enum(['day', 'week', 'month', 'quarter', 'year'])
const isoDate = z.iso.date()

/** A span of days: absolute, or relative to today (SHAPES.md 2 "dates"). */
export const dateRange = z
  .discriminatedUnion('strategy', [
    z.object({
      strategy: z.literal('absolute'),
      range: optional(z.object({ lowerBound: optional(isoDate), upperBound: optional(isoDate) })).describe(
        'Both bounds inclusive; without one, or without a range, it is open.',
      ),
    }),
    z.object({
      strategy: z.literal('relative'),
      window: optional(
        z.discriminatedUnion('method', [
          z.object({ method: z.literal('lastN'), period, quantity: z.number().int().min(1).max(10_000) }),
          z.object({
            method: z.literal('within'),
            period,
            lowerBound: optional(z.number().int().min(0).max(10_000)).describe(
              'At least this many periods ago.',
            ),
            upperBound: optional(z.number().int().min(0).max(10_000)).describe(
              'At most this many periods ago.',
            ),
          }),
          z.object({ method: z.literal('calendar'), which: z.enum(['current', 'previous']), period }),
        ]),
      ).describe('Without one, any day and unknown days.'),
    }),
  ])
  .meta({ id: 'DateRange' })

export type DateRange = z.output<typeof dateRange>
export type Period = z.infer<typeof period>

/** First and last day (numbers since 1970), both inclusive; an absent bound is open. */
export interface Days {
  first?: number | undefined
  last?: number | undefined
}

/** The days of a range, counted from `today`. */
export function toDays(range: DateRange, today: number): Days {
  if (range.strategy === 'absolute') {
    const { lowerBound, upperBound } = range.range ?? {}
    return {
      first: lowerBound === undefined ? undefined : dayNumber(lowerBound),
      last: upperBound === undefined ? undefined : dayNumber(upperBound),
    }
  }
  const { window } = range
  if (window === undefined) return {}
  switch (window.method) {
    case 'lastN':
      return { first: periodsBefore(today, window.period, window.quantity) + 1, last: today }
    case 'within':
      return {
        first:
          window.upperBound === undefined
            ? undefined
            : periodsBefore(today, window.period, window.upperBound),
        last:
          window.lowerBound === undefined ? today : periodsBefore(today, window.period, window.lowerBound),
      }
    case 'calendar': {
      const current = findStart(today, window.period)
      if (window.which === 'current')
        return { first: current, last: findStart(periodsAfter(current, window.period), window.period) - 1 }
      return { first: findStart(current - 1, window.period), last: current - 1 }
    }
  }
}

const months: Partial<Record<Period, number>> = { month: 1, quarter: 3, year: 12 }

/** The day `count` periods before. The end of a month stays one (31 May less a month is 30 April). */
function periodsBefore(day: number, unit: Period, count: number): number {
  const inMonths = months[unit]
  if (inMonths === undefined) return day - count * (unit === 'week' ? 7 : 1)
  return monthsBefore(day, count * inMonths)
}

/** The same day, some years before today. */
export function yearsBefore(today: number, years: number): number {
  return periodsBefore(today, 'year', years)
}

function periodsAfter(day: number, unit: Period): number {
  return periodsBefore(day, unit, -1)
}

/** First day of the period that a day is in. Weeks start on Monday (ISO 8601). */
function findStart(day: number, unit: Period): number {
  if (unit === 'day') return day
  if (unit === 'week') return day - ((((day + 3) % 7) + 7) % 7)
  const date = new Date(day * dayMs)
  const month = date.getUTCMonth()
  return Date.UTC(date.getUTCFullYear(), month - (month % (months[unit] ?? 1)), 1) / dayMs
}

/** A day column within a range. Unknown days are in no range with a bound, and no day is between crossed bounds. */
export function dateCondition(
  column: string,
  unknown: number,
  range: DateRange,
  context: FilterContext,
): Condition {
  const { first, last } = toDays(range, context.today)
  if (first === undefined && last === undefined) return always
  if (isCrossed({ lowerBound: first, upperBound: last })) return never
  const test = (text: (bind: Bind) => string): Condition => ({
    kind: 'sql',
    text,
  })
  return and([
    test((bind) => `${column} != ${bind.value('Int32', unknown)}`),
    ...(first === undefined ? [] : [test((bind) => `${column} >= ${bind.value('Int32', first)}`)]),
    ...(last === undefined ? [] : [test((bind) => `${column} <= ${bind.value('Int32', last)}`)]),
  ])
}
