import { column, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import { nameIdentifiersTable, nameLinesTable, nameRecordsTable } from './tables.ts'

const endedRow = rowShape({ ended: column.int() })

/**
 * Ends the versions that some commits wrote and nothing has replaced since, with their identifiers; answers how many.
 */
export async function retireCommits(
  tx: Queryable,
  kind: EntityKind,
  { numbers, dead }: { numbers: readonly number[]; dead: number },
): Promise<number> {
  const [row] = await tx.query(sql.rows(endedRow)`
    WITH ended AS (
      UPDATE ${sql.id(nameRecordsTable(kind))} SET dead = ${dead}
      WHERE born = ANY (${[...numbers]}::int[]) AND dead IS NULL RETURNING id),
    lost AS (
      UPDATE ${sql.id(nameIdentifiersTable(kind))} i SET dead = ${dead} FROM ended
      WHERE i.id = ended.id AND i.dead IS NULL)
    SELECT count(*) AS ended FROM ended`)
  return row?.ended ?? 0
}

/** Removes versions and identifiers that ended by a commit, and lines held by such versions. Safe to repeat. */
export async function removeEnded(db: Queryable, kind: EntityKind, upTo: number): Promise<void> {
  await db.query(sql`
    WITH gone AS (DELETE FROM ${sql.id(nameRecordsTable(kind))} WHERE dead <= ${upTo} RETURNING id, born)
    DELETE FROM ${sql.id(nameLinesTable(kind))} l USING gone WHERE l.id = gone.id AND l.born = gone.born`)
  await db.query(sql`DELETE FROM ${sql.id(nameIdentifiersTable(kind))} WHERE dead <= ${upTo}`)
}
