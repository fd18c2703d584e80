import { memo } from '../../lib/memo.ts'
import { normalText } from '../../lib/text-normal.ts'

/** Days since 1970-01-01 that mean "unknown". */
export const unknownDay = -2_147_483_648

/** `2019`, `2019-04`, `2019-04-30` (and anything behind) -> days since 1970; a partial date is its first day. */
export function dayNumber(date: string | null | undefined): number {
  const parts = date === null || date === undefined ? null : /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?/.exec(date)
  if (parts === null) return unknownDay
  const day = Date.UTC(Number(parts[1]), Number(parts[2] ?? 1) - 1, Number(parts[3] ?? 1)) / 86_400_000
  return Number.isNaN(day) ? unknownDay : Math.floor(day)
}

const normal = memo(normalText)

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

/** Largest rank value: the least prominent. */
const lowestRank = 4_000_000_000

/**
 * Physical order of search rows: small is prominent. `weight` is 0 (unknown) to 1 (the most prominent there is).
 */
export function rankOf(weight: number): number {
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
