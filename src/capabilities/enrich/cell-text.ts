/** A value in one cell: lists joined by semicolons, ranges as `51-200`, other objects as JSON. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value))
    return value
      .map(cellText)
      .filter((text) => text !== '')
      .join('; ')
  if (typeof value !== 'object') return String(value)
  return rangeText(value) ?? JSON.stringify(value)
}

function rangeText(value: object): string | undefined {
  if (Object.keys(value).some((name) => name !== 'gte' && name !== 'lte')) return undefined
  const { gte = null, lte = null } = value as { gte?: unknown; lte?: unknown }
  if (gte === lte) return cellText(gte)
  return lte === null ? `${cellText(gte)}+` : `${cellText(gte)}-${cellText(lte)}`
}
