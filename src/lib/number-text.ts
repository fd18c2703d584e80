const scales: Record<string, number> = { k: 1e3, m: 1e6, b: 1e9, bn: 1e9, t: 1e12 }

export type DecimalSign = '.' | ','

/**
 * The number a text says: currency signs and codes around it, group separators, percent and the suffixes K, M,
 * B, T are understood. Undefined for anything else.
 */
export function parseNumber(value: unknown, decimal: DecimalSign = '.'): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string') return undefined
  const text = bare(value)
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

/** Groups of three, and of two before the last as in India. */
const groups = /^\d{1,3}([.,'’\s_])(?:\d{2,3}\1)*\d{3}$/u

/**
 * A number as JavaScript writes it. Signs between digits must stand where groups end: `180,50` where the point is the
 * decimal sign is no 18,050 but somebody else's way of writing 180.50, and which of the two a file means is for a mapping to say.
 */
function ungrouped(text: string, decimal: DecimalSign): string | undefined {
  const [whole = '', fraction = '', ...rest] = text.split(decimal)
  if (rest.length > 0 || !/^\d*$/.test(fraction)) return undefined
  const isPlain = /^\d*$/.test(whole)
  if (!isPlain && (!groups.test(whole) || whole.startsWith('0'))) return undefined
  return `${isPlain ? whole : whole.replaceAll(/\D/g, '')}.${fraction}`
}

/** `11-50`, `1,001 to 5,000`, `10,001+`, `<10`, or one number, as inclusive bounds. */
export function parseRange(
  value: unknown,
  decimal: DecimalSign = '.',
): { gte: number | null; lte: number | null } | undefined {
  const single = parseNumber(value, decimal)
  if (single !== undefined) return { gte: single, lte: single }
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  const open =
    /^(?:(>=?|≥|over|more than|at least|from)\s*(.+)|(.+?)\s*(?:\+|or more|and (?:more|above|over|up)))$/i.exec(
      text,
    )
  if (open) {
    const bound = parseNumber(open[2] ?? open[3], decimal)
    const isAbove = /^(?:>|over|more than)$/i.test(open[1] ?? '')
    return bound === undefined ? undefined : { gte: isAbove ? bound + 1 : bound, lte: null }
  }
  const below = /^(<=?|≤|under|up to|less than|fewer than|at most)\s*(.+)$/i.exec(text)
  if (below) {
    const bound = parseNumber(below[2], decimal)
    return bound === undefined
      ? undefined
      : { gte: null, lte: /^(?:<=|≤|up to|at most)$/i.test(below[1]!) ? bound : bound - 1 }
  }
  const both = /^(.+?)\s*(?:-|–|—|\.\.+|\bto\b)\s*(.+)$/i.exec(text)
  const [gte, lte] = [parseNumber(both?.[1], decimal), parseNumber(both?.[2], decimal)]
  return gte === undefined || lte === undefined || gte > lte ? undefined : { gte, lte }
}
