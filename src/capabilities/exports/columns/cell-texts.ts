/** Texts that several columns format in the same way. */

/** The known parts, joined by commas; null where there are none. */
export function joined(parts: readonly (string | null | undefined)[], between = ', '): string | null {
  const filled = parts.filter((part) => part !== null && part !== undefined && part.trim() !== '')
  return filled.length === 0 ? null : filled.join(between)
}

/** The distinct texts of the entries that have one. */
export function listed<T>(
  entries: readonly T[] | null | undefined,
  toText: (entry: T) => string | null | undefined,
): readonly string[] | null {
  if (entries === null || entries === undefined || entries.length === 0) return null
  const texts = new Set<string>()
  for (const entry of entries) {
    const text = toText(entry)
    if (text !== null && text !== undefined && text !== '') texts.add(text)
  }
  return texts.size === 0 ? null : [...texts]
}

export const same = (text: string | null): string | null => text

/** An object or list as JSON; null where it is empty. */
export function json(value: object | null | undefined): string | null {
  if (value === null || value === undefined) return null
  if (Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0) return null
  return JSON.stringify(value)
}

/** Whole months between two days (`YYYY`, `YYYY-MM` or `YYYY-MM-DD`); null where the first is unknown or later. */
export function monthsBetween(from: string | null | undefined, to: string): number | null {
  const start = dateParts(from)
  const end = dateParts(to)
  if (start === undefined || end === undefined) return null
  const months = (end.year - start.year) * 12 + end.month - start.month - (end.day < start.day ? 1 : 0)
  return months < 0 ? null : months
}

/** The same in whole years. */
export function yearsBetween(from: string | null | undefined, to: string): number | null {
  const months = monthsBetween(from, to)
  return months === null ? null : Math.floor(months / 12)
}

/** An incomplete date stands for the first day of its month or year. */
function dateParts(
  text: string | null | undefined,
): { year: number; month: number; day: number } | undefined {
  const match = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?/.exec(text ?? '')
  if (match === null) return undefined
  return { year: Number(match[1]), month: Number(match[2] ?? 1), day: Number(match[3] ?? 1) }
}

/** `from 2019-04 to 2021-01`, as far as it is known. */
export function span(from: string | null, to: string | null, isCurrent: boolean): string | null {
  if (from === null && to === null) return null
  return `${from ?? '?'} to ${to ?? (isCurrent ? 'now' : '?')}`
}
