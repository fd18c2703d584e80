import { parseNumber, type DecimalSign } from './number-text.ts'
import { withPlainDigits } from './plain-digits.ts'
import { rangeForms } from './range-words.ts'

/** Inclusive bounds; null for an open end. */
export interface Range {
  gte: number | null
  lte: number | null
}

/**
 * `11-50`, `1,001 to 5,000`, `10,001+`, `<10`, `mehr als 500`, `entre 11 et 50`, or one number, as inclusive bounds, in the
 * words of some twenty languages.
 */
export function parseRange(value: unknown, decimal: DecimalSign = '.'): Range | undefined {
  const single = parseNumber(value, decimal)
  if (single !== undefined) return { gte: single, lte: single }
  if (typeof value !== 'string') return undefined
  const text = withPlainDigits(value).trim()
  return twoBounds(text, decimal) ?? oneBound(text, decimal)
}

function twoBounds(text: string, decimal: DecimalSign): Range | undefined {
  const both = rangeForms.fromAnd.exec(text) ?? rangeForms.between.exec(text)
  const [gte, lte] = [parseNumber(both?.[1], decimal), parseNumber(both?.[2], decimal)]
  return gte === undefined || lte === undefined || gte > lte ? undefined : { gte, lte }
}

/** The forms of one bound, and how each is read. Those of signs alone are the same in every language. */
const forms: readonly [RegExp, (bound: number) => Range][] = [
  [rangeForms.atLeast, (bound) => ({ gte: bound, lte: null })],
  [rangeForms.above, (bound) => ({ gte: bound + 1, lte: null })],
  [rangeForms.atMost, (bound) => ({ gte: null, lte: bound })],
  [rangeForms.below, (bound) => ({ gte: null, lte: bound - 1 })],
]

function oneBound(text: string, decimal: DecimalSign): Range | undefined {
  for (const [form, range] of forms) {
    const match = form.exec(text)
    const bound = match === null ? undefined : parseNumber(match[1] ?? match[2], decimal)
    if (bound !== undefined) return range(bound)
  }
  return undefined
}
