import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import {
  importFile,
  openReadThreads,
  type ImportFile,
  type ReadThreads,
} from '../../src/corpus/import/index.ts'
import { openIdentity, openWriter } from '../../src/corpus/write/index.ts'
import { sql, StoreUnavailable, type Postgres } from '../../src/store/postgres/index.ts'
import { startFaultProxy, type FaultProxy } from '../../src/store/postgres/fixtures/fault-proxy.ts'
import { openSearchWorld, type SearchWorld } from '../search/search-world.ts'
import { atEnd } from '../support/at-end.ts'
import { examineKind } from '../support/examine-kind.ts'
import { runs } from '../support/long.ts'
import { openTestPostgres } from '../support/postgres.ts'
import type { ImportOrder } from './import-process.ts'

const program = join(import.meta.dirname, 'import-process.ts')
const batchRows = 50
let world: SearchWorld
let engineUrl: string
let folder = ''
let threads: ReadThreads

beforeAll(async () => {
  world = await openSearchWorld()
  atEnd(() => world.close())
  const address = new URL(inject('engineUrl'))
  const [own] = await world.engine.query<{ name: string }>({
    tag: 'test',
    sql: 'SELECT currentDatabase() AS name',
  })
  address.pathname = `/${own?.name}`
  engineUrl = address.href
  folder = await mkdtemp(join(tmpdir(), 'almanac-imports-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  threads = openReadThreads(2)
  atEnd(() => threads.close())
})

let tag = ''
beforeEach(({ task }) => {
  tag = task.id.replaceAll(/[^a-z0-9]/gi, '').toLowerCase()
})

/** A file of people who are known by nothing but their slugs. */
async function fileOf(name: string, count: number, headline = 'Engineer'): Promise<string> {
  const path = join(folder, `${name}.jsonl`)
  const rows = Array.from({ length: count }, (_, index) => ({
    primary_slug: `${name}-${index}`,
    name: `Person ${name} ${index}`,
    headline,
  }))
  await writeFile(path, rows.map((row) => JSON.stringify(row)).join('\n'))
  return path
}

const load = (file: string, more: Partial<ImportFile> = {}) =>
  importFile({
    kind: 'people',
    file,
    source: 'killed',
    observedAt: new Date('2026-11-01'),
    batchRows,
    writer: world.writer,
    threads,
    onRejects: async (rejected) => expect(rejected).toEqual([]),
    ...more,
  })

/** How many of the people of a file are there; each of them once. */
async function known(name: string, count: number): Promise<number> {
  await world.snapshots.refresh()
  const snapshot = await world.snapshots.newest('people')
  const tokens = Array.from({ length: count }, (_, index) => `slug:${name}-${index}`)
  const found = await world.search.lookup('people', { tokens, snapshot, perToken: 5 })
  expect(new Set(found.flatMap((each) => each.tokens)).size).toBe(found.length)
  return found.length
}

/** What `almanac doctor` says of the people in the corpus. */
const doctor = (): Promise<string[]> => examineKind('people', world)

/** Runs an import in a process of its own; how many answers of the stores it saw, undefined when it was killed. */
async function run(order: Pick<ImportOrder, 'file' | 'answers'>): Promise<number | undefined> {
  const given: ImportOrder = { ...order, batchRows, url: world.db.url, engineUrl }
  const child = fork(program, [JSON.stringify(given)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  atEnd(async () => void child.kill('SIGKILL'))
  let answers: number | undefined
  child.once('message', (message) => (answers = (message as { answers: number }).answers))
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`exit ${code} ${signal}`)
  return answers
}

describe('an import with threads, killed at any point', () => {
  test('and begun again has lost nobody and has nobody twice', async () => {
    const count = 220
    const answers = (await run({ file: await fileOf(tag, count) })) as number
    expect(await known(tag, count)).toBe(count)
    const halves: number[] = []
    for (let turn = 0; turn < runs(4, 40); turn++) {
      const name = `${tag}k${turn}`
      const file = await fileOf(name, count)
      // Spread over all there are, another one in every run.
      const point = 1 + Math.floor(((turn + Math.random()) * answers) / runs(4, 40))
      await run({ file, answers: point })
      const half = await known(name, count)
      expect([0, 50, 100, 150, 200, count], `killed after answer ${point} of ${answers}`).toContain(half)
      halves.push(half)
      const { created, changed, unchanged } = await load(file)
      expect({ created, changed, unchanged }).toEqual({ created: count - half, changed: 0, unchanged: half })
      expect(await known(name, count), `killed after answer ${point} of ${answers}`).toBe(count)
    }
    expect(new Set(halves).size).toBeGreaterThan(1)
    expect(await doctor()).toEqual([])
  })
})

describe('an import whose Postgres goes away', () => {
  let proxy: FaultProxy
  let away: Postgres
  beforeAll(async () => {
    proxy = await startFaultProxy(world.db.url)
    atEnd(() => proxy.close())
    away = await openTestPostgres(proxy.url)
    atEnd(() => away.close())
  })

  test('says so, has written whole batches, and goes on where it was', async () => {
    const count = 400
    const file = await fileOf(tag, count)
    const writer = openWriter({ db: away, engine: world.engine, onlyReader: world.snapshots })
    let [written, isCut] = [0, false]
    const broken = load(file, {
      writer,
      onProgress({ created }) {
        written = created
        if (created < 100 || isCut) return
        isCut = true
        proxy.cut()
      },
    })
    await expect(broken).rejects.toBeInstanceOf(StoreUnavailable)
    proxy.heal()
    // What it has told of is there; one more may be, when the answer to its end was lost.
    const stands = await known(tag, count)
    expect([written, written + batchRows]).toContain(stands)
    expect(stands).toBeLessThan(count)
    await expect.poll(() => away.healthy(1_000)).toBe(true)
    expect(await load(file, { writer })).toMatchObject({ created: count - stands, unchanged: stands })
    expect(await known(tag, count)).toBe(count)
    expect(await doctor()).toEqual([])
  })
})

describe('a disk that is full in the middle of a COPY', () => {
  test.each(['corpus_records_people', 'corpus_identifiers_people'])(
    'of %s leaves nothing of that batch, and the import goes on once there is room',
    async (table) => {
      const count = 300
      const file = await fileOf(tag, count)
      const [at] = await world.db.query<{ first: number }>(
        sql`SELECT next_entity_id AS first FROM corpus_commits WHERE kind = 'people'`,
      )
      // As Postgres says it, at a row within the third batch.
      const full = Number(at?.first) + 2 * batchRows + 1 + Math.floor(Math.random() * (batchRows - 1))
      await world.db.query(sql`
        CREATE FUNCTION disk_is_full() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100';
        END $$`)
      await world.db.query(sql`
        CREATE TRIGGER disk_is_full BEFORE INSERT ON ${sql.id(table)} FOR EACH ROW
        WHEN (NEW.id = ${sql.lit(full)}) EXECUTE FUNCTION disk_is_full()`)
      const broken = load(file)
      await expect(broken).rejects.toThrow(/No space left/)
      expect(await known(tag, count)).toBe(2 * batchRows)
      expect(await doctor()).toEqual([])
      await world.db.query(sql`DROP FUNCTION disk_is_full CASCADE`)
      expect(await load(file)).toMatchObject({ created: count - 100, unchanged: 100 })
      expect(await known(tag, count)).toBe(count)
      expect(await doctor()).toEqual([])
    },
  )
})

describe('two importers and a merge at once', () => {
  test('leave one of everybody, and stores that agree', async () => {
    const count = 300
    const other = await openTestPostgres(world.db.url)
    try {
      const stores = { engine: world.engine, onlyReader: world.snapshots }
      const [first, second] = [openWriter({ db: world.db, ...stores }), openWriter({ db: other, ...stores })]
      await load(await fileOf(tag, 2), { writer: first })
      const identity = openIdentity({ db: world.db, engine: world.engine })
      const [into] = await identity.find('people', `slug:${tag}-0`)
      const [from] = await identity.find('people', `slug:${tag}-1`)
      const merge = identity.merge('people', { into: into!, from: from!, actor: 'test', reason: 'the same' })
      const loads = [
        load(await fileOf(tag, count, 'Ours'), { writer: first, source: 'ours' }),
        load(await fileOf(tag, count, 'Theirs'), { writer: second, source: 'theirs' }),
      ]
      const [ours, theirs] = await Promise.all(loads)
      await merge
      expect((ours?.created ?? 0) + (theirs?.created ?? 0)).toBe(count - 2)
      await world.snapshots.refresh()
      const snapshot = await world.snapshots.newest('people')
      const tokens = Array.from({ length: count }, (_, index) => `slug:${tag}-${index}`)
      const found = await world.search.lookup('people', { tokens, snapshot, perToken: 5 })
      // The two that were merged are one, whatever of the files came before it.
      expect(found).toHaveLength(count - 1)
      expect(new Set(found.flatMap((each) => each.tokens)).size).toBe(count)
      expect(await doctor()).toEqual([])
    } finally {
      await other.close()
    }
  })
})
