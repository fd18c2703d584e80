import { z } from 'zod'
import { always, and, never, type Bind, type Condition } from './condition.ts'
import { isCrossed, numberRange, type NumberRange } from './range.ts'

/** Bounds of an amount, both inclusive; an absent one is open. */
export const amountRange = numberRange(z.number().min(0).max(1e15))

/** The span that a row states in two columns meets a range. A row without a span meets no range with a bound. */
export function overlaps(columns: { low: string; high: string }, range: NumberRange): Condition {
  if (isCrossed(range)) return never
  const { lowerBound, upperBound } = range
  // Unknown values are NaN, which compares false.
  const test = (text: (bind: Bind) => string): Condition => ({ kind: 'sql', text })
  return and([
    lowerBound === undefined
      ? always
      : test((bind) => `${columns.high} >= ${bind.value('Float64', lowerBound)}`),
    upperBound === undefined
      ? always
      : test((bind) => `${columns.low} <= ${bind.value('Float64', upperBound)}`),
  ])
}
