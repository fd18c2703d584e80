import type { Drift } from '../formats/shape.ts'
import { readHeadcount } from '../../../lib/headcount-text.ts'
import { isCurrencyCode, parseNumber } from '../../../lib/number-text.ts'
import { parseRange } from '../../../lib/range-text.ts'
import { toDollars, isPossible, moneyOfText, readSign, type QuantityName } from '../../records/index.ts'

/** The numbers of a quantity: what is impossible, or measured in something else, is left out and told. */
export function fitMeasured(quantity: QuantityName, path: string): Fit {
  return (value, context) => {
    const number = typeof value === 'string' ? readNumber(quantity, value) : value
    // A value that is not a number at all is left for the schema to refuse.
    if (number === undefined && typeof value === 'string' && !/\d/.test(value)) return value
    if (number !== undefined && typeof number !== 'number') return value
    if (number !== undefined && isPossible(quantity, number)) return number
    context?.tell?.({ path, kind: 'unusable', value })
    return undefined
  }
}

/** Two bounds, or a text or number that says them. */
export function fitRange(quantity: QuantityName, members: Fit, path: string): Fit {
  return (value, context) => {
    if (typeof value !== 'string' && typeof value !== 'number') {
      const range = members(value, context)
      return isEmpty(range) && !isEmpty(value) ? undefined : ordered(range, path, context)
    }
    if (typeof value === 'string' && !/\d/.test(value)) return value
    const range = readRange(quantity, value)
    if (range !== undefined) return range
    context?.tell?.({ path, kind: 'unusable', value })
    return undefined
  }
}

type Range = { gte: number | null; lte: number | null }

const isEmpty = (range: unknown): boolean => {
  const { gte, lte } = (range ?? {}) as Partial<Range>
  return (gte ?? null) === null && (lte ?? null) === null
}

function ordered(range: unknown, path: string, context: Parameters<Fit>[1]): unknown {
  const { gte, lte } = (range ?? {}) as Partial<Range>
  if (typeof gte !== 'number' || typeof lte !== 'number' || gte <= lte) return range
  context?.tell?.({ path, kind: 'unusable', value: range })
  return undefined
}

function readRange(quantity: QuantityName, value: string | number): Range | undefined {
  const range =
    quantity === 'headcount' && typeof value === 'string' ? readHeadcount(value) : plainRange(quantity, value)
  if (range === undefined) return undefined
  const bounds = [range.gte, range.lte].filter((bound) => bound !== null)
  return bounds.every((bound) => isPossible(quantity, bound)) ? range : undefined
}

function plainRange(quantity: QuantityName, value: string | number): Range | undefined {
  const single = typeof value === 'string' ? readNumber(quantity, value) : value
  if (single !== undefined) return { gte: single, lte: single }
  return isBare(String(value)) ? parseRange(value) : undefined
}

/** No sign of money or of a share. */
const isBare = (text: string): boolean => !/[\p{Sc}%]/u.test(text)

function readNumber(quantity: QuantityName, text: string): number | undefined {
  const sign = readSign(quantity)
  if (quantity === 'dollars') {
    const money = moneyOfText(text, { currency: 'USD', decimal: '.' })
    return money && toDollars(money)
  }
  const hasPercent = text.includes('%')
  const letters = /^\s*([a-z]{3})\b|\b([a-z]{3})\s*$/i.exec(text)
  const hasCurrency = /\p{Sc}/u.test(text) || isCurrencyCode(letters?.[1] ?? letters?.[2] ?? '')
  if (hasPercent && sign !== 'percent') return undefined
  if (hasCurrency && sign !== 'money') return undefined
  return parseNumber(text)
}

/** The day something was founded: between the year 1000 and the next one. */
export function fitFoundingDate(path: string): Fit {
  return (value, context) => {
    const text = typeof value === 'number' ? String(value) : value
    if (typeof text !== 'string') return value
    const year = /^(\d+)(?:-\d{2}(?:-\d{2})?(?:T.*)?)?$/.exec(text.trim())?.[1]
    if (year === undefined) return text
    const last = Number(context?.asOf?.slice(0, 4) ?? '2199') + 1
    if (year.length === 4 && Number(year) >= 1000 && Number(year) <= last) return text
    context?.tell?.({ path, kind: 'unusable', value })
    return undefined
  }
}

/**
 * Brings a value into the type its member has, where that loses nothing; the schema refuses the rest. What can be no value
 * of the member (`-7` employees, `£3bn` where dollars are due and no rate is known) becomes undefined, and is reported.
 */
export type Fit = (value: unknown, context?: FitContext) => unknown

export interface FitContext {
  /** ISO date the row is true for. */
  asOf?: string | undefined
  /** Told of what is left out. */
  tell?: ((drift: Drift) => void) | undefined
}
