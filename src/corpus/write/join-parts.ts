import type { ClickHouse } from '../../store/clickhouse/index.ts'
import { sql, type Postgres } from '../../store/postgres/index.ts'

/** Time without a commit before parts are joined: a part joined while rows arrive is soon joined again. */
const restMs = 30_000
/** Rewriting a table pays when this share of its rows lies outside its largest part, or it has this many parts. */
const share = 0.1
const maxParts = 8
/** Larger tables are left to the engine's own merges, because rewriting one needs as much free space again. */
const maxNumber = 150e9
/** After a longer rest any second part is reason enough, in tables that are rewritten in minutes (bytes). */
const longRestMs = 600_000
const modest = 20e9

export interface PartJoiner {
  /**
   * Begins to join the parts that a load left behind in one table, the one with the most parts first, and answers its
   * name; undefined when there is nothing to do or the last join still runs. It does not wait for the engine, which
   * may take minutes.
   */
  begin(nowMs: number): Promise<string | undefined>
  /** Resolves when no join runs. */
  idle(): Promise<void>
}

/**
 * Every statement looks into every part: a page of 300,000 people takes the engine 8.0 ms in five parts and 4.8 in
 * one; of 3,000,000 it takes a third less once five parts with a fifteenth of the rows are joined to the largest. The
 * engine itself stops merging at parts of about the same size.
 */
export function openPartJoiner(
  { db, engine }: { db: Postgres; engine: ClickHouse },
  onError: (error: unknown) => void,
): PartJoiner {
  let joining: Promise<void> | undefined
  return {
    async begin(nowMs) {
      if (joining !== undefined) return undefined
      const rest = await measureRest(db, nowMs)
      if (rest < restMs) return undefined
      const table = await tableToJoin(engine, rest >= longRestMs ? modest : 0)
      if (table === undefined || joining !== undefined) return undefined
      const sql = `OPTIMIZE TABLE ${table} /* on cluster */ FINAL`
      joining = engine
        .command({ tag: 'join-parts', sql, maxMs: 3_600_000 })
        .catch(onError)
        .finally(() => (joining = undefined))
      return table
    },
    idle: async () => joining,
  }
}

/** `anyShare`: tables of this size are joined however little lies outside their largest part. */
async function tableToJoin(engine: ClickHouse, anyShare: number): Promise<string | undefined> {
  const [row] = await engine.query<{ table: string }>({
    tag: 'join-parts',
    sql: `SELECT table FROM system.parts WHERE active AND database = currentDatabase()
      GROUP BY table
      HAVING count() > 1 AND sum(bytes_on_disk) < {largest:UInt64}
        AND (count() > {mostParts:UInt32} OR sum(rows) - max(rows) >= {share:Float64} * sum(rows)
          OR sum(bytes_on_disk) < {anyShare:UInt64})
      ORDER BY count() DESC, table LIMIT 1`,
    params: { largest: maxNumber, mostParts: maxParts, share, anyShare },
  })
  if (row !== undefined && !/^\w+$/.test(row.table)) throw new Error(`not a table name: ${row.table}`)
  return row?.table
}

/** Milliseconds since something was published; 0 while a commit is under way. */
async function measureRest(db: Postgres, nowMs: number): Promise<number> {
  const [row] = await db.query<{ busy: boolean; newest: Date | null }>(sql`
    SELECT bool_or(c.pending IS NOT NULL) AS busy, max(newest.at) AS newest
    FROM corpus_commits c LEFT JOIN LATERAL (
      SELECT l.published_at AS at FROM corpus_commit_log l WHERE l.kind = c.kind ORDER BY l.published_at DESC LIMIT 1
    ) newest ON true`)
  if (row === undefined || row.busy) return 0
  return row.newest === null ? Number.POSITIVE_INFINITY : nowMs - row.newest.getTime()
}
