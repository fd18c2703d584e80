import { describe, expect, it } from 'vitest'
import { compile } from './condition.ts'
import { insidePolygon } from './polygon.ts'

function ring(...points: [longitude: number, latitude: number][]): string {
  const region = insidePolygon(points.map(([longitude, latitude]) => ({ latitude, longitude })))
  return compile({ kind: 'sql', text: (bind) => region.holds(bind) }, 'IN').sql
}

// What is right is held against a reading of all records in test/search; here is only which test is chosen.
describe('insidePolygon', () => {
  it('asks the engine about simple rings: convex, concave, closed, across the antimeridian', () => {
    for (const sql of [
      ring([0, 0], [2, 0], [2, 2], [0, 2]),
      ring([0, 0], [4, 0], [4, 4], [2, 1], [0, 4]),
      ring([179, 0], [-179, 0], [-179, 2], [179, 2]),
    ]) {
      expect(sql).toContain('pointInPolygon')
    }
  })

  it('counts edges for rings the engine gets wrong: crossing, touching, running back, repeating a vertex', () => {
    for (const sql of [
      ring([0, 0], [2, 2], [2, 0], [0, 2]),
      ring([0, 0], [4, 0], [4, 4], [2, 0], [0, 4]),
      ring([0, 0], [4, 0], [2, 0], [2, 2]),
      ring([0, 0], [0, 0], [2, 0], [2, 2]),
    ]) {
      expect(sql).not.toContain('pointInPolygon')
      expect(sql).toContain('arrayCount')
    }
  })

  it('moves rows by a turn only where the ring leaves the map', () => {
    expect(ring([0, 0], [2, 0], [2, 2], [0, 2])).not.toContain('lon +')
    expect(ring([179, 0], [-179, 0], [-179, 2], [179, 2])).toContain('(lon + 360)')
    expect(ring([-179, 0], [179, 0], [179, 2], [-179, 2])).toContain('(lon + -360)')
  })
})
