import { normalText } from '../../lib/text-normal.ts'
import type { CityColumns } from './city-columns.ts'
import alternatesJson from './data/city-alternates.json' with { type: 'json' }

/** Finds cities by any of their names. */
export interface NameIndex {
  /** Indexes of the cities with that name, best first. */
  find(name: string): number[]
}

/**
 * How much more populous a city has to be for one of its other names to win over a place officially called so:
 * "Geneva" is the Swiss city, not the one in Illinois, but "York" is not Toronto, which was once called that.
 */
const otherNameDiscount = 8

/** City index and name hash share a double: 2^20 cities at most, 32 bits of hash above them. */
const indexSpace = 2 ** 20

/**
 * An index without its keys: hashes sorted in one array, names compared on look-up. 176,000 strings in a Map
 * would take 40 MB and most of the start-up.
 */
export function buildNameIndex(columns: CityColumns): NameIndex {
  const others = otherNamesByCity()
  const entries: number[] = []
  for (const [index, name] of columns.names.entries()) {
    entries.push(hashOf(placeKey(name)) * indexSpace + index)
    const listed = others.get(columns.ids[index]!)
    if (listed === undefined) continue
    for (const other of listed.split('|')) entries.push(hashOf(placeKey(other)) * indexSpace + index)
  }
  const sorted = Float64Array.from(entries).sort()
  return {
    find(name) {
      const key = placeKey(name)
      const weights = new Map<number, number>()
      const hash = hashOf(key)
      for (let position = lowerBound(sorted, hash * indexSpace); position < sorted.length; position++) {
        if (Math.floor(sorted[position]! / indexSpace) !== hash) break
        const index = sorted[position]! % indexSpace
        const isOfficial = placeKey(columns.names[index]!) === key
        // Two names with the same hash are possible; only those really called so count.
        if (!isOfficial && !hasName(others.get(columns.ids[index]!), key)) continue
        weights.set(index, columns.populations[index]! / (isOfficial ? 1 : otherNameDiscount))
      }
      return [...weights].sort((a, b) => b[1] - a[1]).map(([index]) => index)
    },
  }
}

function otherNamesByCity(): Map<number, string> {
  return new Map(Object.entries(alternatesJson).map(([id, names]) => [Number(id), names]))
}

function hasName(listed: string | undefined, key: string): boolean {
  return listed?.split('|').some((other) => placeKey(other) === key) ?? false
}

const shortForms: Record<string, string> = {
  saint: 'st',
  sankt: 'st',
  sainte: 'ste',
  fort: 'ft',
  mount: 'mt',
}

/** Normal form in which "Saint Louis" and "St. Louis", "Fort Worth" and "Ft Worth" are the same. */
function placeKey(name: string): string {
  const normal = normalText(name)
  const space = normal.indexOf(' ')
  if (space === -1) return normal
  const short = shortForms[normal.slice(0, space)]
  return short === undefined ? normal : short + normal.slice(space)
}

/** FNV-1a over UTF-16 units: 32 bits, unsigned. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let offset = 0; offset < text.length; offset++)
    hash = Math.imul(hash ^ text.charCodeAt(offset), 0x01000193)
  return hash >>> 0
}

/** First position whose value is not below `value`. */
function lowerBound(sorted: Float64Array, value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}
