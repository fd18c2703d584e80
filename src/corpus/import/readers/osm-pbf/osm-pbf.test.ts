import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { osmBlob, osmData, osmHeader, osmPbf, type OsmBlock } from '../../../../../test/support/osm-pbf.ts'
import { osmMapping } from '../../formats/osm.ts'
import { rowReader } from '../../run/native-row.ts'
import { readRecords } from '../read-records.ts'
import type { SourceRow } from '../row.ts'
import { osmPbfRows } from './rows.ts'

function written(content: Uint8Array, name = 'extract.osm.pbf'): string {
  const folder = mkdtempSync(join(tmpdir(), 'osm-pbf-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

/** What is read of a file: names with places, or errors; and how it ends. */
async function placesOf(rows: AsyncIterable<SourceRow>): Promise<{ places: string[]; problem?: string }> {
  const places: string[] = []
  try {
    for await (const row of rows) {
      if ('error' in row) places.push(row.error)
      else {
        const { id, geometry } = row.value as { id: string; geometry: { coordinates: number[] } }
        places.push(`${id} ${geometry.coordinates.join(' ')}`)
      }
    }
  } catch (error) {
    return { places, problem: (error as Error).message }
  }
  return { places }
}
const read = (content: Uint8Array, name?: string) => placesOf(readRecords(written(content, name)))

const cafe = { amenity: 'cafe', name: 'Café Anna' }
const corners: OsmBlock = {
  dense: [
    { id: 1, lat: 52, lon: 13 },
    { id: 2, lat: 52, lon: 13.2, tags: { highway: 'crossing' } },
    { id: 3, lat: 52.1, lon: 13.2 },
    { id: 4, lat: 52.1, lon: 13, tags: cafe },
    { id: 10_000_000_001, lat: -33.8567844, lon: 151.2152967, tags: { tourism: 'hotel', name: 'Oper' } },
  ],
}
const areas: OsmBlock = {
  ways: [
    { id: 7, refs: [1, 2, 3, 4, 1], tags: { tourism: 'hotel', name: 'Hof' } },
    { id: 8, refs: [1, 2], tags: { highway: 'residential', name: 'Torstraße' } },
    { id: 9, refs: [900, 901], tags: { shop: 'books', name: 'Over the border' } },
    { id: 11, refs: [3, 4] },
  ],
}
const wholes: OsmBlock = {
  relations: [
    {
      id: 5,
      members: [
        [1, 8],
        [1, 11],
        [0, 4],
      ],
      tags: { leisure: 'park', name: 'Park' },
    },
    { id: 6, members: [[2, 5]], tags: { leisure: 'park', name: 'Parks' } },
  ],
}
const all = [
  'node/4 13 52.1',
  'node/10000000001 151.2152967 -33.8567844',
  'way/7 13.1 52.05',
  'way/9 has no place: none of its nodes is in the file',
  'relation/5 13.1 52.05',
  'relation/6 has no place: none of its ways and nodes are in the file',
]

test('nodes, ways in the middle of their nodes, relations in the middle of their ways; nothing else', async () => {
  expect(await read(osmPbf(corners, areas, wholes))).toEqual({ places: all })
})

test('whatever the order of the blocks, and however few nodes are held at once', async () => {
  const file = written(osmPbf(wholes, areas, corners))
  const chunks = async function* () {
    for await (const rows of osmPbfRows(file, { atOnce: 1 })) yield* rows
  }
  expect(await placesOf(chunks())).toEqual({ places: all })
})

test('ways are read a block at a time, however many are placed together', async () => {
  const shop = (id: number) => ({ id, refs: [1, 2], tags: { shop: 'books', name: `Shop ${id}` } })
  const ways = [1, 2, 3].map((id) => ({ ways: [shop(id), shop(id + 10)] }))
  const batches: number[] = []
  for await (const rows of osmPbfRows(written(osmPbf(corners, ...ways)))) batches.push(rows.length)
  // The two nodes, and then what no slow reader holds all of.
  expect(batches).toEqual([2, 2, 2, 2])
})

test('from the standard input, and through gzip', async () => {
  const content = osmPbf(corners, areas, wholes)
  expect(await placesOf(readRecords('-', { stdin: Readable.from([content]) }))).toEqual({ places: all })
  expect(await read(gzipSync(content), 'extract.gz')).toEqual({ places: all })
})

test('nodes of their own, other units, a block that is not compressed, ways that say where they are', async () => {
  const tags = cafe
  const block: OsmBlock = {
    granularity: 1000,
    offset: { lat: 50_000_000_000, lon: 10_000_000_000 },
    nodes: [
      { id: 1, lat: 52.123456, lon: 13.654321, tags },
      { id: 2, lat: 0, lon: 0 },
    ],
    ways: [
      {
        id: 3,
        refs: [77, 78],
        points: [
          [52, 13],
          [54, 15],
        ],
        tags,
      },
    ],
  }
  const content = Buffer.concat([osmHeader('DenseNodes'), osmData(block, 1)])
  expect(await read(content)).toEqual({ places: ['node/1 13.654321 52.123456', 'way/3 14 53'] })
})

test('an area over the 180th meridian stands there', async () => {
  const at = (id: number, lon: number) => ({ id, lat: -17, lon })
  const block = { dense: [at(1, 179.8), at(2, -179.9)], ways: [{ id: 3, refs: [1, 2], tags: cafe }] }
  expect(await read(osmPbf(block))).toEqual({ places: ['way/3 179.95 -17'] })
})

test('a row is what GeoJSON of the same would be', async () => {
  const reader = rowReader({ kind: 'places', mapping: osmMapping('places')!, asOf: '2026-11-01' })
  const rows: SourceRow[] = []
  for await (const row of readRecords(written(osmPbf(corners)), { select: osmMapping('places')!.select }))
    rows.push(row)
  expect(reader(rows[0]!)).toMatchObject({
    record: {
      osm_type: 'node',
      osm_id: '4',
      name: 'Café Anna',
      types: ['cafe'],
      location: { coordinates: { lat: 52.1, lon: 13 } },
    },
  })
})

const whole = osmPbf(corners, areas)
const header = osmHeader('OsmSchema-V0.6')
const dense = (bytes: number[]) =>
  // A block of one group with dense nodes, whose list of ids is said to be longer than the file.
  osmBlob('OSMData', Buffer.from([0x12, bytes.length + 2, 0x12, bytes.length, ...bytes]))
/** Its last nine bytes are others. */
const spoilt = (bytes: Buffer): Buffer => bytes.fill(7, bytes.length - 9)
test.each([
  [
    'cut off in a block',
    whole.subarray(0, -3),
    'is cut off',
    ['node/4 13 52.1', 'node/10000000001 151.2152967 -33.8567844'],
  ],
  ['cut off in a header', Buffer.concat([whole, Buffer.from([0, 0])]), 'is cut off', all.slice(0, 4)],
  [
    'bytes overwritten',
    Buffer.concat([header, osmData(corners), osmBlob('OSMData', Buffer.from('nonsense'), 1)]),
    'is damaged',
    all.slice(0, 2),
  ],
  ['no zlib', spoilt(Buffer.concat([header, osmBlob('OSMData', Buffer.alloc(9, 1))])), 'is damaged', []],
  [
    'a block that inflates to more',
    Buffer.concat([header, osmBlob('OSMData', Buffer.alloc(33 * 1024 * 1024))]),
    'more than 32 MiB',
    [],
  ],
  [
    'a list without end',
    Buffer.concat([header, dense([0x0a, 0xff, 0xff, 0xff, 0xff, 0x7f])]),
    'ends after its message',
    [],
  ],
  [
    'a block without end',
    Buffer.concat([
      header,
      Buffer.from([0, 0, 0, 14]),
      Buffer.from('\n\u0007OSMData\u0018', 'latin1'),
      Buffer.from([0xff, 0xff, 0xff, 0x7f]),
    ]),
    'a block of',
    [],
  ],
  [
    'compressed by LZMA',
    Buffer.concat([header, osmBlob('OSMData', Buffer.from('x'), 4)]),
    'compressed by LZMA',
    [],
  ],
  ['with history', osmHeader('HistoricalInformation'), '"HistoricalInformation"', []],
  ['another file', Buffer.from('<html>not found</html>'), 'is not an OpenStreetMap extract', []],
  ['another protocol buffer', osmBlob('Other', Buffer.from('x')), 'is not an OpenStreetMap extract', []],
  ['nothing', Buffer.alloc(0), 'is not an OpenStreetMap extract', []],
])('%s ends with what is wrong, after what is good', async (_what, content, problem, places) => {
  const found = await read(content)
  expect(found.problem).toContain(problem)
  expect(found.places).toEqual(places)
})

test('bytes changed anywhere end in rows or a word, never in another error', async () => {
  const content = osmPbf(corners, areas, wholes)
  const raw = Buffer.concat([header, osmData(corners, 1), osmData(areas, 1), osmData(wholes, 1)])
  for (const bytes of [content, raw])
    for (let at = 0; at < bytes.length; at += 3) {
      const changed = Buffer.from(bytes)
      changed[at] = changed[at]! ^ 0xff
      const { problem } = await read(changed)
      if (problem !== undefined) expect(problem).toMatch(/OpenStreetMap extract/)
    }
})

test.runIf(process.platform === 'linux')(
  'the file is closed when it was read, and when it is refused',
  async () => {
    const isOpen = (file: string) =>
      readdirSync('/proc/self/fd').some((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`) === file
        } catch {
          return false
        }
      })
    // Longer than what is looked at to tell what it is.
    const nodes = Array.from({ length: 20_000 }, (_, id) => ({ id, lat: id / 1e3, lon: Math.sin(id) * 90 }))
    const cafe = { id: 99_999, lat: 1, lon: 1, tags: { amenity: 'cafe', name: 'A' } }
    const extract = written(osmPbf({ dense: [...nodes, cafe] }))
    expect(await placesOf(readRecords(extract))).toEqual({ places: ['node/99999 1 1'] })
    const page = written(Buffer.from(`%PDF-1.7${' '.repeat(400_000)}`), 'people.jsonl')
    expect((await placesOf(readRecords(page))).problem).toBeDefined()
    // A stream that is left closes its file in its own time.
    await expect.poll(() => [extract, page].filter(isOpen)).toEqual([])
  },
)
