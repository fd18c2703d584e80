/** Degrees: latitude -90..90, longitude -180..180. */
export interface GeoPoint {
  latitude: number
  longitude: number
}

/** A rectangle of degrees, bounds included; `minLongitude` is never above `maxLongitude`. */
export interface GeoBox {
  minLatitude: number
  maxLatitude: number
  minLongitude: number
  maxLongitude: number
}

/** A point while longitudes are unrolled past ±180. */
type Flat = readonly [longitude: number, latitude: number]

/** The mean radius of the earth (IUGG). */
const earthRadiusKm = 6371.0088
export const halfCircumferenceKm = Math.PI * earthRadiusKm
const kmPerMile = 1.609344
const radians = Math.PI / 180
/** About 1 m: keeps rounding from putting a point of the circle's edge outside its box. */
const marginDegrees = 1e-5

/** Great-circle distance by the haversine formula on a sphere: within 0.6 % of the ellipsoid's. */
export function distanceKm(a: GeoPoint, b: GeoPoint): number {
  const sinLatitude = Math.sin(((b.latitude - a.latitude) * radians) / 2)
  const sinLongitude = Math.sin(((b.longitude - a.longitude) * radians) / 2)
  const h =
    sinLatitude * sinLatitude +
    Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * sinLongitude * sinLongitude
  return 2 * earthRadiusKm * Math.asin(Math.sqrt(Math.min(1, h)))
}

/** International miles to kilometres. */
export function milesToKm(miles: number): number {
  return miles * kmPerMile
}

/**
 * Boxes that contain every point within the radius of the centre, for a cheap test before the exact distance: one,
 * or two when the circle crosses the antimeridian. A circle around a pole takes all longitudes.
 * Throws RangeError on a negative or non-finite radius.
 */
export function boundingBoxes(center: GeoPoint, radiusKm: number): GeoBox[] {
  if (!Number.isFinite(radiusKm) || radiusKm < 0) throw new RangeError(`not a radius: ${radiusKm}`)
  const angle = radiusKm / earthRadiusKm
  const reach = angle / radians + marginDegrees
  const south = center.latitude - reach
  const north = center.latitude + reach
  const latitudes = { minLatitude: Math.max(-90, south), maxLatitude: Math.min(90, north) }
  if (south <= -90 || north >= 90) return [{ ...latitudes, minLongitude: -180, maxLongitude: 180 }]
  // The widest meridians touch the circle poleward of its centre, hence not simply radius / cos(latitude).
  const width =
    Math.asin(Math.min(1, Math.sin(reach * radians) / Math.cos(center.latitude * radians))) / radians
  const west = center.longitude - width
  const east = center.longitude + width
  if (east - west >= 360) return [{ ...latitudes, minLongitude: -180, maxLongitude: 180 }]
  if (west < -180) {
    return [
      { ...latitudes, minLongitude: -180, maxLongitude: east },
      { ...latitudes, minLongitude: west + 360, maxLongitude: 180 },
    ]
  }
  if (east > 180) {
    return [
      { ...latitudes, minLongitude: west, maxLongitude: 180 },
      { ...latitudes, minLongitude: -180, maxLongitude: east - 360 },
    ]
  }
  return [{ ...latitudes, minLongitude: west, maxLongitude: east }]
}

/**
 * A polygon as one or more polygons of the flat longitude-latitude plane, longitudes within -180..180. An edge
 * that jumps more than 180 degrees of longitude is read as the short way across the antimeridian; a ring that goes
 * once around the earth encloses the nearer pole. A polygon that does not cross comes back as it is. Pieces of a
 * concave polygon may be joined by an edge along ±180, which the even-odd rule does not see.
 */
export function splitPolygonAtAntimeridian(polygon: readonly GeoPoint[]): GeoPoint[][] {
  const vertices = withHalfTurns(polygon)
  if (!crosses(vertices)) return [[...vertices]]
  const flat = unrolled(vertices)
  const longitudes = flat.map(([longitude]) => longitude)
  // Shifted so that the western end lies in the first window: a ring up to 360 degrees wide then fills two at most.
  const shift = -360 * Math.floor((Math.min(...longitudes) + 180) / 360)
  const ring = flat.map(([longitude, latitude]): Flat => [longitude + shift, latitude])
  const east = Math.max(...longitudes) + shift
  const pieces: GeoPoint[][] = []
  for (let window = 0; window * 360 - 180 < east; window++) {
    const piece = clipped(ring, window * 360)
    if (piece.length >= 3) pieces.push(piece)
  }
  return pieces
}

/**
 * An edge from -180 to 180, or back, ends on the meridian it began on: it is meant to go around the earth. Given a vertex
 * halfway, none of its halves is read as the short way.
 */
export function withHalfTurns(vertices: readonly GeoPoint[]): GeoPoint[] {
  return vertices.flatMap((vertex, index) => {
    const before = vertices.at(index - 1) as GeoPoint
    if (Math.abs(vertex.longitude - before.longitude) !== 360) return [vertex]
    return [{ latitude: (vertex.latitude + before.latitude) / 2, longitude: 0 }, vertex]
  })
}

/**
 * Even-odd rule in the flat longitude-latitude plane. Points on an edge fall on either side, consistently: of two
 * polygons that share an edge, one holds it.
 */
export function pointInPolygon(point: GeoPoint, polygon: readonly GeoPoint[]): boolean {
  let inside = false
  let before = polygon.at(-1)
  for (const vertex of polygon) {
    if (before !== undefined && vertex.latitude > point.latitude !== before.latitude > point.latitude) {
      const share = (point.latitude - vertex.latitude) / (before.latitude - vertex.latitude)
      if (point.longitude < vertex.longitude + share * (before.longitude - vertex.longitude)) inside = !inside
    }
    before = vertex
  }
  return inside
}

function crosses(vertices: readonly GeoPoint[]): boolean {
  return vertices.some(
    (vertex, i) => Math.abs(vertex.longitude - (vertices.at(i - 1) ?? vertex).longitude) > 180,
  )
}

/** Each longitude moved by full turns next to its predecessor's; a ring around the earth is closed over the pole. */
function unrolled(vertices: readonly GeoPoint[]): Flat[] {
  const flat: Flat[] = []
  let previous = vertices[0]?.longitude ?? 0
  for (const { longitude, latitude } of vertices) {
    previous = nearTo(previous, longitude)
    flat.push([previous, latitude])
  }
  const [start] = flat
  if (start === undefined) return flat
  const end = nearTo(previous, start[0])
  if (Math.abs(end - start[0]) < 180) return flat
  const mean = flat.reduce((sum, [, latitude]) => sum + latitude, 0) / flat.length
  const pole = mean < 0 ? -90 : 90
  return [...flat, [end, start[1]], [end, pole], [start[0], pole]]
}

/** `longitude` plus the full turns that bring it within 180 degrees of `anchor`. */
function nearTo(anchor: number, longitude: number): number {
  const gap = longitude - anchor
  if (Math.abs(gap) <= 180) return longitude
  return longitude - 360 * Math.round(gap / 360)
}

/** The part of the ring within 180 degrees of `middle` (Sutherland-Hodgman), moved back to -180..180. */
function clipped(ring: readonly Flat[], middle: number): GeoPoint[] {
  const eastOfWest = clipAt(ring, middle - 180, (longitude) => longitude >= middle - 180)
  const inside = clipAt(eastOfWest, middle + 180, (longitude) => longitude <= middle + 180)
  const points = inside.map(([longitude, latitude]) => ({ latitude, longitude: longitude - middle }))
  // A ring that only touches the window leaves points on its edge, and no area.
  return points.some(({ longitude }) => longitude !== points[0]?.longitude) ? points : []
}

function clipAt(ring: readonly Flat[], edge: number, keeps: (longitude: number) => boolean): Flat[] {
  const vertices: Flat[] = []
  let from = ring.at(-1)
  for (const to of ring) {
    if (from !== undefined && keeps(from[0]) !== keeps(to[0])) {
      vertices.push([edge, from[1] + ((edge - from[0]) / (to[0] - from[0])) * (to[1] - from[1])])
    }
    if (keeps(to[0])) vertices.push(to)
    from = to
  }
  return vertices
}
