import { z } from 'zod'
import { optional } from '../../operation/index.ts'
import { always, never, type Bind, type Condition } from './condition.ts'

/** `{lowerBound?, upperBound?}`, both inclusive. */
export function numberRange<T extends z.ZodType<number>>(bound: T) {
  return z
    .object({ lowerBound: optional(bound), upperBound: optional(bound) })
    .describe('Both bounds inclusive; without one it is open.')
}

export interface NumberRange {
  lowerBound?: number | undefined
  upperBound?: number | undefined
}

export const isOpen = ({ lowerBound, upperBound }: NumberRange): boolean =>
  lowerBound === undefined && upperBound === undefined

/**
 * Whether nothing is between the bounds. Such a range contradicts itself and matches nothing, but is no bad request.
 */
export const isCrossed = ({ lowerBound, upperBound }: NumberRange): boolean =>
  lowerBound !== undefined && upperBound !== undefined && lowerBound > upperBound

/** SQL for an expression within a range. NaN is in no range with a bound. */
export function withinRange(bind: Bind, expression: string, { lowerBound, upperBound }: NumberRange): string {
  const tests: string[] = []
  if (lowerBound !== undefined) tests.push(`${expression} >= ${bind.value('Float64', lowerBound)}`)
  if (upperBound !== undefined) tests.push(`${expression} <= ${bind.value('Float64', upperBound)}`)
  return tests.length === 0 ? '1' : tests.join(' AND ')
}

/** A number column within a range. Integer columns have no NaN, so `isKnown` tells where they hold a number. */
export function rangeCondition(column: string, range: NumberRange, isKnown?: string): Condition {
  if (isCrossed(range)) return never
  if (isOpen(range)) return always
  const tests = (bind: Bind) => withinRange(bind, column, range)
  return {
    kind: 'sql',
    text: (bind) => (isKnown === undefined ? `(${tests(bind)})` : `(${isKnown} AND ${tests(bind)})`),
  }
}
