import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { testEngine } from '../../../test/support/engine.ts'
import { pointInPolygon, type GeoPoint } from '../../lib/geo.ts'
import type { ClickHouse } from '../../store/clickhouse/index.ts'
import { compileAll, onOneServer, type Condition } from './condition.ts'
import { insidePolygon } from './polygon.ts'

let engine: ClickHouse
beforeAll(async () => {
  engine = await testEngine()
})

/** The points that the engine finds inside. */
async function found(polygon: GeoPoint[], points: GeoPoint[]): Promise<GeoPoint[]> {
  const inside: Condition = { kind: 'sql', text: (bind) => insidePolygon(polygon).holds(bind) }
  const { sqls, params } = compileAll([inside], onOneServer)
  const [sql] = sqls
  const [lats, lons] = [points.map(({ latitude }) => latitude), points.map(({ longitude }) => longitude)]
  const rows = await engine.query<{ nth: number }>({
    tag: 'test',
    sql: `SELECT nth FROM (SELECT point.1 AS lat, point.2 AS lon, point.3 AS nth
      FROM (SELECT arrayJoin(arrayZip({lats:Array(Float64)}, {lons:Array(Float64)}, range(toUInt64({count:UInt32})))) AS point))
      WHERE ${sql} ORDER BY nth`,
    params: { ...params, lats, lons, count: points.length },
  })
  return rows.map(({ nth }) => points[Number(nth)] as GeoPoint)
}

/** Around a place, each vertex at its own distance; `rough` 0 for a smooth one. */
function ringOf(count: number, rough: number, random: () => number): GeoPoint[] {
  return Array.from({ length: count }, (_, index) => {
    const bearing = (2 * Math.PI * index) / count
    const reach = 20 * (1 + rough * (random() - 0.5))
    return { latitude: 38 + reach * Math.sin(bearing), longitude: -95 + 1.6 * reach * Math.cos(bearing) }
  })
}

/** Up and down all the way: each edge runs through all latitudes, and many cross. */
const wildRing = (count: number, random: () => number): GeoPoint[] =>
  Array.from({ length: count }, (_, index) => ({
    latitude: index % 2 === 0 ? 10 + random() : 60 + random(),
    longitude: -130 + 70 * random(),
  }))

/** Corners far apart with many vertices on the straight lines between them. */
const longEdges = (count: number): GeoPoint[] =>
  Array.from({ length: count }, (_, index) => {
    const [part, of] = [Math.floor((index * 5) / count), count / 5]
    const corner = (nth: number) => [Math.cos((2 * Math.PI * nth) / 5), Math.sin((2 * Math.PI * nth) / 5)]
    const share = (index - part * of) / of
    const [[x = 0, y = 0], [u = 0, v = 0]] = [corner(part), corner(part + 1)]
    return { latitude: 38 + 20 * (y + share * (v - y)), longitude: -95 + 32 * (x + share * (u - x)) }
  })

const randomOf = (seed: number) => {
  let state = seed
  return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31
}

test('a polygon of any number of edges, however they lie, holds exactly the points that it holds by the even-odd rule', async () => {
  const rings = fc.tuple(
    fc.constantFrom('smooth', 'rough', 'wild', 'long'),
    fc.constantFrom(4, 32, 33, 50, 200, 1_000),
    fc.integer({ min: 1, max: 2 ** 30 }),
  )
  await fc.assert(
    fc.asyncProperty(rings, async ([form, count, seed]) => {
      const random = randomOf(seed)
      const wild = () => wildRing(Math.min(count, 200), random)
      const ring =
        form === 'wild'
          ? wild()
          : form === 'long'
            ? longEdges(count)
            : ringOf(count, form === 'rough' ? 0.4 : 0, random)
      const anywhere = Array.from({ length: 200 }, () => ({
        latitude: 5 + 65 * random(),
        longitude: -145 + 100 * random(),
      }))
      // Where the engine's own function is wrong: beside corners, at their latitudes, and at the ends of bands.
      const beside = ring.slice(0, 100).flatMap(({ latitude, longitude }) =>
        [0, 1e-9, 1e-6, 0.01].map((away) => ({
          latitude: latitude + away * (random() - 0.5),
          longitude: longitude + away * (random() - 0.5),
        })),
      )
      const points = [...anywhere, ...beside]
      expect(await found(ring, points)).toEqual(points.filter((point) => pointInPolygon(point, ring)))
    }),
    { numRuns: 24, seed: 12 },
  )
})

test('rows without coordinates, or beyond all numbers, are in no polygon and fail no search', async () => {
  const nowhere = [Number.NaN, Infinity, -Infinity, 1e300].map((latitude) => ({ latitude, longitude: 0 }))
  expect(await found(ringOf(200, 0.2, randomOf(3)), nowhere)).toEqual([])
})
