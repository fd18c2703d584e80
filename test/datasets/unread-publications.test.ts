import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { findAdded, listPublications } from '../../src/corpus/datasets/dataset-rows.ts'
import { shippedFolder } from '../../src/corpus/datasets/index.ts'
import { updateDataset } from '../../src/corpus/datasets/update-dataset.ts'
import { openOutbound } from '../../src/platform/outbound/index.ts'
import { atEnd } from '../support/at-end.ts'
import { jsonLines, openDataRoom, type DataRoom } from '../support/datasets/data-room.ts'
import { openPublisher } from '../support/datasets/publisher.ts'

// A publication of which nothing could be read is told, and does not stand in the way of the right one.

let room: DataRoom
let folder = ''
beforeEach(async () => {
  room = await openDataRoom()
  folder = await mkdtemp(join(tmpdir(), 'almanac-unread-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
})

async function put(name: string, content: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

const accept = ['--accept', '--as-of', '2026-06-01', '--from'] as const
const sample = (...path: string[]) => readFile(join(shippedFolder, ...path), 'utf8')

test('a dump that is cut off gives its good rows and is refused; the whole one and one in lines are read', async () => {
  const text = await sample('wikidata', 'sample.json')
  const half = await put('half.json', text.slice(0, text.lastIndexOf('"labels"')))
  const added = await room.data('add', 'wikidata', '--yes', '--limit', '1000', ...accept.slice(1), half)
  expect(added.code).toBe(1)
  expect(added.text).toMatch(/cut off/)
  expect(await room.read('ext:wikidata/Q312')).toBeDefined()
  const accepted = await room.data('update', 'wikidata', ...accept, half)
  expect(accepted.text).toMatch(/ rows: [^]*half\.json: .*cut off/)
  const lines = await put('lines.json', jsonLines(JSON.parse(text) as object[]))
  expect((await room.data('update', 'wikidata', ...accept, lines)).text).toMatch(/11 rows: /)
  expect((await room.read('ext:wikidata/Q900000003'))?.members).toMatchObject({ parent: 'Apple Inc.' })
})

test('a publication without a row is not loaded, also where somebody accepts it', async () => {
  const spec = { name: 'empty-register' }
  const register = await room.register(spec)
  const right = await put('right.jsonl', jsonLines([{ id: '1', name: 'Company 1', site: 'one.example' }]))
  const empty = await put('empty.jsonl', '\n')
  const added = await room.data('add', register, '--yes', ...accept, empty)
  expect(added.code).toBe(1)
  expect(added.text).toMatch(/empty-register: no row could be read of .*empty\.jsonl.*check that it is/)
  const row = await findAdded(room.db, spec.name)
  const publications = await listPublications(room.db, row?.number ?? 0)
  expect(publications.map(({ state }) => state)).toEqual(['refused'])
  expect((await room.data('update', spec.name, ...accept, right)).text).toMatch(/1 rows?: 1 created/)
})

test('the member of an archive is read as it is; a file of another name is refused with a sentence', async () => {
  const text = await sample('gleif-relationships', 'sample', 'rr.csv')
  const other = await put('rr.txt', text)
  const refused = await room.data('add', 'gleif-relationships', '--yes', ...accept, other)
  expect(refused.code).toBe(1)
  expect(refused.text).toMatch(/joins tables of an archive or a folder, and the file is none/)
  const bare = await put('rr.csv', text)
  expect((await room.data('update', 'gleif-relationships', ...accept, bare)).text).toMatch(/rows: 2 created/)
})

test('a load that was interrupted goes on although the publisher still serves the same file', async () => {
  const publisher = await openPublisher()
  const outbound = openOutbound({ allowLoopback: true })
  atEnd(async () => outbound.close())
  const name = 'cut-load'
  const rows = Array.from({ length: 1_000 }, (_, id) => ({
    id: `r${id}`,
    name: `Company r${id}`,
    note: 'x'.repeat(900),
  }))
  publisher.publish('/all.jsonl', jsonLines(rows.slice(0, 990)))
  const register = await room.register({ name, full: { addresses: [`${publisher.address}/all.jsonl`] } })
  await room.data('add', register, '--yes')
  publisher.publish('/all.jsonl', jsonLines(rows), '2026-02-02')
  const { db, engine, writer, clock } = room
  const download = { outbound, userAgent: 'almanac/test', perSecond: 100, wait: async () => {} }
  const parts = { db, engine, writer, clock, folder: join(room.folder, 'fetched'), download }
  const stop = new AbortController()
  const order = { name, signal: stop.signal, onProgress: () => stop.abort() }
  expect(await updateDataset(parts, order)).toMatchObject({ state: 'interrupted' })
  expect(await room.read('ext:cut-load/r995')).toBeUndefined()
  expect(await updateDataset(parts, { name })).toMatchObject({ state: 'loaded' })
  expect(await room.read('ext:cut-load/r995')).toBeDefined()
  expect(await updateDataset(parts, { name })).toMatchObject({ state: 'same' })
  expect(publisher.requests.map(({ status }) => status)).toEqual([200, 200, 200, 304])
})
