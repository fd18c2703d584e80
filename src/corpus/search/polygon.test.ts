import { describe, expect, it } from 'vitest'
import { compileAll, onOneServer } from './condition.ts'
import { insidePolygon } from './polygon.ts'

function ring(...points: [longitude: number, latitude: number][]): string {
  const region = insidePolygon(points.map(([longitude, latitude]) => ({ latitude, longitude })))
  return compileAll([{ kind: 'sql', text: (bind) => region.holds(bind) }], onOneServer).sqls[0] as string
}

// What is right is held against a reading of all records in test/search; here is only which test is chosen.
describe('insidePolygon', () => {
  /** A square with teeth on top: simple, and of many edges; `end` closes it. */
  const toothed = (...end: [longitude: number, latitude: number][]) =>
    ring(
      [0, 0],
      ...Array.from({ length: 40 }, (_, index): [number, number] => [40 - index, 30 + (index % 2)]),
      ...end,
    )

  it("counts edges of the row's band, also for rings that cross, touch, run back or repeat a vertex", () => {
    for (const sql of [toothed(), toothed([20, 40]), toothed([0, 0]), toothed([-1, 0], [1, 0])]) {
      // The engine's own is wrong near corners of large rings, and for rings that are not simple.
      expect(sql).not.toContain('pointInPolygon')
      expect(sql).toContain('arrayCount')
    }
  })

  it('spells out few edges, whatever their ring', () => {
    for (const sql of [
      ring([0, 0], [2, 0], [2, 2], [0, 2]),
      ring([0, 0], [4, 0], [4, 4], [2, 0], [0, 4]),
      ring([0, 0], [0, 0], [2, 0], [2, 2]),
    ])
      expect(sql).not.toContain('arrayCount')
  })

  it('moves rows by a turn only where the ring leaves the map', () => {
    expect(ring([0, 0], [2, 0], [2, 2], [0, 2])).not.toContain('lon +')
    expect(ring([179, 0], [-179, 0], [-179, 2], [179, 2])).toContain('(lon + 360)')
    expect(ring([-179, 0], [179, 0], [179, 2], [-179, 2])).toContain('(lon + -360)')
  })
})
