import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distanceKm, pointInPolygon, type GeoBox, type GeoPoint } from './geo.ts'
import { circleRegion, ringRegion, type GeoRegion, type RingVertex } from './geo-region.ts'

/** Even over the range, where `fc.double` is mostly close to zero. */
const between = (min: number, max: number) =>
  fc.integer({ min: 0, max: 2 ** 30 }).map((part) => min + ((max - min) * part) / 2 ** 30)

const latitude = fc.oneof(fc.constantFrom(-90, 0, 89.9, 90), between(-90, 90))
const longitude = fc.oneof(fc.constantFrom(-180, 0, 180), between(-180, 180))
const place = fc.record({ latitude, longitude })
const km = fc.oneof(fc.constantFrom(0, 20_100), between(0, 500), between(0, 20_015))

/** Boxes of a grid, as cells are: a corner, and how many times the earth is halved. */
const boxes = fc
  .tuple(latitude, longitude, fc.constantFrom(2, 4, 6, 8, 10, 12))
  .map(([lat, lon, level]): GeoBox => {
    const [width, height] = [360 / 2 ** level, 180 / 2 ** level]
    const column = Math.min(2 ** level - 1, Math.floor((lon + 180) / width))
    const row = Math.min(2 ** level - 1, Math.floor((lat + 90) / height))
    return {
      minLatitude: row * height - 90,
      maxLatitude: (row + 1) * height - 90,
      minLongitude: column * width - 180,
      maxLongitude: (column + 1) * width - 180,
    }
  })

const share = fc.oneof(fc.constantFrom(0, 1), between(0, 1))
const pointsIn = (box: GeoBox, shares: readonly (readonly [number, number])[]): GeoPoint[] =>
  shares.map(([north, east]) => ({
    latitude: box.minLatitude + north * (box.maxLatitude - box.minLatitude),
    longitude: box.minLongitude + east * (box.maxLongitude - box.minLongitude),
  }))
const shares = fc.array(fc.tuple(share, share), { minLength: 8, maxLength: 8 })

/** Holds a region's word about a box against points of the box. */
function expectRight(region: GeoRegion, box: GeoBox, points: GeoPoint[], isIn: (p: GeoPoint) => boolean) {
  const lie = region.at(box)
  if (lie === 'inside') expect(points.every(isIn)).toBe(true)
  if (lie === 'outside') expect(points.some(isIn)).toBe(false)
  return lie
}

describe('circleRegion', () => {
  it('says inside and outside of boxes of which every point is', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(
        place,
        boxes,
        fc.tuple(fc.option(km), share),
        shares,
        (center, box, [radius, far], picks) => {
          // Without a radius of its own: one that ends at the box, where a wrong word would show.
          const [target] = pointsIn(box, [[far, 1 - far]])
          const reach = radius ?? distanceKm(center, target as GeoPoint)
          const lie = expectRight(
            circleRegion(center, reach),
            box,
            pointsIn(box, picks),
            (point) => distanceKm(center, point) <= reach,
          )
          seen.add(typeof lie === 'string' ? lie : 'edge')
        },
      ),
      { numRuns: 3_000 },
    )
    expect([...seen].toSorted()).toEqual(['edge', 'inside', 'outside'])
  })

  it('leaves only boxes on its line undecided', () => {
    const circle = circleRegion({ latitude: 48.86, longitude: 2.35 }, 100)
    const box = (south: number, west: number): GeoBox => ({
      minLatitude: south,
      maxLatitude: south + 0.1,
      minLongitude: west,
      maxLongitude: west + 0.1,
    })
    expect(circle.at(box(48.8, 2.3))).toBe('inside')
    expect(circle.at(box(49.6, 2.3))).toBe('inside')
    expect(circle.at(box(49.7, 2.3))).toBe(circle)
    expect(circle.at(box(49.8, 2.3))).toBe('outside')
    expect(circle.at(box(48.8, 3.65))).toBe(circle)
    expect(circle.at(box(48.8, 3.8))).toBe('outside')
  })
})

describe('ringRegion', () => {
  const vertices = fc.oneof(
    // On lines of the grid too, where cells only touch the ring.
    fc
      .array(fc.record({ x: fc.integer({ min: -16, max: 20 }), y: fc.integer({ min: -8, max: 8 }) }), {
        minLength: 3,
        maxLength: 9,
      })
      .map((ring) => ring.map(({ x, y }): RingVertex => ({ x: x * 11.25, y: y * 11.25 }))),
    fc.array(
      fc.record({
        x: between(-200, 300),
        y: between(-91, 91),
      }),
      { minLength: 3, maxLength: 40 },
    ),
  )
  const turns = [-1, 0, 1]
  const holds = (ring: readonly RingVertex[]) => {
    const polygon = ring.map(({ x, y }) => ({ latitude: y, longitude: x }))
    return (point: GeoPoint) =>
      turns.some((turn) => pointInPolygon({ ...point, longitude: point.longitude + 360 * turn }, polygon))
  }

  it('says inside and outside of boxes of which every point is', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(vertices, boxes, shares, (ring, box, picks) => {
        const lie = expectRight(ringRegion(ring, turns), box, pointsIn(box, picks), holds(ring))
        seen.add(typeof lie === 'string' ? lie : 'edge')
      }),
      { numRuns: 3_000 },
    )
    expect([...seen].toSorted()).toEqual(['edge', 'inside', 'outside'])
  })

  it('says the same of a box by what matters of the ring in a larger box around it', () => {
    const word = (region: GeoRegion, box: GeoBox) => {
      const lie = region.at(box)
      return typeof lie === 'string' ? lie : 'edge'
    }
    fc.assert(
      fc.property(vertices, boxes, between(0, 40), (ring, box, more) => {
        const region = ringRegion(ring, turns)
        const around = region.at({
          minLatitude: Math.max(-90, box.minLatitude - more),
          maxLatitude: Math.min(90, box.maxLatitude + more / 2),
          minLongitude: box.minLongitude - more / 3,
          maxLongitude: box.maxLongitude + more,
        })
        if (typeof around === 'string') expect(word(region, box)).toBe(around)
        else expect(word(around, box)).toBe(word(region, box))
      }),
      { numRuns: 1_000 },
    )
  })
})
