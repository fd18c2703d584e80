import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellCover, cellLevels, listCells, type CellCover } from './geo-cells.ts'
import { circleRegion, ringRegion, type GeoRegion } from './geo-region.ts'
import { distanceKm, pointInPolygon, type GeoPoint } from './geo.ts'

/** Even over the range, where `fc.double` is mostly close to zero. */
const between = (min: number, max: number) =>
  fc.integer({ min: 0, max: 2 ** 30 }).map((part) => min + ((max - min) * part) / 2 ** 30)

const latitude = fc.oneof(fc.constantFrom(-90, 0, 90), between(-90, 90))
const longitude = fc.oneof(fc.constantFrom(-180, 0, 180), between(-180, 180))
const most = fc.constantFrom(32, 64, 256)

describe('cells', () => {
  it('a point is in one cell of every level, at the ends of the scales too', () => {
    fc.assert(
      fc.property(latitude, longitude, (lat, lon) => {
        const cells = listCells(lat, lon)
        expect(cells.map((cell) => Number(cell.split('/')[0]))).toEqual([...cellLevels])
        for (const cell of cells) {
          const [level, number] = cell.split('/') as [string, string]
          expect(Number.parseInt(number, 36)).toBeLessThan(4 ** Number(level))
        }
      }),
    )
    expect(listCells(Number.NaN, 0)).toEqual([])
  })
})

/** A place near another, over the pole and the antimeridian too; `north` and `east` in degrees. */
function beside(from: GeoPoint, north: number, east: number): GeoPoint {
  const lon = from.longitude + east / Math.max(0.01, Math.cos((from.latitude * Math.PI) / 180))
  return {
    latitude: Math.max(-90, Math.min(90, from.latitude + north)),
    longitude: Math.abs(lon) <= 180 ? lon : lon - 360 * Math.round(lon / 360),
  }
}

/** A point of a region has one cell in its cover, a point of an inside cell is in the region; what the point's cells say. */
function expectRight(cover: CellCover, point: GeoPoint, isIn: boolean): 'inside' | 'edge' | 'outside' {
  const cells = listCells(point.latitude, point.longitude)
  const inside = cells.filter((cell) => cover.inside.includes(cell))
  const edge = cells.filter((cell) => cover.edge.includes(cell))
  expect(inside.length + edge.length).toBeLessThanOrEqual(1)
  if (isIn) expect(inside.length + edge.length).toBe(1)
  if (inside.length > 0) expect(isIn).toBe(true)
  return inside.length > 0 ? 'inside' : edge.length > 0 ? 'edge' : 'outside'
}

const offset = between(-1.2, 1.2)
const offsets = fc.array(fc.tuple(offset, offset), { minLength: 20, maxLength: 20 })

describe('cellCover', () => {
  it('of a circle: every point of it, and inside cells without any other', () => {
    const seen = new Set<string>()
    const size = fc.oneof(fc.constantFrom(0, 1, 40), between(0, 4_000))
    fc.assert(
      fc.property(fc.record({ latitude, longitude }), size, offsets, most, (center, km, around, cells) => {
        const cover = cellCover(circleRegion(center, km), cells)
        if (cover === undefined) return
        expect(cover.inside.length + cover.edge.length).toBeLessThanOrEqual(cells)
        for (const [north, east] of around) {
          const point = beside(center, (north * km) / 111, (east * km) / 111)
          seen.add(expectRight(cover, point, distanceKm(center, point) <= km))
        }
      }),
      { numRuns: 300 },
    )
    expect([...seen].toSorted()).toEqual(['edge', 'inside', 'outside'])
  })

  it('of a ring that may cross itself: the same', () => {
    const seen = new Set<string>()
    const vertex = fc.tuple(offset, offset)
    const center = fc.tuple(between(-60, 60), between(-170, 170), fc.constantFrom(0.05, 1, 8))
    const corners = fc.array(vertex, { minLength: 3, maxLength: 30 })
    fc.assert(
      fc.property(center, corners, offsets, most, ([lat, lon, size], vertices, around, cells) => {
        const ring = vertices.map(([north, east]) => ({ x: lon + east * size, y: lat + north * size }))
        const cover = cellCover(ringRegion(ring, [0]), cells)
        if (cover === undefined) return
        const polygon = ring.map(({ x, y }) => ({ latitude: y, longitude: x }))
        for (const [north, east] of around) {
          const point = { latitude: lat + north * size, longitude: lon + east * size }
          seen.add(expectRight(cover, point, pointInPolygon(point, polygon)))
        }
      }),
      { numRuns: 300 },
    )
    expect([...seen].toSorted()).toEqual(['edge', 'inside', 'outside'])
  })

  const paris = { latitude: 48.86, longitude: 2.35 }
  const sizes = (cover: CellCover | undefined) => [cover?.inside.length, cover?.edge.length]

  it('a city takes few cells, large ones within and small ones on its line; half the earth takes none', () => {
    expect(sizes(cellCover(circleRegion(paris, 0), 256))).toEqual([0, 1])
    const city = cellCover(circleRegion(paris, 40), 256) as CellCover
    expect(new Set(city.inside.map((cell) => cell.split('/')[0]))).toEqual(new Set(['10', '12']))
    expect(new Set(city.edge.map((cell) => cell.split('/')[0]))).toEqual(new Set(['12']))
    expect(city.inside.length + city.edge.length).toBeGreaterThan(64)
    expect(cellCover(circleRegion(paris, 10_000), 256)).toBeUndefined()
  })

  it('a thin diagonal polygon takes the cells along it, not those of its box', () => {
    const strip = [
      { x: 0, y: 40 },
      { x: 20, y: 50 },
      { x: 20, y: 50.1 },
      { x: 0, y: 40.1 },
    ]
    const cover = cellCover(ringRegion(strip, [0]), 256) as CellCover
    expect(cover.inside).toEqual([])
    expect(cover.edge.length).toBeLessThan(256)
    expect(cover.edge.every((cell) => cell.startsWith('10/'))).toBe(true)
  })

  it('cells at the ends of the scales are never inside: they hold coordinates beyond them too', () => {
    const all: GeoRegion = { at: () => 'inside' }
    const cover = cellCover(all, 4_096) as CellCover
    expect(sizes(cover)).toEqual([62 * 62, 4 * 63])
    expect(listCells(95, 200).some((cell) => cover.inside.includes(cell))).toBe(false)
    expect(listCells(0, 0).some((cell) => cover.inside.includes(cell))).toBe(true)
  })
})
