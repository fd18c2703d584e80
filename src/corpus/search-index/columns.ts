import { listCells } from '../../lib/geo-cells.ts'
import { memo } from '../../lib/memo.ts'
import { normalText } from '../../lib/text-normal.ts'

/** Days since 1970-01-01 that mean "unknown". */
export const unknownDay = -2_147_483_648

/**
 * Turns `2019`, `2019-04` or `2019-04-30` (and anything after) into days since 1970. A partial date is its first day;
 * some sources write a partial date with a month or day of `00`. Days that do not exist (`2019-02-31`) are unknown.
 */
export function dayNumber(date: string | null | undefined): number {
  return date ? dayOfDate(date) : unknownDay
}

/** Remembered, because a record has a dozen dates and a century 36,525 days. */
const dayOfDate = memo((date) => {
  const parts = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?/.exec(date)
  if (parts === null) return unknownDay
  const year = Number(parts[1])
  const month = Number(parts[2] ?? 0) || 1
  const day = Number(parts[3] ?? 0) || 1
  // Date.UTC reads the years 0 to 99 as 1900 to 1999.
  const midnight = new Date(0)
  midnight.setUTCFullYear(year, month - 1, day)
  return midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day
    ? midnight.getTime() / 86_400_000
    : unknownDay
})

/** Remembered, because titles, employers, schools and skills repeat by the million. */
export const normal = memo(normalText)

/** Normal text of several members for keyword search; ` | ` keeps a phrase from matching across members. */
export function keywordText(parts: readonly (string | null | undefined)[]): string {
  let text = ' '
  for (const part of parts) {
    if (!part) continue
    const words = normal(part)
    if (words !== '') text += `${words} | `
  }
  return text === ' ' ? '' : text
}

/** Normal text between spaces, so that ` a phrase ` can be searched for. */
export function paddedText(text: string): string {
  return ` ${normal(text)} `
}

/** Largest rank value: the least prominent. */
const lowestRank = 4_000_000_000

/** Physical order of search rows, in which small is prominent. `weight` is 0 (unknown) to 1 (the most prominent). */
export function toRank(weight: number): number {
  return Math.round((1 - Math.min(1, Math.max(0, weight))) * lowestRank)
}

/** 0..1 on a logarithmic scale that reaches 1 at `top`. */
export function logShare(value: number | null | undefined, top: number): number {
  if (!value || value <= 0) return 0
  return Math.min(1, Math.log1p(value) / Math.log1p(top))
}

/**
 * A network organization id as a number; 0 for any other text, including ids of 19 digits and more, which do not
 * occur.
 */
export function organizationNumber(id: string | null | undefined): string {
  return id !== null && id !== undefined && /^[1-9]\d{0,17}$/.test(id) ? id : '0'
}

/** The nearest whole number that an Int64 column holds exactly. */
export function wholeNumber(value: number): number {
  return Math.round(Math.min(Number.MAX_SAFE_INTEGER, Math.max(Number.MIN_SAFE_INTEGER, value)))
}

/** Coordinates of a place; NaN where unknown. */
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
