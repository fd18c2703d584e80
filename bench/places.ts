import { completeMapPlace } from '../src/corpus/records/index.ts'
import { createWorld, generateMapPlace, mapPlaceCount } from '../src/corpus/sample/index.ts'
import { placeColumns, placeRow } from '../src/corpus/search-index/index.ts'
import { compileAll, onOneServer, type Condition } from '../src/corpus/search/condition.ts'
import { mapPlaces } from '../src/corpus/search/map-places.ts'
import type { ClickHouse } from '../src/store/clickhouse/index.ts'
import { race } from './measure.ts'
import { figure, markdownTable, type Report } from './results-file.ts'
import { inScratchDir, say } from './scratch-dir.ts'
import { engineVersion, withEngine } from './scratch-engine.ts'

const limit = 101
const centers = [
  { town: 'New York', latitude: 40.7128, longitude: -74.006 },
  { town: 'London', latitude: 51.5074, longitude: -0.1278 },
]
const questions = [1, 25, 250].flatMap((radiusMiles) =>
  [undefined, 'coffee shops'].flatMap((query) =>
    centers.map(({ town, ...center }) => ({ town, center, radiusMiles, query })),
  ),
)

const explanation = `Keys of the first 101 places in order of prominence within a circle, with and without words, on rows of the shape of
\`places\`: those of the sample, moved by up to half a degree. Cells: the condition that searches use, posting lists first and
distance on the border of the area alone. Coordinates: the same table asked by a box of degrees and the engine's own
great-circle distance. Both read with one thread, as searches do. Reading the records of a page comes on top.`

/** Radius searches over so many places, against the engine asked by coordinates. */
export async function benchPlaces(options: {
  places: number
  runs: number
}): Promise<Omit<Report, 'loadBefore'>> {
  return inScratchDir('places', (dir) =>
    withEngine(dir, async (engine) => {
      await fill(engine, options.places)
      const rows: string[][] = []
      for (const { town, center, radiusMiles, query } of questions) {
        const areas = [{ regionType: 'circle', center, radiusMiles } as const]
        const words = query === undefined ? [] : [mapPlaces({ query })]
        const contenders = [
          { name: 'cells', run: () => keys(engine, [mapPlaces({ query, areas })]) },
          { name: 'coordinates', run: () => keys(engine, [...words, byCoordinates(center, radiusMiles)]) },
        ]
        const found = await Promise.all(contenders.map(({ run }) => run()))
        // The engine measures on an ellipsoid: at the edge of the circle they may differ.
        if (Math.abs(found[0]! - found[1]!) > 1 + found[0]! / 100)
          throw new Error(`two answers around ${town}: ${found.join(' and ')}`)
        const timings = await race(contenders, { runs: options.runs, warmUp: 2, budgetMs: 20_000, fewest: 5 })
        const [cells, coordinates] = ['cells', 'coordinates'].map((name) => timings.get(name)!)
        const told = [cells!.median, cells!.p99, coordinates!.median, coordinates!.p99].map(figure)
        rows.push([`${town}, ${radiusMiles} miles`, query ?? '', String(found[0]), ...told])
      }
      const columns = ['around', 'words', 'keys', 'cells', 'p99', 'coordinates', 'p99']
      return {
        bench: 'places',
        title: `Radius searches over ${options.places.toLocaleString('en')} places`,
        command: `npm run bench -- places --places ${options.places} --runs ${options.runs}`,
        versions: { clickhouse: await engineVersion(engine) },
        body: `${explanation}\n\n${markdownTable(columns, rows)}`,
      }
    }),
  )
}

const batch = 50_000

async function fill(engine: ClickHouse, count: number): Promise<void> {
  const columns = ['rank', 'id', 'born', ...placeColumns]
  let lines: string[] = []
  const flush = async () => {
    if (lines.length > 0)
      await engine.insert({ table: 'places', columns, format: 'TabSeparated' }, `${lines.join('\n')}\n`)
    lines = []
  }
  let done = 0
  for (const line of filled(count)) {
    lines.push(line)
    if (lines.length === batch) await flush()
    if (++done % 500_000 === 0) say(`${done.toLocaleString('en')} places`)
  }
  await flush()
  await engine.command({ tag: 'bench', sql: 'OPTIMIZE TABLE places FINAL' })
}

/** Each line of the sample is made once, and stands in as many places as are wanted. */
function* filled(count: number): Generator<string> {
  const world = createWorld({ seed: 1, companies: 100_000, people: 0, asOf: '2026-11-01' })
  const different = mapPlaceCount(world)
  for (let line = 0; line < Math.min(count, different); line++) {
    const record = completeMapPlace(generateMapPlace(world, line))
    const { lat, lon } = record.location?.coordinates ?? {}
    for (let id = line; id < count; id += different) {
      // Deterministic, and no two of one sample line are in one place.
      const spread = (salt: number) =>
        ((Math.imul(id + 1, salt) >>> 0) / 2 ** 32 - 0.5) * (id < different ? 0 : 1)
      if (record.location && lat !== undefined && lon !== undefined)
        record.location.coordinates = {
          lat: Math.max(-89, Math.min(89, lat + spread(2_654_435_761))),
          lon: lon + spread(2_246_822_519),
        }
      const { rank, values } = placeRow(record)
      yield [rank, id + 1, 1, ...values].join('\t')
    }
  }
}

/** How many keys the first page has. */
async function keys(engine: ClickHouse, conditions: Condition[]): Promise<number> {
  const { sqls, params } = compileAll(conditions, onOneServer)
  const sql = `SELECT rank, id, born FROM places WHERE ${sqls.join(' AND ')} ORDER BY rank, id, born LIMIT ${limit}`
  const settings = { max_threads: 1 }
  return (await engine.query({ tag: 'bench', sql, params, settings })).length
}

function byCoordinates(center: { latitude: number; longitude: number }, radiusMiles: number): Condition {
  const meters = radiusMiles * 1609.344
  const high = meters / 111_000 + 0.01
  const wide = high / Math.cos((center.latitude * Math.PI) / 180)
  const { latitude, longitude } = center
  return {
    kind: 'sql',
    text: () =>
      `lat BETWEEN ${latitude - high} AND ${latitude + high} AND lon BETWEEN ${longitude - wide} AND ${longitude + wide} AND greatCircleDistance(lon, lat, ${longitude}, ${latitude}) <= ${meters}`,
  }
}
