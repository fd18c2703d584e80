import { listCells } from '../../lib/geo-cells.ts'
import { memo } from '../../lib/memo.ts'
import { normalText } from '../../lib/text-normal.ts'

/** Days since 1970-01-01 that mean "unknown". */
export const unknownDay = -2_147_483_648

/**
 * `2019`, `2019-04`, `2019-04-30` (and anything after) -> days since 1970; a partial date is its first day, and a month
 * or day of `00` is how some sources write a partial one. Undefined days (`2019-02-31`) are unknown.
 */
export function dayNumber(date: string | null | undefined): number {
  return date ? dayOfDate(date) : unknownDay
}

/** Remembered: a record has a dozen dates, and a century 36,525 days. */
const dayOfDate = memo((date) => {
  const parts = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?/.exec(date)
  if (parts === null) return unknownDay
  const year = Number(parts[1])
  const month = Number(parts[2] ?? 0) || 1
  const day = Number(parts[3] ?? 0) || 1
  // Date.UTC takes the years 0 to 99 for 1900 to 1999.
  const midnight = new Date(0)
  midnight.setUTCFullYear(year, month - 1, day)
  return midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day
    ? midnight.getTime() / 86_400_000
    : unknownDay
})

/** Titles, employers, schools and skills repeat by the million. */
export const normal = memo(normalText)

/** Normal text of several members for keyword search; ` | ` keeps a phrase from reaching across members. */
export function keywordText(parts: readonly (string | null | undefined)[]): string {
  let text = ' '
  for (const part of parts) {
    if (!part) continue
    const words = normal(part)
    if (words !== '') text += `${words} | `
  }
  return text === ' ' ? '' : text
}

/** Normal text between spaces, in which ` a phrase ` is looked for. */
export function paddedText(text: string): string {
  return ` ${normal(text)} `
}

/** Largest rank value: the least prominent. */
const lowestRank = 4_000_000_000

/**
 * Physical order of search rows: small is prominent. `weight` is 0 (unknown) to 1 (the most prominent there is).
 */
export function toRank(weight: number): number {
  return Math.round((1 - Math.min(1, Math.max(0, weight))) * lowestRank)
}

/** 0..1 on a logarithmic scale that reaches 1 at `top`. */
export function logShare(value: number | null | undefined, top: number): number {
  if (!value || value <= 0) return 0
  return Math.min(1, Math.log1p(value) / Math.log1p(top))
}

/** A network organization id as a number; 0 when it is not one (ids of 19 digits and more included: they do not occur). */
export function organizationNumber(id: string | null | undefined): string {
  return id !== null && id !== undefined && /^[1-9]\d{0,17}$/.test(id) ? id : '0'
}

/** The nearest whole number that an Int64 column takes exactly. */
export function wholeNumber(value: number): number {
  return Math.round(Math.min(Number.MAX_SAFE_INTEGER, Math.max(Number.MIN_SAFE_INTEGER, value)))
}

/** Coordinates of a place; NaN where they are not known. */
export function readPoint(place: PlaceWithPoint | null | undefined): { lat: number; lon: number } {
  const coordinates = place?.coordinates
  return { lat: coordinates?.lat ?? Number.NaN, lon: coordinates?.lon ?? Number.NaN }
}

interface PlaceWithPoint {
  coordinates: { lat: number; lon: number } | null
}

/** Tokens of the cells a place is in; see lib/geo-cells.ts. */
export function cellTokens(facet: 'cell' | 'ocell', place: PlaceWithPoint | null | undefined): string[] {
  const { lat, lon } = readPoint(place)
  return listCells(lat, lon).map((cell) => `${facet}:${cell}`)
}
