import { normalText } from '../../lib/text-normal.ts'
import { nameAt, type CityColumns } from './city-columns.ts'
import { packed } from './city-file.ts'
import alternatesJson from '../../../data/reference/city-alternates.json' with { type: 'json' }

/** Finds cities by any of their names. */
export interface NameIndex {
  /** Indexes of the cities with that name, best first. */
  find(name: string): number[]
}

/**
 * How many times as populous a city must be for one of its other names to win over a place with that official name:
 * "Geneva" is the Swiss city, not the one in Illinois, but "York" is not Toronto, which once had that name.
 */
const otherNameDiscount = 8

/** City index and name hash share a double: 2^20 cities at most, 32 bits of hash above them. */
const indexSpace = 2 ** 20

/**
 * An index without its keys: hashes sorted in one array, and names compared on look-up. 176,000 strings in a Map
 * would take 40 MB and most of the start-up.
 */
export function buildNameIndex(columns: CityColumns): NameIndex {
  const others = otherNamesByCity()
  const entries: number[] = []
  const { bytes, nameStarts, nameEnds } = columns
  for (let index = 0; index < columns.ids.length; index++) {
    const hash = asciiHash(bytes, nameStarts[index]!, nameEnds[index]!)
    entries.push((hash ?? hashText(placeKey(nameAt(columns, index)))) * indexSpace + index)
    const listed = others.get(columns.ids[index]!)
    if (listed === undefined) continue
    for (const other of listed.split('|')) entries.push(hashText(placeKey(other)) * indexSpace + index)
  }
  const sorted = new Float64Array(entries).sort()
  return {
    find(name) {
      const key = placeKey(name)
      const weights = new Map<number, number>()
      const hash = hashText(key)
      for (let position = lowerBound(sorted, hash * indexSpace); position < sorted.length; position++) {
        if (Math.floor(sorted[position]! / indexSpace) !== hash) break
        const index = sorted[position]! % indexSpace
        const isOfficial = placeKey(nameAt(columns, index)) === key
        // Two names may have the same hash, so only cities that have the name count.
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

/** The other names of the city with an id of GeoNames. */
export const listOtherNames = (id: number): string[] =>
  (alternatesJson as Record<string, string>)[id]?.split('|') ?? []

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

const shortOf = new Map(Object.entries(shortForms).map(([word, short]) => [packed(Buffer.from(word)), short]))

const offsetBasis = 0x811c9dc5
const prime = 0x01000193

/** Normal form in which "Saint Louis" and "St. Louis", "Fort Worth" and "Ft Worth" are equal. */
function placeKey(name: string): string {
  const normal = normalText(name)
  const space = normal.indexOf(' ')
  if (space === -1) return normal
  const short = shortForms[normal.slice(0, space)]
  return short === undefined ? normal : short + normal.slice(space)
}

/** Room for any name of the gazetteer. */
const scratch = new Uint8Array(256)
const [zero, nine, lowerA, lowerZ, upperA, upperZ] = [0x30, 0x39, 0x61, 0x7a, 0x41, 0x5a]
const [space, plus, hash] = [0x20, 0x2b, 0x23]

/**
 * `hashText(placeKey(name))` of a name's bytes, without making texts: four names of five are plain ASCII. Undefined
 * where that takes more than the bytes.
 */
function asciiHash(bytes: Uint8Array, start: number, end: number): number | undefined {
  const length = writeAsciiKey(bytes, start, end)
  if (length === undefined) return undefined
  const word = scratch.subarray(0, length).indexOf(space)
  const short = word > 0 ? shortOf.get(packed(scratch, 0, Math.min(word, 6))) : undefined
  let value = short === undefined || word > 6 ? offsetBasis : hashText(short)
  for (let at = value === offsetBasis ? 0 : word; at < length; at++)
    value = Math.imul(value ^ scratch[at]!, prime)
  return value >>> 0
}

/** Writes the key of a plain name to `scratch`; answers its length, undefined where the name is not plain. */
function writeAsciiKey(bytes: Uint8Array, start: number, end: number): number | undefined {
  if (end - start > scratch.length) return undefined
  let length = 0
  for (let at = start; at < end; at++) {
    let byte = bytes[at]!
    if (byte >= 0x80 || byte === plus || byte === hash) return undefined
    if (byte >= upperA && byte <= upperZ) byte += 0x20
    if ((byte >= lowerA && byte <= lowerZ) || (byte >= zero && byte <= nine)) scratch[length++] = byte
    else if (length > 0 && scratch[length - 1] !== space) scratch[length++] = space
  }
  return length > 0 && scratch[length - 1] === space ? length - 1 : length
}

/** FNV-1a over UTF-16 units: 32 bits, unsigned. */
function hashText(text: string): number {
  let value = offsetBasis
  for (let offset = 0; offset < text.length; offset++)
    value = Math.imul(value ^ text.charCodeAt(offset), prime)
  return value >>> 0
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
