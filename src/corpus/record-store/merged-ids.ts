import { column, rowShape, sql } from '../../store/postgres/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import type { RecordStore } from './record-store.ts'

const idRow = rowShape({ id: column.text() })

/**
 * Entities that became part of some others, through any number of merges that a snapshot shows, without those others. Few
 * were ever merged, so the log is read by an index for each.
 */
export async function readMergedInto(
  store: RecordStore,
  kind: EntityKind,
  { ids, asOf }: { ids: readonly string[]; asOf: number },
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await store.db.query(sql.rows(idRow)`
    WITH RECURSIVE parts (id) AS (
      SELECT DISTINCT unnest(${[...ids]}::bigint[])
      UNION
      SELECT m.merged_id FROM parts p
        JOIN corpus_merges m ON m.kind = ${kind} AND m.entity_id = p.id AND m.merged_id IS NOT NULL
      WHERE m.commit_number <= ${asOf} AND (m.undone_commit IS NULL OR m.undone_commit > ${asOf}))
    SELECT id::text AS id FROM parts WHERE id <> ALL (${[...ids]}::bigint[])`)
  return rows.map(({ id }) => id)
}
