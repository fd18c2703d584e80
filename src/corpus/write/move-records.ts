import type { ClickHouse } from '../../store/clickhouse/index.ts'
import { sql, type Transaction } from '../../store/postgres/index.ts'
import { entityKinds, kinds, type EntityKind } from '../kinds/index.ts'
import { RecordBuilder, recordStore, storeRecords } from '../record-store/index.ts'
import type { CorpusParts } from './rebuild-watch.ts'

/** Tables of the engine that held records until version 0.2. */
const bodyTables: Record<string, string> = {
  companies: 'company_bodies',
  people: 'person_bodies',
  postings: 'job_posting_bodies',
  posts: 'post_bodies',
  news: 'news_bodies',
  comments: 'post_comment_bodies',
  reactions: 'post_reaction_bodies',
}

const pageRows = 5_000

export interface MoveProgress {
  kind: EntityKind
  /** Records moved by now. */
  done: number
  total: number
}

type Stores = CorpusParts

/**
 * Whether an earlier version left records in the engine that are not moved yet. Their kinds answer 503 from now on: what
 * is not there must not look as if it were nowhere.
 */
export async function noticeUnmoved(stores: Stores): Promise<boolean> {
  const unmoved: EntityKind[] = []
  const held = await heldTables(stores)
  if (held.length > 0) await moveMembers(stores)
  for (const { kind, total } of held) {
    await stores.db.query(sql`
      INSERT INTO corpus_moves (kind, total) VALUES (${kind}, ${total})
      ON CONFLICT (kind) DO UPDATE SET total = EXCLUDED.total`)
    const [move] = await stores.db.query<{ finished: boolean }>(
      sql`SELECT finished FROM corpus_moves WHERE kind = ${kind}`,
    )
    if (move?.finished !== true) unmoved.push(kind)
  }
  if (unmoved.length === 0) return false
  await stores.db.query(sql`
    UPDATE corpus_commits SET search_index = 0, identifier_index = 0 WHERE kind = ANY (${unmoved}::text[])`)
  await stores.db.query(sql`SELECT pg_notify('corpus_commits', '')`)
  return true
}

/** Tables of an earlier version that hold records, and how many. */
async function heldTables({ db, engine, accounts = db }: Stores): Promise<HeldTable[]> {
  const tables = await engine.query<{ name: string; rows: string | null }>({
    tag,
    sql: `SELECT name, toString(total_rows) AS rows FROM system.tables
      WHERE database = currentDatabase() AND name IN {names:Array(String)}`,
    params: { names: Object.values(bodyTables) },
  })
  const held = entityKinds.flatMap((kind) => {
    const table = tables.find(({ name }) => name === bodyTables[kind])
    const total = Number(table?.rows ?? 0)
    return table === undefined || total === 0 ? [] : [{ kind, table: table.name, total }]
  })
  if (held.length > 0 && accounts !== db)
    throw new Error('records of an earlier version are moved first: start once without RECORDS_URL')
  return held
}

interface HeldTable {
  kind: EntityKind
  table: string
  total: number
}

/**
 * Moves what an earlier version stored in the engine to the record store: records with what is sealed, when they were
 * observed and superseded, and history. Identifiers and search rows are then built from them (`rebuildIndex`). Before the
 * migration that drops the tables it reads; nothing to do: one query. Killed at any point it goes on from there.
 */
export async function moveRecords(
  stores: Stores,
  onProgress: (progress: MoveProgress) => void = () => {},
  signal?: AbortSignal,
): Promise<void> {
  if (!(await noticeUnmoved(stores))) return
  for (const held of await heldTables(stores)) await moveKind(stores, held, { onProgress, signal })
}

/** Members of entity sets; few, and all or none of them. */
async function moveMembers({ db, engine }: Stores): Promise<void> {
  const stream = engine.stream<{ rows: [string, string, string, string, number][] }>({
    tag,
    sql: `SELECT groupArray((organization_id, set_id, token, toString(version), is_member)) AS rows
      FROM entity_set_members GROUP BY intDiv(cityHash64(token), 1000000000000000)`,
  })
  await db.transact(async (tx) => {
    await tx.query(sql`TRUNCATE entity_set_members`)
    for await (const block of stream)
      for (const { rows } of block)
        await tx.query(sql`
          INSERT INTO entity_set_members (organization_id, set_id, token, version, is_member)
          SELECT r->>0, r->>1, r->>2, (r->>3)::bigint, (r->>4)::int = 1
          FROM jsonb_array_elements(${JSON.stringify(rows)}::jsonb) AS r
          WHERE EXISTS (SELECT FROM entity_sets s WHERE s.organization_id = r->>0 AND s.id = r->>1
            AND (r->>3)::bigint <= s.version)`)
  }, unlimited)
}

/** Key of a version in the order of the engine's tables, decimal. */
interface Key {
  rank: string
  id: string
  born: string
}

async function moveKind(
  { db, engine }: Stores,
  { kind, table, total }: HeldTable,
  watch: { onProgress(progress: MoveProgress): void; signal: AbortSignal | undefined },
): Promise<void> {
  const [state] = await db.query<Key & { finished: boolean; published: number; done: number }>(sql`
    UPDATE corpus_moves m SET resumed_at = clock_timestamp(), resumed_done = done
    FROM corpus_commits c WHERE c.kind = m.kind AND m.kind = ${kind}
    RETURNING m.last_rank::text AS rank, m.last_id::text AS id, m.last_born::text AS born, m.finished, m.done,
      c.published`)
  if (state === undefined || state.finished) return
  const dictionary = await recordStore(db).dictionary(kind)
  let last: Key = state
  for (let { done } = state; ;) {
    watch.signal?.throwIfAborted()
    const page = await readPage(engine, kind, { table, last, published: state.published })
    const end = page.at(-1)
    if (end === undefined) break
    const rows = new RecordBuilder(dictionary, 0)
    for (const { id, born, rank, observedAt, dead, body, sealed } of page)
      rows.version({ id, rank: Number(rank), observedAt, body, sealed }, { born: Number(born), dead })
    done += page.length
    await db.transact(async (tx) => {
      await storeRecords(tx, kind, { rows: rows.take(), dead: 0 })
      await tx.query(sql`
        UPDATE corpus_moves SET last_rank = ${end.rank}::bigint, last_id = ${end.id}::bigint, last_born = ${end.born}::int,
          done = ${done}
        WHERE kind = ${kind}`)
    }, unlimited)
    last = end
    watch.onProgress({ kind, done, total })
  }
  await db.transact(async (tx) => {
    await moveSnapshots(engine, tx, {
      kind,
      published: state.published,
      rows: new RecordBuilder(dictionary, 0),
    })
    await tx.query(sql`UPDATE corpus_moves SET finished = true WHERE kind = ${kind}`)
    // Their rows are of rules that know no record store.
    await tx.query(sql`
      UPDATE corpus_commits SET search_index = 0, identifier_index = 0,
        versions = (SELECT count(*) FROM ${sql.id(`corpus_records_${kind}`)})
      WHERE kind = ${kind}`)
  }, unlimited)
}

const unlimited = { statementTimeoutMs: 0 }

interface OldVersion extends Key {
  observedAt: string
  dead: number | null
  body: string
  sealed: string
}

async function readPage(
  engine: ClickHouse,
  kind: EntityKind,
  { table, last, published }: { table: string; last: Key; published: number },
): Promise<OldVersion[]> {
  const bodies = await engine.query<Key & { body: string; sealed: string }>({
    tag,
    sql: `SELECT toString(b.rank) AS rank, toString(b.id) AS id, toString(b.born) AS born, b.body AS body, b.sealed AS sealed
      FROM ${table} AS b
      WHERE b.rank >= {rank:UInt32} AND (b.rank > {rank:UInt32} OR (b.id, b.born) > ({id:UInt64}, {born:UInt32}))
        AND b.born <= {published:UInt32}
      ORDER BY b.rank, b.id, b.born LIMIT ${pageRows}`,
    params: { rank: last.rank, id: last.id, born: last.born, published },
    ...large,
  })
  if (bodies.length === 0) return []
  const keys = `[${bodies.map(({ id, born }) => `(${id},${born})`).join(',')}]`
  const wanted = '(v.id, v.born) IN {keys:Array(Tuple(UInt64, UInt32))}'
  const [observed, ended] = await Promise.all([
    engine.query<{ id: string; born: number; observed: string }>({
      tag,
      sql: `SELECT toString(v.id) AS id, v.born AS born, toString(v.observed_at) AS observed FROM versions AS v
        WHERE v.kind = {kind:String} AND ${wanted}`,
      params: { kind, keys },
      ...large,
    }),
    engine.query<{ id: string; born: number; gone: number }>({
      tag,
      sql: `SELECT toString(v.id) AS id, v.born AS born, v.dead AS gone FROM ${kinds[kind].supersededTable} AS v
        WHERE v.dead <= {published:UInt32} AND ${wanted}`,
      params: { published, keys },
      ...large,
    }),
  ])
  const observedAt = new Map(observed.map((row) => [`${row.id} ${row.born}`, row.observed]))
  const dead = new Map(ended.map((row) => [`${row.id} ${row.born}`, row.gone]))
  return bodies.map((row) => {
    const key = `${row.id} ${row.born}`
    const since = observedAt.get(key)
    if (since === undefined)
      throw new Error(`${kind} ${row.id}, commit ${row.born}, has no entry in versions`)
    return { ...row, observedAt: isoTime(since), dead: dead.get(key) ?? null }
  })
}

async function moveSnapshots(
  engine: ClickHouse,
  tx: Transaction,
  { kind, published, rows }: { kind: EntityKind; published: number; rows: RecordBuilder },
): Promise<void> {
  const stream = engine.stream<{
    id: string
    observed: string
    born: number
    source: string
    tracked: string
  }>({
    tag,
    sql: `SELECT toString(id) AS id, toString(observed_at) AS observed, born, source, tracked FROM snapshots
      WHERE kind = {kind:String} AND born <= {published:UInt32}`,
    params: { kind, published },
  })
  for await (const block of stream) {
    for (const { id, observed, born, source, tracked } of block)
      rows.snapshot({ id, observedAt: isoTime(observed), source, tracked }, born)
    await storeRecords(tx, kind, { rows: rows.take(), dead: 0 })
  }
}

const tag = 'move-records'
const large = { maxMs: 3_600_000, settings: { max_result_bytes: 2_000_000_000 } }

/** `2026-01-15 12:00:00.000` -> ISO 8601. */
const isoTime = (text: string) => `${text.replace(' ', 'T')}Z`
