import { createReadStream, existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/postgres.ts'
import { contentOf } from '../../../../test/support/corpus-content.ts'
import { testEngine } from '../../../../test/support/engine.ts'
import { runs } from '../../../../test/support/long.ts'
import type { EntityKind } from '../../kinds/index.ts'
import { createWorld, generatePerson } from '../../sample/index.ts'
import { openWriter, type Rejection } from '../../write/index.ts'
import { pdlMapping } from '../formats/pdl.ts'
import { loadMapping } from '../mapping/load-mapping.ts'
import { openReadThreads, type ReadThreads } from './chunk-reader.ts'
import { importFile, type ImportFile } from './import-file.ts'

const root = join(import.meta.dirname, '../../../..')
const data = join(root, '../shared/data')
const maps = join(root, 'docs/guide/maps')

let folder = ''
let threads: ReadThreads
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-threads-'))
  threads = openReadThreads(2)
})
afterAll(async () => {
  await threads.close()
  await rm(folder, { recursive: true, force: true })
})

/** The stores of an installation. */
async function openStores() {
  const [db, engine] = await Promise.all([testDatabase(), testEngine()])
  return { db, engine, writer: openWriter({ db, engine }) }
}

type Delivery = Pick<ImportFile, 'kind' | 'file' | 'mapping' | 'observedAt'>

/** Imports files one after the other; returns the report of each and the stored state at the end. */
async function load(deliveries: readonly Delivery[], how: Pick<ImportFile, 'threads'>) {
  const stores = await openStores()
  const told: unknown[] = []
  for (const delivery of deliveries) {
    const rejects: Rejection[] = []
    const summary = await importFile({
      ...delivery,
      ...how,
      source: 'test',
      batchRows: 400,
      writer: stores.writer,
      onRejects: async (more) => void rejects.push(...more),
    })
    told.push({ summary, rejects })
  }
  const kind = deliveries[0]?.kind as EntityKind
  return { told, content: await contentOf(stores, kind), stores }
}

async function expectSame(deliveries: readonly Delivery[]) {
  const inThreads = await load(deliveries, { threads })
  const here = await load(deliveries, {})
  expect(inThreads.told).toEqual(here.told)
  expect(inThreads.content).toEqual(here.content)
  return here
}

/** The first lines of a file, as one of its own. */
async function headOf(file: string, most: number, name: string): Promise<string> {
  const lines: string[] = []
  const text = file.endsWith('.gz') ? createReadStream(file).pipe(createGunzip()) : createReadStream(file)
  for await (const line of createInterface({ input: text })) if (lines.push(line) === most) break
  const path = join(folder, name)
  await writeFile(path, lines.join('\n'))
  return path
}

/** Companies of an edition: several chunks, and several commits. */
const companies = runs(450, 900)

const day = (text: string) => new Date(`${text}T00:00:00Z`)

describe.skipIf(!existsSync(data))('real files, imported in threads and in one, leave the same bytes', () => {
  test('two editions of a directory of companies', async () => {
    const mapping = await loadMapping(join(maps, 'yc.yaml'))
    const edition = async (date: string) => ({
      kind: 'companies' as const,
      file: await headOf(join(data, `yc/yc-${date}.ndjson.gz`), companies, `yc-${date}.jsonl`),
      mapping,
      observedAt: day(date),
    })
    const { told } = await expectSame([await edition('2024-05-13'), await edition('2025-05-13')])
    const [first, second] = told as { summary: { created: number; changed: number; unchanged: number } }[]
    expect(first?.summary.created).toBeGreaterThan(companies - 50)
    expect(second?.summary.unchanged).toBeGreaterThan(companies / 2)
    expect(second?.summary.changed).toBeGreaterThan(companies / 20)
  })

  test('members of a parliament as one JSON array, twice', async () => {
    const mapping = await loadMapping(join(maps, 'us-congress.yaml'))
    const delivery = {
      kind: 'people' as const,
      file: join(data, 'people-us-congress/legislators-current.json.gz'),
      mapping,
      observedAt: day('2026-11-01'),
    }
    const { told } = await expectSame([delivery, delivery])
    expect(told).toMatchObject([{ summary: { created: 537 } }, { summary: { unchanged: 537, changed: 0 } }])
  })
})

const world = createWorld({ seed: 5, companies: 60, people: 600, asOf: '2026-01-01' })
const people = Array.from({ length: 600 }, (_, index) => ({
  ...generatePerson(world, index),
  source: undefined,
}))

/** What files of strangers look like. */
function mess(): string {
  const lines = people.map((person) => JSON.stringify(person))
  // Twice in a batch, twice in the file, by another identifier, of another name, without any.
  const [first, second] = people as [object, object]
  lines.splice(7, 0, JSON.stringify({ ...first, headline: 'Again' }), '', '   \t ')
  lines.splice(30, 0, '{"emails":[{"email":"shared@home.example"}],"name":"Ada Lindqvist"}')
  lines.splice(31, 0, '{"emails":[{"email":"shared@home.example"}],"name":"Ada Lindqvist","headline":"x"}')
  lines.splice(40, 0, '{"broken', '[1]', '7', `${'['.repeat(5_000)}${']'.repeat(5_000)}`)
  lines.splice(200, 0, '{"name":"Nobody"}', '{"primary_slug":"nul","name":"a\\u0000b"}', '{"skills":{"a":1}}')
  lines.push(JSON.stringify({ ...second, observed_at: '2020-01-01', headline: 'Long ago' }))
  return `\uFEFF\n${lines.join('\r\n')}\n{"primary_slug":"last"`
}

describe('messy files, imported in threads and in one, leave the same bytes', () => {
  test('native lines, then the same with some changed', async () => {
    const [a, b] = [join(folder, 'mess-1.jsonl'), join(folder, 'mess-2.jsonl')]
    const bad = Buffer.from([0x0a, 0x7b, 0xff, 0xfe, 0x7d, 0x0a])
    await writeFile(a, Buffer.concat([Buffer.from(mess()), bad]))
    const changed = (await readFile(a, 'latin1')).replaceAll('"follower_count":1', '"follower_count":77')
    await writeFile(b, Buffer.from(changed, 'latin1'))
    const { told } = await expectSame([
      { kind: 'people', file: a, observedAt: day('2026-01-01') },
      { kind: 'people', file: b, observedAt: day('2026-02-01') },
    ])
    const [first, second] = told as { summary: { created: number; changed: number; rejected: number } }[]
    expect(first?.summary.created).toBeGreaterThan(590)
    expect(first?.summary.rejected).toBeGreaterThan(6)
    expect(second?.summary.changed).toBeGreaterThan(20)
  })

  test('a vendor who leaves his own format, and a table of contacts', async () => {
    const vendor = join(folder, 'vendor.jsonl')
    const rows = people.slice(0, 300).map(({ primary_slug, name, headline }, index) => ({
      id: `p${index}`,
      full_name: [name],
      linkedin_username: index % 5 === 0 ? null : primary_slug,
      emails: [{ address: `p${index % 250}@vendor.example` }],
      experience: { title: headline, company: { name: `company ${index % 20}` } },
      [`new_${index % 7}`]: index,
    }))
    await writeFile(vendor, rows.map((row) => JSON.stringify(row)).join('\n'))
    const table = join(folder, 'contacts.csv')
    const cells = people
      .slice(0, 300)
      .map(({ name, headline }, at) => [name, `c${at % 280}@x.example`, headline])
    await writeFile(
      table,
      `name,emails,headline\n${cells.map((row) => row.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(',')).join('\n')}\nodd\n`,
    )
    const at = { kind: 'people' as const, observedAt: day('2026-03-01') }
    const { told } = await expectSame([
      { ...at, file: vendor, mapping: pdlMapping('people') },
      { ...at, file: table },
      { ...at, file: vendor, mapping: pdlMapping('people') },
    ])
    expect(told[0]).toMatchObject({ summary: { drift: expect.arrayContaining([expect.anything()]) } })
    expect((told[2] as { summary: { unchanged: number } }).summary.unchanged).toBeGreaterThan(200)
  })
})
