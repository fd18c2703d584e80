import { column, rowShape, sql } from '../../store/postgres/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import type { StoredSnapshot } from './history.ts'
import type { RecordStore } from './record-store.ts'
import { nameSnapshotsTable } from './tables.ts'

const stateRow = rowShape({
  observed_at: column.instant(),
  source: column.text(),
  dictionary: column.int(),
  tracked: column.bytes(),
})

/** Earlier states of one entity, the newest first, from before an instant on. */
export async function readStatesBefore(
  store: RecordStore,
  kind: EntityKind,
  { id, before, asOf, most }: { id: string; before: string; asOf: number; most: number },
): Promise<StoredSnapshot[]> {
  const rows = await store.db.query(sql.rows(stateRow)`
    SELECT s.observed_at, s.source, s.dictionary, s.tracked FROM ${sql.id(nameSnapshotsTable(kind))} s
    WHERE s.id = ${id}::bigint AND s.born <= ${asOf} AND s.observed_at < ${before}::timestamptz
    ORDER BY s.observed_at DESC LIMIT ${most}`)
  const texts = await store.texts(
    kind,
    rows.map(({ dictionary, tracked }) => ({ dictionary, bytes: tracked })),
  )
  return rows.map(({ observed_at, source }, index) => ({
    id,
    observedAt: observed_at.toISOString(),
    source,
    tracked: texts[index] as string,
  }))
}
