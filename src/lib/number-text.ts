import { withPlainDigits } from './plain-digits.ts'

const scales: Record<string, number> = { k: 1e3, m: 1e6, b: 1e9, bn: 1e9, t: 1e12 }

/** Large numbers as programs write them: `1.0E7`, `2.5e+06`. `1e6` may be a name. */
const exponential = /^[+-]?\d[.,]\d+e\+?\d{1,2}$/i

export type DecimalSign = '.' | ','

/**
 * The number in a text, with currency signs and codes around it, group separators, percent, and the suffixes K, M, B,
 * T. Undefined for other texts.
 */
export function parseNumber(value: unknown, decimal: DecimalSign = '.'): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string') return undefined
  const text = bare(withPlainDigits(value))
  const scientific = exponential.exec(text)
  if (scientific !== null) return Number(text.replace(',', '.'))
  const match = /^([+−-]?)([\d.,'’\s_]*\d|[.,]\d+)\s*(k|m|bn|b|t)?$/iu.exec(text)
  if (!match) return undefined
  const digits = ungrouped(match[2]!, decimal)
  if (digits === undefined) return undefined
  const number = Number(digits)
  const scaled = number * (match[3] === undefined ? 1 : scales[match[3].toLowerCase()]!)
  return match[1] === '-' || match[1] === '−' ? -scaled : scaled
}

const currencyCodes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** Whether three letters are the ISO 4217 code of a currency: `EUR`, and no month such as `Feb`. */
export const isCurrencyCode = (text: string): boolean => currencyCodes.has(text.toUpperCase())

/** Without the sign or code of a currency, or a percent sign. */
function bare(value: string): string {
  const text = value.trim()
  if (/^[+−-]?[\d.,]*\d$/.test(text)) return text
  const [lead = '', code] = /^(?:([a-z]{3})\s*)?\p{Sc}?\s*/iu.exec(text) ?? []
  const behind = code === undefined || isCurrencyCode(code) ? text.slice(lead.length) : text
  const [tail = '', last] = /\s*(?:%|\p{Sc}|\s([a-z]{3}))$/iu.exec(behind) ?? []
  return last === undefined || isCurrencyCode(last) ? behind.slice(0, behind.length - tail.length) : behind
}

/**
 * The decimal sign that digits reveal: the later of two signs (`1.250,00`), or one that does not separate groups of
 * three (`2,1`), but not one that stands twice (`1.250.000`). Undefined where both are possible (`1.250`).
 */
export function findDecimalSign(digits: string): DecimalSign | undefined {
  const [point, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')]
  if (point >= 0 && comma >= 0) return point > comma ? '.' : ','
  const last = Math.max(point, comma)
  if (last < 0) return undefined
  const [own, other] = point > comma ? (['.', ','] as const) : ([',', '.'] as const)
  if (digits.indexOf(own) < last) return other
  return digits.length - last - 1 === 3 ? undefined : own
}

/** Groups of three, and of two before the last as in India. */
const groups = /^\d{1,3}([.,'’\s_])(?:\d{2,3}\1)*\d{3}$/u

/**
 * A number as JavaScript writes it. Signs between digits must stand where groups end: `180,50` where the point is the
 * decimal sign is not 18,050 but another way of writing 180.50, and only a mapping can say which of the two a file
 * uses.
 */
function ungrouped(text: string, decimal: DecimalSign): string | undefined {
  const [whole = '', fraction = '', ...rest] = text.split(decimal)
  if (rest.length > 0 || !/^\d*$/.test(fraction)) return undefined
  const isPlain = /^\d*$/.test(whole)
  if (!isPlain && (!groups.test(whole) || whole.startsWith('0'))) return undefined
  return `${isPlain ? whole : whole.replaceAll(/\D/g, '')}.${fraction}`
}
