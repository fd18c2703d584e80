import type { Point } from './block.ts'

const unknown = 0x7fffffff

/** Where some nodes are. Sixteen bytes each: an object a node would be ten times as many. */
export class Positions {
  readonly #ids: Float64Array
  readonly #lats: Int32Array
  readonly #lons: Int32Array
  /** Where the last node was found or would be: extracts name them in order. */
  #near = 0

  /** `lists`: ids, in any order and any number of times. */
  constructor(lists: Iterable<ArrayLike<number>>, count: number) {
    const all = new Float64Array(count)
    let filled = 0
    for (const ids of lists) {
      all.set(ids, filled)
      filled += ids.length
    }
    all.sort()
    let length = 0
    for (const id of all) if (length === 0 || all[length - 1] !== id) all[length++] = id
    this.#ids = all.subarray(0, length)
    this.#lats = new Int32Array(length).fill(unknown)
    this.#lons = new Int32Array(length)
  }

  see(id: number, { lat, lon }: Point): void {
    const place = this.#placeOf(id)
    if (place === undefined) return
    this.#lats[place] = lat
    this.#lons[place] = lon
  }

  of(id: number): Point | undefined {
    const place = this.#placeOf(id)
    const lat = place === undefined ? undefined : this.#lats[place]
    return place === undefined || lat === undefined || lat === unknown
      ? undefined
      : { lat, lon: this.#lons[place] as number }
  }

  #placeOf(id: number): number | undefined {
    const ids = this.#ids
    let [from, to] = [0, ids.length]
    const before = ids[this.#near - 1]
    const here = ids[this.#near]
    if (before === undefined || before < id) {
      if (here === undefined || id <= here) return here === id ? this.#near : undefined
      from = this.#near
    } else to = this.#near
    while (from < to) {
      const middle = (from + to) >>> 1
      if ((ids[middle] as number) < id) from = middle + 1
      else to = middle
    }
    this.#near = from
    return ids[from] === id ? from : undefined
  }
}

/** The middle of the box around points, in degrees; undefined without any. A box over the 180th meridian is as small as it is. */
export function findMiddle(points: readonly Point[]): [lon: number, lat: number] | undefined {
  const first = points[0]
  if (first === undefined) return undefined
  let [south, north, west, east] = [first.lat, first.lat, first.lon, first.lon]
  for (const { lat, lon } of points) {
    south = Math.min(south, lat)
    north = Math.max(north, lat)
    const near = turnTowards(first.lon, lon)
    west = Math.min(west, near)
    east = Math.max(east, near)
  }
  const lon = turnTowards(0, Math.round((west + east) / 2))
  return [lon / scale, Math.round((south + north) / 2) / scale]
}

/** The same meridian, at most half a turn from `middle`. */
function turnTowards(middle: number, lon: number): number {
  if (lon - middle > half) return lon - 2 * half
  return middle - lon > half ? lon + 2 * half : lon
}

const scale = 1e7
const half = 180 * scale
