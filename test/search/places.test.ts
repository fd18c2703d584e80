import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runs } from '../support/long.ts'
import { differences, type Question } from './compare.ts'
import { strategies } from './random-values.ts'
import { sameAgain, seed } from './seed.ts'
import { openSearchWorld, readRows, write, type Rows, type SearchWorld } from './search-world.ts'

/** Of each kind. */
const questions = runs(25, 120)

let world: SearchWorld
let rows: Rows

const between = (min: number, max: number) =>
  fc.integer({ min: 0, max: 2 ** 20 }).map((part) => min + ((max - min) * part) / 2 ** 20)

/** Places in crowds: a city, a corner of four cells, both poles, both sides of the antimeridian; and all over the earth. */
const crowds = [
  [40.7128, -74.006],
  [48.86, 2.35],
  [0, 0],
  [45, 90],
  [-16.8, 180],
  [-16.8, -180],
  [90, 0],
  [-90, 120],
  [89.5, -180],
  [66, 179.9],
] as [number, number][]
const coordinates = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.constantFrom(...crowds), fc.constantFrom(0, 0.02, 0.4, 3), between(-1, 1), between(-1, 1))
      .map(([[lat, lon], reach, north, east]) => ({
        lat: Math.max(-90, Math.min(90, lat + north * reach)),
        lon: Math.abs(lon + east * reach) <= 180 ? lon + east * reach : lon - east * reach,
      })),
  },
  { weight: 1, arbitrary: fc.record({ lat: between(-90, 90), lon: between(-180, 180) }) },
)
const places = coordinates.map((each) => ({ country_code: null, coordinates: each }))

beforeAll(async () => {
  world = await openSearchWorld()
  const lines = fc.sample(fc.record({ place: places, offices: fc.array(places, { maxLength: 3 }) }), {
    seed,
    numRuns: runs(250, 500),
  })
  await write(
    world,
    'companies',
    lines.map(({ place, offices }, index) => ({
      preferred_name: `Place ${index}`,
      pnet_primary_slug: `place-${index}`,
      location_consensus: index % 17 === 0 ? null : place,
      li_locations: offices.map((location) => ({ address: 'there', is_primary: false, location })),
    })),
  )
  rows = await readRows(world.db)
})
afterAll(() => world.close())

// As places are asked about, with the city left out: every question has its own centre.
const near = strategies(places as never)

async function expectRight(made: fc.Arbitrary<Question>): Promise<void> {
  const drawn = fc.sample(made, { seed, numRuns: questions })
  expect(await differences(world.search, rows, drawn), sameAgain).toEqual([])
}

it('a polygon of the whole earth holds every place, whichever corner it begins at', async () => {
  const corners = [
    { latitude: -90, longitude: -180 },
    { latitude: -90, longitude: 180 },
    { latitude: 90, longitude: 180 },
    { latitude: 90, longitude: -180 },
  ]
  const whole = (vertices: typeof corners): Question => ({
    kind: 'companies',
    params: { headquartersLocation: { unionAll: [{ strategy: 'polygon', vertices }] } } as never,
  })
  const turns = corners.map((_, index) => [...corners.slice(index), ...corners.slice(0, index)])
  expect(
    await differences(world.search, rows, [...turns, ...turns.map((each) => each.toReversed())].map(whole)),
  ).toEqual([])
})

describe('places in and around areas of all sizes', () => {
  it('of one area', async () => {
    const one = near.map((area): Question => ({
      kind: 'companies',
      params: { headquartersLocation: { unionAll: [area] } } as never,
    }))
    await expectRight(one)
  })

  it('of several areas and without others', async () => {
    const several = fc
      .record({
        unionAll: fc.option(fc.array(near, { minLength: 1, maxLength: 5 })),
        subtractAll: fc.option(fc.array(near, { minLength: 1, maxLength: 3 })),
      })
      .map((lists): Question => ({ kind: 'companies', params: { headquartersLocation: lists } as never }))
    await expectRight(several)
  })

  it('of offices', async () => {
    const rule = near.map((location) => ({ type: 'geography' as const, location }))
    const offices = fc
      .tuple(fc.constantFrom('anyOf', 'allOf', 'noneOf'), fc.array(rule, { minLength: 1, maxLength: 2 }))
      .map(([list, rules]): Question => ({
        kind: 'companies',
        params: { officeLocationsV2: { [list]: rules } } as never,
      }))
    await expectRight(offices)
  })
})
