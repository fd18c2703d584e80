import { distanceKm, halfCircumferenceKm, type GeoBox, type GeoPoint } from './geo.ts'

/** A part of the earth that boxes can be compared with. */
export interface GeoRegion {
  /**
   * Whether every point of the box is in the region, or none, by a margin beyond any rounding; else the part of the
   * region that matters within this box.
   */
  at(box: GeoBox): 'inside' | 'outside' | GeoRegion
}

/** About 0.1 m: a point that arithmetic puts into a cell may lie that much beside it, and more. */
const marginDegrees = 1e-6
/** A haversine close to the antipode is off by up to 0.25 m. */
const marginKm = 1e-3

const grown = (box: GeoBox): GeoBox => ({
  minLatitude: Math.max(-90, box.minLatitude - marginDegrees),
  maxLatitude: Math.min(90, box.maxLatitude + marginDegrees),
  minLongitude: box.minLongitude - marginDegrees,
  maxLongitude: box.maxLongitude + marginDegrees,
})

/** Within a distance of a point. */
export function circleRegion(center: GeoPoint, radiusKm: number): GeoRegion {
  const antipode = { latitude: -center.latitude, longitude: center.longitude + 180 }
  const circle: GeoRegion = {
    at(box) {
      const around = grown(box)
      if (nearestKm(center, around) > radiusKm + marginKm) return 'outside'
      // The points farthest from a point are the nearest to its antipode.
      const farthest = halfCircumferenceKm - nearestKm(antipode, around)
      return farthest < radiusKm - marginKm ? 'inside' : circle
    },
  }
  return circle
}

/** Within bounds of degrees, inclusive. Where `minLongitude` is above `maxLongitude` it crosses the antimeridian. */
export function boxRegion(bounds: GeoBox): GeoRegion {
  const { minLatitude, maxLatitude, minLongitude } = bounds
  const across = bounds.maxLongitude - minLongitude
  const width = across === 360 ? 360 : turned(across)
  const region: GeoRegion = {
    at(box) {
      const around = grown(box)
      if (around.minLatitude > maxLatitude || around.maxLatitude < minLatitude) return 'outside'
      const wide = around.maxLongitude - around.minLongitude
      const west = turned(around.minLongitude - minLongitude)
      // The box goes round the earth, so neither begins within the other.
      if (west > width && west + wide < 360) return 'outside'
      const isHigh = around.minLatitude >= minLatitude && around.maxLatitude <= maxLatitude
      return isHigh && west + wide <= width ? 'inside' : region
    },
  }
  return region
}

/** Distance to the nearest point of a box. */
function nearestKm(from: GeoPoint, box: GeoBox): number {
  const east = turned(from.longitude - box.minLongitude)
  const width = box.maxLongitude - box.minLongitude
  if (east <= width) {
    const latitude = Math.max(box.minLatitude, Math.min(box.maxLatitude, from.latitude))
    return distanceKm(from, { latitude, longitude: from.longitude })
  }
  // Along a parallel the distance grows with the difference in longitude, so the nearest point is on the nearer
  // meridian.
  const apart = Math.min(east - width, 360 - east)
  const [sine, cosine] = [Math.sin(from.latitude * radians), Math.cos(from.latitude * radians)]
  const foot = Math.atan2(sine, cosine * Math.cos(apart * radians)) / radians
  const latitudes = [box.minLatitude, box.maxLatitude]
  if (foot > box.minLatitude && foot < box.maxLatitude) latitudes.push(foot)
  return Math.min(
    ...latitudes.map((latitude) =>
      distanceKm({ latitude: from.latitude, longitude: apart }, { latitude, longitude: 0 }),
    ),
  )
}

const radians = Math.PI / 180
const turned = (degrees: number) => degrees - 360 * Math.floor(degrees / 360)

/** A vertex of an unrolled ring: its longitude may lie beyond ±180. */
export interface RingVertex {
  x: number
  y: number
}

interface Edge {
  from: RingVertex
  to: RingVertex
}

/**
 * Inside an unrolled ring by the even-odd rule, with edges straight in degrees. Points are searched for in `turns`
 * turns around the earth.
 */
export function ringRegion(ring: readonly RingVertex[], turns: readonly number[]): GeoRegion {
  const edges = ring.map((to, index) => ({ from: ring.at(index - 1) as RingVertex, to }))
  return bordersRegion(
    ring,
    turns.map((turn) => ({ turn, edges })),
  )
}

/** Edges of the ring that may matter, and how many turns away. */
interface Border {
  turn: number
  edges: readonly Edge[]
}

function bordersRegion(ring: readonly RingVertex[], borders: readonly Border[]): GeoRegion {
  return {
    at(box) {
      const across: Border[] = []
      for (const { turn, edges } of borders) {
        const there = shifted(box, 360 * turn)
        const around = grown(there)
        const meeting = edges.filter((edge) => meets(edge, around))
        if (meeting.length > 0) across.push({ turn, edges: meeting })
        else if (holdsMiddle(ring, there)) return 'inside'
      }
      return across.length === 0 ? 'outside' : bordersRegion(ring, across)
    },
  }
}

const shifted = (box: GeoBox, degrees: number): GeoBox => ({
  ...box,
  minLongitude: box.minLongitude + degrees,
  maxLongitude: box.maxLongitude + degrees,
})

/** Whether a segment and a box have a point in common: neither a side of the box nor the line itself parts them. */
function meets({ from, to }: Edge, box: GeoBox): boolean {
  if (from.x < box.minLongitude && to.x < box.minLongitude) return false
  if (from.x > box.maxLongitude && to.x > box.maxLongitude) return false
  if (from.y < box.minLatitude && to.y < box.minLatitude) return false
  if (from.y > box.maxLatitude && to.y > box.maxLatitude) return false
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const side = (x: number, y: number) => Math.sign(dx * (y - from.y) - dy * (x - from.x))
  const corners =
    side(box.minLongitude, box.minLatitude) +
    side(box.maxLongitude, box.minLatitude) +
    side(box.minLongitude, box.maxLatitude) +
    side(box.maxLongitude, box.maxLatitude)
  return Math.abs(corners) < 4
}

function holdsMiddle(ring: readonly RingVertex[], box: GeoBox): boolean {
  const x = (box.minLongitude + box.maxLongitude) / 2
  const y = (box.minLatitude + box.maxLatitude) / 2
  let isInside = false
  let from = ring.at(-1) as RingVertex
  for (const to of ring) {
    if (to.y > y !== from.y > y && x < to.x + ((y - to.y) / (from.y - to.y)) * (from.x - to.x))
      isInside = !isInside
    from = to
  }
  return isInside
}
