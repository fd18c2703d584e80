import type { ClickHouse } from '../../store/clickhouse/index.ts'
import { sql, type Postgres } from '../../store/postgres/index.ts'
import { findLacks, readIndexState, tryCompactLock } from '../commits/index.ts'
import { kinds, type CorpusKind, type EntityKind } from '../kinds/index.ts'
import { isRebuilding, removeEnded } from '../record-store/index.ts'

/** A cursor keeps its snapshot at least this long after its rows were superseded. */
const keepMs = 3_600_000
/** Readers learn of the new limit before the first row goes (they poll every 200 ms). */
const noticeMs = 1_000

/**
 * Removes versions that were superseded over an hour ago; answers how many. Older cursors then get 400 "expired"
 * instead of a page with gaps. After an interruption it is simply run again.
 */
export async function compact(stores: CompactStores, kind: EntityKind, at: CompactAt): Promise<number> {
  return stores.db.transact(
    async (lock) => {
      await lock.query(sql`SET LOCAL idle_in_transaction_session_timeout = 0`)
      // A backup needs both stores unchanged, so compaction waits for it.
      if (!(await tryCompactLock(lock, kind))) return 0
      return (await isSettled(stores.db, kind)) ? removeSuperseded(stores, kind, at) : 0
    },
    { statementTimeoutMs: 0 },
  )
}

/** A rebuild would bring back what is removed meanwhile, and nobody knows which of lost rows are superseded. */
async function isSettled(db: Postgres, kind: EntityKind): Promise<boolean> {
  if (await isRebuilding(db, kind)) return false
  return findLacks(kind, await readIndexState(db, kind)).rows !== 'all'
}

interface CompactStores {
  db: Postgres
  engine: ClickHouse
}

interface CompactAt {
  nowMs: number
  wait(ms: number): Promise<void>
}

async function removeSuperseded(
  { db, engine }: CompactStores,
  kind: EntityKind,
  at: CompactAt,
): Promise<number> {
  const [row] = await db.query<{ number: number | null; superseded: number }>(sql`
    SELECT max(l.number) AS number, min(c.superseded) AS superseded
    FROM corpus_commits c LEFT JOIN corpus_commit_log l
      ON l.kind = c.kind AND l.published_at < to_timestamp(${at.nowMs / 1000}) - ${keepMs} * interval '1 millisecond'
    WHERE c.kind = ${kind}`)
  const isDone = () =>
    db.query(sql`UPDATE corpus_commits SET compacting = false WHERE kind = ${kind} AND compacting`)
  if (row === undefined || row.number === null || row.superseded === 0) return isDone().then(() => 0)
  const { table, companion, supersededTable }: CorpusKind = kinds[kind]
  const supersededRows = `SELECT id, born FROM ${supersededTable} WHERE dead <= {limit:UInt32}`
  const params = { limit: row.number }
  const [count] = await engine.query<{ n: string }>({
    tag: 'compact',
    sql: `SELECT count() AS n FROM (${supersededRows})`,
    params,
  })
  const limit = row.number
  const removed = Number(count?.n ?? 0)
  // An interrupted compaction left nothing to do: it had come to its end.
  if (removed === 0) return isDone().then(() => 0)
  await db.query(sql`
    UPDATE corpus_commits SET compacting = true, compacted_to = greatest(compacted_to, ${row.number}) WHERE kind = ${kind}`)
  await at.wait(noticeMs)
  const remove = (from: string, condition: string) =>
    engine.command({ tag: 'compact', sql: `DELETE FROM ${from} WHERE ${condition}`, params })
  await remove(table, `(id, born) IN (${supersededRows})`)
  if (companion !== undefined) await remove(companion.table, `(id, born) IN (${supersededRows})`)
  await db.transact((tx) => removeEnded(tx, kind, limit), { statementTimeoutMs: 0 })
  await remove(supersededTable, 'dead <= {limit:UInt32}')
  await db.query(sql`
    UPDATE corpus_commits SET compacting = false, superseded = greatest(0, superseded - ${removed}),
      versions = greatest(0, versions - ${removed})
    WHERE kind = ${kind}`)
  return removed
}
