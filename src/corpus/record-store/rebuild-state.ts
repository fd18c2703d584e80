import {
  column,
  nullable,
  rowShape,
  sql,
  StoreUnavailable,
  type Queryable,
  type Transaction,
} from '../../store/postgres/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import type { RecordKey } from './read-records.ts'
import type { RecordStore } from './record-store.ts'
import { storeIdentifiers } from './record-rows.ts'
import { nameIdentifiersTable, nameRecordsTable } from './tables.ts'

/** Commits whose versions are built in one pass: after one, up to another. */
export interface RebuildPass {
  from: number
  to: number
}

/** Progress of a rebuild of a kind. It is in the database, so that another process can continue. */
export interface RebuildPosition {
  /** Whether nothing of this build is done yet. */
  readonly isNew: boolean
  readonly pass: RebuildPass
  /** The version that was built last in this pass. */
  readonly last: RecordKey
  /** Versions built in all passes. */
  readonly done: number
  /** Forgets what was done, and begins with everything up to a commit. */
  restart(begin: { upTo: number; total: number }): Promise<void>
  /** Stores the progress together with what `store` stores. Fails when another process has taken over. */
  advance(
    built: { last: RecordKey; rows: number },
    store: (tx: Transaction) => Promise<void> | undefined,
  ): Promise<void>
  /** Begins a pass over what came since the last one. */
  passOn(upTo: number): Promise<void>
  /** Ends the rebuild. */
  end(): Promise<void>
}

interface RebuildRow {
  pass_from: number
  pass_to: number
  last_id: string
  last_born: string
  done: number
}

const rebuildRow = rowShape<RebuildRow>({
  pass_from: column.int(),
  pass_to: column.int(),
  last_id: column.text(),
  last_born: column.text(),
  done: column.int(),
})

const first: RecordKey = { id: '0', born: '0' }

/** The progress of a rebuild by some rules and number. That of others is forgotten. */
export async function rebuildPosition(
  { db }: RecordStore,
  kind: EntityKind,
  { indexVersion, indexBuild }: { indexVersion: number; indexBuild: number },
): Promise<RebuildPosition> {
  const [row] = await db.query(sql.rows(rebuildRow)`
    UPDATE corpus_rebuilds SET resumed_at = clock_timestamp(), resumed_done = done
    WHERE kind = ${kind} AND index_version = ${indexVersion} AND index_build = ${indexBuild}
    RETURNING pass_from, pass_to, last_id::text AS last_id, last_born::text AS last_born, done`)
  const position = {
    isNew: row === undefined,
    pass: { from: row?.pass_from ?? 0, to: row?.pass_to ?? 0 },
    last: row === undefined ? first : { id: row.last_id, born: row.last_born },
    done: row?.done ?? 0,
  }
  /**
   * Writes the progress where the row is as this process knows it; otherwise another process that builds has changed
   * it.
   */
  const move = async (tx: Queryable, next: { pass: RebuildPass; last: RecordKey; done: number }) => {
    const moved = await tx.query(sql`
      UPDATE corpus_rebuilds SET pass_from = ${next.pass.from}, pass_to = ${next.pass.to},
        last_id = ${next.last.id}::bigint, last_born = ${next.last.born}::int, done = ${next.done}
      WHERE kind = ${kind} AND index_version = ${indexVersion} AND index_build = ${indexBuild}
        AND pass_from = ${position.pass.from} AND pass_to = ${position.pass.to}
        AND last_id = ${position.last.id}::bigint AND last_born = ${position.last.born}::int
      RETURNING kind`)
    if (moved.length === 0) throw new StoreUnavailable(`another process builds the rows of ${kind}`)
  }
  return Object.assign(position, {
    async restart({ upTo, total }: { upTo: number; total: number }) {
      Object.assign(position, { pass: { from: 0, to: upTo }, last: first, done: 0 })
      await db.query(sql`
        INSERT INTO corpus_rebuilds (kind, index_version, index_build, pass_to, total)
        VALUES (${kind}, ${indexVersion}, ${indexBuild}, ${upTo}, ${total})
        ON CONFLICT (kind) DO UPDATE SET index_version = EXCLUDED.index_version, index_build = EXCLUDED.index_build,
          pass_from = 0, pass_to = EXCLUDED.pass_to, last_id = 0, last_born = 0, done = 0, total = EXCLUDED.total,
          started_at = EXCLUDED.started_at, resumed_at = EXCLUDED.resumed_at, resumed_done = 0`)
    },
    async advance(
      { last, rows }: { last: RecordKey; rows: number },
      store: (tx: Transaction) => Promise<void> | undefined,
    ) {
      const next = { pass: position.pass, last, done: position.done + rows }
      await db.transact(async (tx) => {
        await move(tx, next)
        await store(tx)
      })
      Object.assign(position, next)
    },
    async passOn(upTo: number) {
      const next = { pass: { from: position.pass.to, to: upTo }, last: first, done: position.done }
      await move(db, next)
      Object.assign(position, next)
    },
    end: () => forgetRebuild(db, kind),
  })
}

/** Whether a rebuild of a kind runs or must continue. Until it ends nothing of it is removed. */
export async function isRebuilding(db: Queryable, kind: EntityKind): Promise<boolean> {
  const rows = await db.query(sql`SELECT kind FROM corpus_rebuilds WHERE kind = ${kind}`)
  return rows.length > 0
}

export async function forgetRebuild(db: Queryable, kind: EntityKind): Promise<void> {
  await db.query(sql`DELETE FROM corpus_rebuilds WHERE kind = ${kind}`)
}

const freeRow = rowShape({ free: column.bool() })

/** Runs `work` as the only process that rebuilds a kind; answers undefined when another process does. */
export async function holdRebuild<T>(
  { db }: RecordStore,
  kind: EntityKind,
  work: () => Promise<T>,
): Promise<{ done: T } | undefined> {
  return db.transact(
    async (lock) => {
      await lock.query(sql`SET LOCAL idle_in_transaction_session_timeout = 0`)
      const [row] = await lock.query(
        sql.rows(freeRow)`SELECT pg_try_advisory_xact_lock(hashtext(${`corpus_rebuild:${kind}`})) AS free`,
      )
      return row?.free === true ? { done: await work() } : undefined
    },
    { statementTimeoutMs: 0 },
  )
}

/** How far a rebuild is. */
export interface RebuildState {
  kind: EntityKind
  /** Versions built, and how many there were at the beginning; more come while it runs. */
  done: number
  total: number
  startedAt: Date
  /** Estimated by the rate of the process that builds; undefined before there is a rate. */
  expectedEndAt: Date | undefined
}

const progressRow = rowShape({
  kind: column.text<EntityKind>(),
  done: column.int(),
  total: column.int(),
  started: column.instant(),
  end: nullable(column.instant()),
})

/** Rebuilds that run or must continue. */
export async function readRebuilds({ db }: Pick<RecordStore, 'db'>): Promise<RebuildState[]> {
  const rows = await db.query(sql.rows(progressRow)`
    SELECT kind, least(done, total) AS done, total, started_at AS started, CASE WHEN done > resumed_done THEN
      clock_timestamp() + (clock_timestamp() - resumed_at) * (greatest(0, total - done)::float8 / (done - resumed_done)) END AS "end"
    FROM corpus_rebuilds ORDER BY started_at, kind`)
  return rows.map(({ started, end, ...row }) => ({
    ...row,
    startedAt: started,
    expectedEndAt: end ?? undefined,
  }))
}

/** Identifiers of a kind that are built again beside those in force. */
export interface IdentifierBuild {
  begin(): Promise<void>
  store(tx: Transaction, rows: Buffer): Promise<void>
  /** Puts the new ones in the place of the old. Repeatable. */
  finish(indexVersion: number): Promise<void>
}

const tableRow = rowShape({ name: nullable(column.text()), indexes: column.int() })

export function identifierBuild({ db }: RecordStore, kind: EntityKind): IdentifierBuild {
  const [current, building] = [nameIdentifiersTable(kind), `${nameIdentifiersTable(kind)}_building`]
  return {
    async begin() {
      await db.query(sql`DROP TABLE IF EXISTS ${sql.id(building)}`)
      // Indexes are made when the table is whole, which is several times faster.
      await db.query(sql`CREATE TABLE ${sql.id(building)} (LIKE ${sql.id(current)})`)
    },
    store: (tx, rows) => storeIdentifiers(tx, building, rows),
    async finish(indexVersion) {
      const unlimited = { statementTimeoutMs: 0 }
      const isThere = await db.transact(async (tx) => {
        const [table] = await tx.query(sql.rows(tableRow)`
          SELECT to_regclass(${building})::text AS name,
            (SELECT count(*) FROM pg_index WHERE indrelid = to_regclass(${building})) AS indexes`)
        if (table === undefined || table.name === null) return false
        if (table.indexes > 0) return true
        await tx.query(sql`CREATE INDEX ON ${sql.id(building)} (digest, rank)`)
        await tx.query(sql`CREATE INDEX ON ${sql.id(building)} (dead) WHERE dead IS NOT NULL`)
        return true
      }, unlimited)
      if (!isThere) return
      await db.transact(async (tx) => {
        // A long reader (a dump) would hold up everybody behind a waiting DROP.
        await tx.query(sql`SET LOCAL lock_timeout = '3s'`)
        await tx.query(sql`DROP TABLE ${sql.id(current)}`)
        await tx.query(sql`ALTER TABLE ${sql.id(building)} RENAME TO ${sql.id(current)}`)
        await tx.query(sql`
          UPDATE corpus_commits SET identifier_index = ${indexVersion} WHERE kind = ${kind}`)
      }, unlimited)
    },
  }
}

const endedKeyRow = rowShape({
  rank: column.int(),
  id: column.text(),
  born: column.int(),
  dead: column.int(),
})

/** Reads versions that ended, page by page. */
export async function* readEnded(
  { db }: RecordStore,
  kind: EntityKind,
): AsyncGenerator<{ rank: number; id: string; born: number; dead: number }[]> {
  const limit = 50_000
  for (let last: RecordKey = { id: '0', born: '0' }; ;) {
    const rows = await db.query(sql.rows(endedKeyRow)`
      SELECT r.rank, r.id::text AS id, r.born, r.dead FROM ${sql.id(nameRecordsTable(kind))} r
      WHERE r.dead IS NOT NULL AND (r.id, r.born) > (${last.id}::bigint, ${last.born}::int)
      ORDER BY r.id, r.born LIMIT ${limit}`)
    const end = rows.at(-1)
    if (end === undefined) return
    yield rows
    last = { id: end.id, born: String(end.born) }
  }
}
