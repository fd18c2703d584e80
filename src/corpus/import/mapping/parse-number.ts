const scales: Record<string, number> = { k: 1e3, m: 1e6, b: 1e9, bn: 1e9, t: 1e12 }

export type DecimalSign = '.' | ','

/**
 * The number a text says: currency signs and codes around it, group separators, percent and the suffixes K, M,
 * B, T are understood. Undefined for anything else.
 */
export function parseNumber(value: unknown, decimal: DecimalSign = '.'): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string') return undefined
  const text = value.trim().replace(/^(?:[a-z]{3}\s*)?[\p{Sc}]?\s*|\s*(?:%|[\p{Sc}]|\s[a-z]{3})$/giu, '')
  const match = /^([+-]?)([\d.,'’\s_]*\d|[.,]\d+)\s*(k|m|bn|b|t)?$/iu.exec(text)
  if (!match) return undefined
  const digits = match[2]!
    .replaceAll(/['’\s_]/g, '')
    .replaceAll(decimal === '.' ? ',' : '.', '')
    .replace(decimal, '.')
  const number = Number(digits)
  if (digits === '' || !Number.isFinite(number)) return undefined
  const scaled = number * (match[3] === undefined ? 1 : scales[match[3].toLowerCase()]!)
  return match[1] === '-' ? -scaled : scaled
}

/** `11-50`, `1,001 to 5,000`, `10,001+`, `<10`, or one number, as inclusive bounds. */
export function parseRange(value: unknown): { gte: number | null; lte: number | null } | undefined {
  const single = parseNumber(value)
  if (single !== undefined) return { gte: single, lte: single }
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  const open = /^(?:(>=?|over|more than)\s*(.+)|(.+?)\s*(?:\+|or more))$/i.exec(text)
  if (open) {
    const bound = parseNumber(open[2] ?? open[3])
    const isAbove = open[1] !== undefined && open[1] !== '>='
    return bound === undefined ? undefined : { gte: isAbove ? bound + 1 : bound, lte: null }
  }
  const below = /^(<=?|under|up to|less than)\s*(.+)$/i.exec(text)
  if (below) {
    const bound = parseNumber(below[2])
    return bound === undefined
      ? undefined
      : { gte: null, lte: /^(?:<=|up to)$/i.test(below[1]!) ? bound : bound - 1 }
  }
  const both = /^(.+?)\s*(?:-|–|—|\.\.+|\bto\b)\s*(.+)$/i.exec(text)
  const [gte, lte] = [parseNumber(both?.[1]), parseNumber(both?.[2])]
  return gte === undefined || lte === undefined || gte > lte ? undefined : { gte, lte }
}
