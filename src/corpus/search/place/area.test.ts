import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listCells } from '../../../lib/geo-cells.ts'
import { circleRegion } from '../../../lib/geo-region.ts'
import { distanceKm, type GeoPoint } from '../../../lib/geo.ts'
import { withinAreas, type Area, type Placed } from './area.ts'
import { and, countedParts, hasAll, not, onOneServer, type Bind, type Condition } from '../condition.ts'

/** Even over the range, where `fc.double` is mostly close to zero. */
const between = (min: number, max: number) =>
  fc.integer({ min: 0, max: 2 ** 30 }).map((part) => min + ((max - min) * part) / 2 ** 30)

interface Circle {
  center: GeoPoint
  km: number
}

/** Its test is its number, which `found` knows how to answer. */
const areaOf = ({ center, km }: Circle, index: number): Area => ({
  region: circleRegion(center, km),
  holds: () => `#${index}#`,
})

const unbound: Bind = {
  ...onOneServer,
  value: () => '',
  findKeys: () => [],
  locateTown: () => undefined,
  excludeBy: () => undefined,
  noteSnapshot: () => undefined,
}

/** Whether a row of these places is found: tokens from its cells, tests from the circles. */
function found(condition: Condition, circles: readonly Circle[], points: readonly GeoPoint[]): boolean {
  const facets = new Set(
    points.flatMap(({ latitude, longitude }) =>
      listCells(latitude, longitude).flatMap((cell) => [`cell:${cell}`, `ocell:${cell}`]),
    ),
  )
  const holds = (each: Condition): boolean => {
    switch (each.kind) {
      case 'never':
        return false
      case 'tokens':
        return each.tokens[each.mode === 'all' ? 'every' : 'some']((token) => facets.has(token))
      case 'and':
        return each.parts.every(holds)
      case 'or':
        return each.parts.some(holds)
      case 'not':
        return !holds(each.part)
      case 'excluding':
      case 'split':
        return holds(each.whole)
      case 'sql': {
        const { center, km } = circles[Number(/#(\d+)#/.exec(each.text(unbound))?.[1])] as Circle
        return points.some((point) => distanceKm(center, point) <= km)
      }
      default:
        throw new Error(`not made here: ${each.kind}`)
    }
  }
  return holds(condition)
}

const near = fc.record({
  latitude: between(47, 50),
  longitude: between(1, 4),
})
const circles = fc.array(fc.record({ center: near, km: fc.constantFrom(0, 7, 40, 40, 150, 9_000) }), {
  minLength: 1,
  maxLength: 4,
})

describe('withinAreas', () => {
  it.each(['row', 'office'] as Placed[])('finds each %s within any area, in one part of a count', (of) => {
    const places = fc.array(near, { minLength: 1, maxLength: of === 'row' ? 1 : 3 })
    let split = 0
    fc.assert(
      fc.property(circles, fc.array(places, { minLength: 10, maxLength: 10 }), (all, rows) => {
        const condition = withinAreas(all.map(areaOf), of)
        const parts = countedParts(condition)
        if (parts.length > 1) split++
        for (const points of rows) {
          const isIn = all.some(({ center, km }) => points.some((point) => distanceKm(center, point) <= km))
          expect(found(condition, all, points)).toBe(isIn)
          expect(parts.filter((part) => found(part, all, points))).toHaveLength(isIn ? 1 : 0)
        }
      }),
      { numRuns: 150 },
    )
    expect(split).toBeGreaterThan(40)
  })

  it('finds nothing in no area', () => expect(withinAreas([], 'row')).toEqual({ kind: 'never' }))

  it('holds no coordinates against an area but behind the cells of all', () => {
    const paris = { center: { latitude: 48.86, longitude: 2.35 }, km: 40 }
    const lyon = { center: { latitude: 45.76, longitude: 4.84 }, km: 40 }
    const condition = withinAreas([paris, lyon].map(areaOf), 'row')
    expect(
      condition.kind === 'split' && condition.whole.kind === 'and' && condition.whole.parts[0]?.kind,
    ).toBe('tokens')
  })

  it('takes fewer cells an area when there are many', () => {
    const many = Array.from({ length: 100 }, (_, index) => ({
      center: { latitude: index / 2, longitude: index },
      km: 40,
    }))
    const [first] = countedParts(and([hasAll('facets', ['a']), withinAreas(many.map(areaOf), 'row')]))
    expect(JSON.stringify(first).length).toBeLessThan(60_000)
  })
})

describe('countedParts', () => {
  const [a, b] = [hasAll('facets', ['a']), hasAll('words', ['b'])]
  const split: Condition = { kind: 'split', whole: hasAll('names', ['w']), parts: [a, b] }

  it('counts the parts of the first split, each with the rest; nothing within OR or NOT', () => {
    const rest = hasAll('title_tokens', ['t'])
    expect(countedParts(split)).toEqual([a, b])
    expect(countedParts(and([rest, split]))).toEqual([and([rest, a]), and([rest, b])])
    expect(countedParts(and([split, { ...split, parts: [rest] }]))).toHaveLength(2)
    expect(countedParts(not(split))).toEqual([not(split)])
    expect(countedParts(rest)).toEqual([rest])
  })
})
