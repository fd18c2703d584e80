import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellLevels, cellsCovering, cellsOf } from './geo-cells.ts'
import { boundingBoxes, distanceKm } from './geo.ts'

const latitude = fc.oneof(fc.constantFrom(-90, 0, 90), fc.double({ min: -90, max: 90, noNaN: true }))
const longitude = fc.oneof(fc.constantFrom(-180, 0, 180), fc.double({ min: -180, max: 180, noNaN: true }))

describe('cells', () => {
  it('a point is in one cell of every level, at the ends of the scales too', () => {
    fc.assert(
      fc.property(latitude, longitude, (lat, lon) => {
        const cells = cellsOf(lat, lon)
        expect(cells.map((cell) => Number(cell.split('/')[0]))).toEqual([...cellLevels])
        for (const cell of cells) {
          const [level, number] = cell.split('/') as [string, string]
          expect(Number.parseInt(number, 36)).toBeLessThan(4 ** Number(level))
        }
      }),
    )
    expect(cellsOf(Number.NaN, 0)).toEqual([])
  })

  it('a cover of a circle holds a cell of every point within it', () => {
    const near = fc.record({
      north: fc.double({ min: -1, max: 1, noNaN: true }),
      east: fc.double({ min: -1, max: 1, noNaN: true }),
    })
    fc.assert(
      fc.property(
        latitude,
        longitude,
        fc.double({ min: 0, max: 800, noNaN: true }),
        near,
        (lat, lon, km, off) => {
          const center = { latitude: lat, longitude: lon }
          const cover = cellsCovering(boundingBoxes(center, km))
          const reach = km / 100
          const shifted = lon + (off.east * reach) / Math.max(0.05, Math.cos((lat * Math.PI) / 180))
          const point = {
            latitude: Math.max(-90, Math.min(90, lat + off.north * reach)),
            longitude: shifted > 180 ? shifted - 360 : shifted < -180 ? shifted + 360 : shifted,
          }
          fc.pre(Math.abs(point.longitude) <= 180 && distanceKm(center, point) <= km)
          if (cover === undefined) return
          const cells = cellsOf(point.latitude, point.longitude)
          expect(cells.filter((cell) => cover.includes(cell))).toHaveLength(1)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it('a city takes few cells, a continent none', () => {
    const cover = (km: number) => cellsCovering(boundingBoxes({ latitude: 48.86, longitude: 2.35 }, km))
    expect(cover(0)).toHaveLength(1)
    expect(cover(50)?.length).toBeLessThanOrEqual(30)
    expect(cover(50)?.[0]).toMatch(/^10\//)
    expect(cover(5_000)).toBeUndefined()
  })
})
