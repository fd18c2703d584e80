import type { ClickHouse } from '../../store/clickhouse/index.ts'
import { column, rowShape, sql, type Postgres, type Transaction } from '../../store/postgres/index.ts'
import { runCommit, type Commit, type Heard } from '../commits/index.ts'
import { allKinds, entityKinds, kinds, type CorpusKind, type EntityKind } from '../kinds/index.ts'
import { limitConcurrency } from '../../lib/limit-concurrency.ts'
import { sampleSource } from '../records/index.ts'
import { countSampleIndexes, createWorld, samples, type WorldSize } from '../sample/index.ts'
import { recordStore } from '../record-store/index.ts'
import { commitStores, endLoad, noteLoaded, writeRows } from '../write/index.ts'
import { chunksHere, openChunkWorkers, type ChunkWorkers } from './chunk-workers.ts'
import { retireOthers } from './remove-sample.ts'
import { idsBefore, type EntityRange } from './world-lines.ts'

/** Entities of a commit: enough that its overhead does not matter. */
const perCommit = 50_000
/** Entities that are built and inserted at once, with two such chunks under way. */
const perChunk = 10_000
/** Companies whose postings, posts and so on are built at once, some eight records each. */
const companiesPerChunk = 2_500
/** For small kinds a commit is mostly waiting. */
const kindsAtOnce = 3
/** Starting a second thread takes longer than building this much. */
const fewCompanies = 500
/** Starting the first thread takes longer than building this many companies and people here. */
const minRowsPerPart = 1_000
/** A small range is cut into this many chunks, so that all threads have work. */
const minChunks = 4

/** Records that companies have some of are counted in companies. */
export interface SampleProgress {
  kind: EntityKind
  done: number
  total: number
}

export interface SampleRequest {
  world: Required<WorldSize>
  onProgress?(progress: SampleProgress): void
  /** Aborting stops after the running commit. Calling again continues from there. */
  signal?: AbortSignal
  onPublished?(): Promise<void>
}

interface Stores {
  db: Postgres
  engine: ClickHouse
}

/**
 * Loads a sample world. Ranges that are there already are skipped, so repeating a load is cheap. Another world
 * replaces the one before.
 */
export async function loadSample(
  stores: Stores,
  request: SampleRequest,
): Promise<{ loaded: Record<EntityKind, number> }> {
  const { world } = request
  const key = worldKey(world)
  await retireOthers(stores, key)
  const workers =
    world.companies + world.people > minRowsPerPart ? openChunkWorkers(threadsFor(world)) : chunksHere
  const loaded = noneLoaded()
  const load = async (kind: CorpusKind) => {
    const total = countSampleIndexes(kind.name, world)
    let from = await loadedUpTo(stores.db, key, kind.name)
    while (from < total && request.signal?.aborted !== true) {
      const to = Math.min(total, from + perCommit)
      loaded[kind.name] += await loadRange({ ...stores, workers }, { ...request, key, kind, from, to, total })
      await request.onPublished?.()
      from = to
    }
  }
  try {
    // The other kinds refer to companies and people, and to nothing else.
    for (const kind of [kinds.companies, kinds.people]) await load(kind)
    const others = allKinds.filter(({ name }) => name !== 'companies' && name !== 'people')
    const limit = limitConcurrency(kindsAtOnce)
    // The threads stay theirs until the last has ended.
    const ended = await Promise.allSettled(others.map((kind) => limit(() => load(kind))))
    for (const one of ended) if (one.status === 'rejected') throw one.reason
    await endLoad(stores.db)
    return { loaded }
  } finally {
    await workers.close()
  }
}

const threadsFor = ({ companies }: WorldSize) => (companies > fewCompanies ? 2 : 1)

/** Zero of every kind. */
export const noneLoaded = (): Record<EntityKind, number> =>
  Object.fromEntries(entityKinds.map((kind) => [kind, 0])) as Record<EntityKind, number>

type SizeOf = Pick<Required<WorldSize>, 'companies' | 'people'>

/** The value of `done` after a whole load. */
export const sampleTotal = (world: SizeOf): number =>
  entityKinds.reduce((sum, kind) => sum + countSampleIndexes(kind, world), 0)

interface Range extends SampleRequest {
  key: string
  kind: CorpusKind
  from: number
  to: number
  total: number
}

/** Loads a range as one commit; answers how many entities it made. */
async function loadRange(at: Stores & { workers: ChunkWorkers }, range: Range): Promise<number> {
  const { db, engine } = at
  const { kind, from, to } = range
  let rows = 0
  await runCommit(commitStores({ db, engine }), kind.name, idsFor(range), async (commit, tx, heard) => {
    rows = await insertChunks({ ...at, tx, heard }, range, commit)
    await tx.query(sql`
      INSERT INTO corpus_sample_chunks (world, kind, first_index, last_index, commit_number, first_entity_id)
      VALUES (${range.key}, ${kind.name}, ${from}, ${to - 1}, ${commit.number}, ${commit.firstEntityId})`)
    return { rows, superseded: 0, source: sampleSource }
  })
  await noteLoaded(db, kind.name, rows)
  return rows
}

/** Entity ids a commit takes. */
function idsFor({ kind, world, from, to }: Range): number {
  if (samples[kind.name].each !== 'company') return to - from
  const frame = createWorld(world)
  return idsBefore(kind.name, frame, to) - idsBefore(kind.name, frame, from)
}

/** Workers build the next chunks while the stores take the last one. Answers how many rows were made. */
async function insertChunks(
  at: Stores & { workers: ChunkWorkers; tx: Transaction; heard: Heard },
  range: Range,
  commit: Commit,
): Promise<number> {
  const { world, kind, from: base, to: end } = range
  const observedAt = `${world.asOf}T00:00:00.000Z`
  const dictionary = await recordStore(at.db).dictionary(kind.name)
  const isOfCompanies = samples[kind.name].each === 'company'
  const ranges = isOfCompanies ? await entityRanges(at.db, range.key) : []
  const step = Math.min(isOfCompanies ? companiesPerChunk : perChunk, Math.ceil((end - base) / minChunks))
  const build = (from: number) => {
    const to = Math.min(end, from + step)
    const rows = at.workers.rows({
      world,
      kind: kind.name,
      from,
      to,
      commit,
      base,
      observedAt,
      dictionary,
      ranges,
    })
    // The promises are awaited in order below; a failure in between must not count as unhandled.
    rows.catch(() => {})
    return { to, rows }
  }
  const queue: ReturnType<typeof build>[] = []
  let next = base
  const fill = () => {
    while (queue.length < 2 && next < end) {
      const chunk = build(next)
      next = chunk.to
      queue.push(chunk)
    }
  }
  fill()
  await at.heard()
  let made = 0
  for (let chunk = queue.shift(); chunk !== undefined; chunk = queue.shift()) {
    const { built, rows } = await chunk.rows
    made += rows
    fill()
    await writeRows(at, kind, { commit, built })
    range.onProgress?.({ kind: kind.name, done: chunk.to, total: range.total })
  }
  return made
}

const entityRangeRow = rowShape({
  kind: column.text<EntityRange['kind']>(),
  first_index: column.int(),
  last_index: column.int(),
  first_entity_id: column.int(),
})

/** Where a world's companies and people are in the corpus. */
async function entityRanges(db: Postgres, key: string): Promise<EntityRange[]> {
  const rows = await db.query(sql.rows(entityRangeRow)`
    SELECT c.kind, c.first_index, c.last_index, c.first_entity_id
    FROM corpus_sample_chunks c JOIN corpus_commit_log l ON l.kind = c.kind AND l.number = c.commit_number
    WHERE c.world = ${key} AND c.kind IN ('companies', 'people') AND NOT c.retired AND c.first_entity_id IS NOT NULL`)
  return rows.map((row) => ({
    kind: row.kind,
    from: row.first_index,
    to: row.last_index + 1,
    firstEntityId: row.first_entity_id,
  }))
}

/** Whether a world is absent, begun, or whole. */
export async function sampleState(
  db: Postgres,
  world: Required<WorldSize>,
): Promise<'absent' | 'begun' | 'whole'> {
  const key = worldKey(world)
  const loaded = await Promise.all(
    allKinds.map(async (kind) => ({ kind, upTo: await loadedUpTo(db, key, kind.name) })),
  )
  if (loaded.every(({ kind, upTo }) => upTo === countSampleIndexes(kind.name, world))) return 'whole'
  return loaded.every(({ upTo }) => upTo === 0) ? 'absent' : 'begun'
}

function worldKey({ seed, companies, people, asOf }: Required<WorldSize>): string {
  return `${seed}/${companies}/${people}/${asOf}`
}

const loadedRow = rowShape({ loaded: column.int() })

/** Chunks are loaded in order, so the published ones are a prefix. */
async function loadedUpTo(db: Postgres, key: string, kind: EntityKind): Promise<number> {
  const [row] = await db.query(sql.rows(loadedRow)`
    SELECT COALESCE(max(c.last_index) + 1, 0)::bigint AS loaded
    FROM corpus_sample_chunks c JOIN corpus_commit_log l ON l.kind = c.kind AND l.number = c.commit_number
    WHERE c.world = ${key} AND c.kind = ${kind} AND NOT c.retired`)
  return row?.loaded ?? 0
}

const kindCountRow = rowShape({ kind: column.text<'companies' | 'people'>(), held: column.int() })

/** Companies and people of the sample that are in the corpus. */
export async function sampleHeld(db: Postgres): Promise<{ companies: number; people: number }> {
  const rows = await db.query(sql.rows(kindCountRow)`
    SELECT c.kind, sum(c.last_index - c.first_index + 1)::bigint AS held
    FROM corpus_sample_chunks c JOIN corpus_commit_log l ON l.kind = c.kind AND l.number = c.commit_number
    WHERE c.kind IN ('companies', 'people') AND NOT c.retired GROUP BY c.kind`)
  const counts = Object.fromEntries(rows.map((row) => [row.kind, row.held]))
  return { companies: counts['companies'] ?? 0, people: counts['people'] ?? 0 }
}
