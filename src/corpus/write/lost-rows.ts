import type { ClickHouse } from '../../store/clickhouse/index.ts'
import { sql, type Postgres } from '../../store/postgres/index.ts'
import type { CorpusKind } from '../kinds/index.ts'

/**
 * Whether the engine holds other search rows of a kind than were published, because its directory was lost or put
 * back from another moment. They are then marked to be built again. Rows of a running commit do not count.
 */
export async function noticeLostRows(
  { db, engine }: { db: Postgres; engine: ClickHouse },
  kind: CorpusKind,
): Promise<boolean> {
  const [state] = await db.query<{ published: number; versions: number; last_number: number }>(sql`
    SELECT published, versions, last_number FROM corpus_commits
    WHERE kind = ${kind.name} AND search_index <> 0 AND pending IS NULL AND NOT compacting`)
  // The rows are known to be missing, or are being written or removed, so counts would mean nothing.
  if (state === undefined) return false
  const [counts] = await engine.query<{ published: string; later: string }>({
    tag: 'lost-rows',
    sql: `SELECT countIf(born <= {published:UInt32}) AS published, countIf(born > {published:UInt32}) AS later FROM ${kind.table}`,
    params: { published: state.published },
  })
  if (Number(counts?.published) === state.versions && Number(counts?.later) === 0) return false
  // The state changed while the engine was counting, so the counts mean nothing.
  const marked = await db.query(sql`
    UPDATE corpus_commits SET search_index = 0, index_build = index_build + 1
    WHERE kind = ${kind.name} AND published = ${state.published} AND versions = ${state.versions}
      AND last_number = ${state.last_number}
      AND pending IS NULL AND NOT compacting
    RETURNING kind`)
  return marked.length > 0
}
