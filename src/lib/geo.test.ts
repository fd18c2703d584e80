import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  boundingBoxes,
  distanceKm,
  type GeoBox,
  type GeoPoint,
  milesToKm,
  pointInPolygon,
  splitPolygonAtAntimeridian,
} from './geo.ts'

const pointAt = (latitude: number, longitude: number): GeoPoint => ({ latitude, longitude })
const paris = pointAt(48.8566, 2.3522)
const point = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})

function wrap(longitude: number): number {
  return Math.max(-180, longitude - 360 * Math.floor((longitude + 180) / 360))
}

/** The point at a distance and bearing, by the direct formula of the sphere. */
function travel(from: GeoPoint, km: number, bearing: number): GeoPoint {
  const angle = km / 6371.0088
  const lat = (from.latitude * Math.PI) / 180
  const sine = Math.sin(lat) * Math.cos(angle) + Math.cos(lat) * Math.sin(angle) * Math.cos(bearing)
  const turn = Math.atan2(
    Math.sin(bearing) * Math.sin(angle) * Math.cos(lat),
    Math.cos(angle) - Math.sin(lat) * sine,
  )
  const latitude = (Math.asin(Math.max(-1, Math.min(1, sine))) * 180) / Math.PI
  return pointAt(latitude, wrap(from.longitude + (turn * 180) / Math.PI))
}

function inBox(box: GeoBox, { latitude, longitude }: GeoPoint): boolean {
  const inLatitude = latitude >= box.minLatitude && latitude <= box.maxLatitude
  return inLatitude && longitude >= box.minLongitude && longitude <= box.maxLongitude
}

describe('distanceKm', () => {
  test.each([
    ['Paris to London', paris, pointAt(51.5074, -0.1278), 343.56],
    ['a quarter of the equator', pointAt(0, 0), pointAt(0, 90), 10007.557],
    ['pole to pole', pointAt(90, 0), pointAt(-90, 77), 20015.115],
    ['one degree of a meridian', pointAt(0, 5), pointAt(1, 5), 111.195],
  ])('%s', (_, a, b, km) => expect(Math.abs(distanceKm(a, b) / km - 1)).toBeLessThan(0.001))

  test('is 0 to itself, the same both ways, and at most half the circumference', () => {
    fc.assert(
      fc.property(point, point, (a, b) => {
        expect(distanceKm(a, a)).toBe(0)
        expect(distanceKm(a, b)).toBeCloseTo(distanceKm(b, a), 6)
        expect(distanceKm(a, b)).toBeLessThanOrEqual(20015.12)
      }),
    )
  })

  test('goes the short way across the antimeridian', () => {
    expect(distanceKm(pointAt(-17, 179), pointAt(-16, -179))).toBeCloseTo(
      distanceKm(pointAt(-17, -1), pointAt(-16, 1)),
      9,
    )
  })

  test('does not see whether a longitude is written as 180 or -180', () => {
    expect(distanceKm(pointAt(10, 180), pointAt(10, -180))).toBeCloseTo(0, 9)
  })
})

test('milesToKm uses the international mile', () => {
  expect(milesToKm(1)).toBe(1.609344)
  expect(milesToKm(25)).toBeCloseTo(40.2336, 10)
})

describe('boundingBoxes', () => {
  test('hold every point within the radius, near poles and the antimeridian too', () => {
    const center = fc.oneof(
      point,
      fc.record({
        latitude: fc.constantFrom(89.9, -89.9, 90, -90, 0, 60),
        longitude: fc.constantFrom(179.9, -179.9, 180, 0),
      }),
    )
    const radius = fc.oneof(
      fc.double({ min: 0, max: 300, noNaN: true }),
      fc.double({ min: 0, max: 20015, noNaN: true }),
    )
    const share = fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true }))
    fc.assert(
      fc.property(
        center,
        radius,
        share,
        fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
        (from, km, part, way) => {
          const there = travel(from, km * part, way)
          expect(boundingBoxes(from, km).some((box) => inBox(box, there))).toBe(true)
        },
      ),
      { numRuns: 3000 },
    )
  })

  test('are one or two proper boxes of the globe', () => {
    fc.assert(
      fc.property(point, fc.double({ min: 0, max: 30_000, noNaN: true }), (center, km) => {
        const boxes = boundingBoxes(center, km)
        expect([1, 2]).toContain(boxes.length)
        for (const box of boxes) {
          expect(box.minLatitude).toBeGreaterThanOrEqual(-90)
          expect(box.maxLatitude).toBeLessThanOrEqual(90)
          expect(box.minLongitude).toBeGreaterThanOrEqual(-180)
          expect(box.maxLongitude).toBeLessThanOrEqual(180)
          expect(box.minLongitude).toBeLessThanOrEqual(box.maxLongitude)
        }
      }),
    )
  })

  test('are tight: 100 km around Paris span about 1.8 by 2.7 degrees', () => {
    const [box, ...none] = boundingBoxes(paris, 100)
    expect(none).toEqual([])
    expect((box?.maxLatitude ?? 0) - (box?.minLatitude ?? 0)).toBeCloseTo(1.7986, 3)
    expect((box?.maxLongitude ?? 0) - (box?.minLongitude ?? 0)).toBeCloseTo(2.7337, 2)
  })

  test('are two across the antimeridian and one around a pole', () => {
    expect(boundingBoxes(pointAt(-17, 179.5), 200)).toHaveLength(2)
    expect(boundingBoxes(pointAt(-17, -179.5), 200)).toHaveLength(2)
    expect(boundingBoxes(pointAt(89.5, 10), 100)).toMatchObject([
      { minLongitude: -180, maxLongitude: 180, maxLatitude: 90 },
    ])
  })

  test('refuse what is no radius', () => {
    for (const bad of [-1, Number.NaN, Infinity]) expect(() => boundingBoxes(paris, bad)).toThrow(RangeError)
  })
})

describe('pointInPolygon', () => {
  const arrow = [pointAt(0, 0), pointAt(0, 10), pointAt(5, 5), pointAt(10, 10), pointAt(10, 0)]

  test('sees a notch and the outside', () => {
    expect(pointInPolygon(pointAt(5, 2), arrow)).toBe(true)
    expect(pointInPolygon(pointAt(5, 8), arrow)).toBe(false)
    expect(pointInPolygon(pointAt(1, 8), arrow)).toBe(true)
    expect(pointInPolygon(pointAt(11, 2), arrow)).toBe(false)
  })

  test('does not depend on direction, starting vertex or an explicit closing vertex', () => {
    const vertex = fc.record({
      latitude: fc.integer({ min: -9, max: 9 }),
      longitude: fc.integer({ min: -9, max: 9 }),
    })
    fc.assert(
      fc.property(
        fc.array(vertex, { minLength: 3, maxLength: 12 }),
        vertex,
        fc.nat(11),
        (ring, grid, turn) => {
          const inside = pointInPolygon(offGrid(grid), ring)
          const cut = turn % ring.length
          const turned = [...ring.slice(cut), ...ring.slice(0, cut)]
          expect(pointInPolygon(offGrid(grid), turned)).toBe(inside)
          expect(pointInPolygon(offGrid(grid), ring.toReversed())).toBe(inside)
          expect(pointInPolygon(offGrid(grid), [...ring, ...ring.slice(0, 1)])).toBe(inside)
        },
      ),
    )
  })

  test('of two polygons with a common edge, one holds each point of it', () => {
    const west = [pointAt(0, 0), pointAt(0, 5), pointAt(10, 5), pointAt(10, 0)]
    const east = [pointAt(0, 5), pointAt(0, 10), pointAt(10, 10), pointAt(10, 5)]
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 9.999, noNaN: true }), (latitude) => {
        expect(pointInPolygon(pointAt(latitude, 5), west)).not.toBe(
          pointInPolygon(pointAt(latitude, 5), east),
        )
      }),
    )
  })

  test('nothing is inside nothing', () => {
    expect(pointInPolygon(paris, [])).toBe(false)
  })
})

/** Near a grid point, yet on no line through two grid points of the ranges used here. */
function offGrid({ latitude, longitude }: GeoPoint): GeoPoint {
  return pointAt(latitude + 0.5 + Math.SQRT2 / 1e3, longitude + Math.PI / 1e3)
}

describe('splitPolygonAtAntimeridian', () => {
  const fiji = [pointAt(-15, 176), pointAt(-15, -178), pointAt(-20, -178), pointAt(-20, 176)]

  test('leaves a polygon alone that does not cross', () => {
    const box = [pointAt(0, -170), pointAt(0, 10), pointAt(10, 10), pointAt(10, -170)]
    expect(splitPolygonAtAntimeridian(box)).toEqual([box])
  })

  test('cuts a box across the antimeridian in two', () => {
    const pieces = splitPolygonAtAntimeridian(fiji)
    expect(pieces).toHaveLength(2)
    const holds = (p: GeoPoint): number => pieces.filter((piece) => pointInPolygon(p, piece)).length
    expect(
      [pointAt(-18, 178), pointAt(-18, 179.999), pointAt(-18, -179.999), pointAt(-18, -179)].map(holds),
    ).toEqual([1, 1, 1, 1])
    expect([pointAt(-18, 0), pointAt(-18, 175), pointAt(-18, -177), pointAt(-14, 178)].map(holds)).toEqual([
      0, 0, 0, 0,
    ])
  })

  test('turning the globe under any polygon changes nothing about what is inside', () => {
    const vertex = fc.record({
      latitude: fc.integer({ min: -80, max: 80 }),
      longitude: fc.integer({ min: -80, max: 80 }),
    })
    const ring = fc.array(vertex, { minLength: 4, maxLength: 14 })
    fc.assert(
      fc.property(ring, vertex, fc.integer({ min: -180, max: 180 }), (vertices, grid, turn) => {
        const turned = vertices.map(({ latitude, longitude }) => pointAt(latitude, wrap(longitude + turn)))
        const pieces = splitPolygonAtAntimeridian(turned)
        const probe = offGrid(grid)
        const there = pointAt(probe.latitude, wrap(probe.longitude + turn))
        const holding = pieces.filter((piece) => pointInPolygon(there, piece)).length
        expect(holding).toBe(pointInPolygon(probe, vertices) ? 1 : 0)
        expect(pieces.length).toBeLessThanOrEqual(2)
        for (const { longitude } of pieces.flat()) expect(Math.abs(longitude)).toBeLessThanOrEqual(180)
      }),
      { numRuns: 3000 },
    )
  })

  test('a ring around the earth encloses the nearer pole', () => {
    for (const sign of [1, -1]) {
      const cap = [pointAt(60 * sign, 0), pointAt(65 * sign, 120), pointAt(60 * sign, -120)]
      const pieces = splitPolygonAtAntimeridian(cap)
      const inside = (p: GeoPoint): boolean => pieces.some((piece) => pointInPolygon(p, piece))
      for (const longitude of [-179, -90, 0.5, 90, 179]) {
        expect(inside(pointAt(80 * sign, longitude))).toBe(true)
        expect(inside(pointAt(50 * sign, longitude))).toBe(false)
        expect(inside(pointAt(-80 * sign, longitude))).toBe(false)
      }
      expect(pieces.length).toBeLessThanOrEqual(2)
    }
  })

  test('never throws and never leaves -180..180, whatever the vertices', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 0, maxLength: 30 }), (vertices) => {
        for (const { latitude, longitude } of splitPolygonAtAntimeridian(vertices).flat()) {
          expect(Math.abs(longitude)).toBeLessThanOrEqual(180)
          expect(Math.abs(latitude)).toBeLessThanOrEqual(90)
        }
      }),
    )
  })
})
