import type { LocationRecord } from '../records/index.ts'

/** The parts of a place that distinguish it from others. */
export function placeParts(location: LocationRecord | null | undefined) {
  if (!location) return null
  const { city, state_name, country_code, coordinates } = location
  return { city, state_name, country_code, coordinates }
}

/** A list that starts with its main entry. */
export function withFirst(first: string | null, rest: readonly string[] | null): string[] {
  return first === null ? [...(rest ?? [])] : [first, ...(rest ?? []).filter((entry) => entry !== first)]
}
