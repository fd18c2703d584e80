import { sql, type Queryable } from '../../store/postgres/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import { nameIdentifiersTable, nameLinesTable, nameRecordsTable } from './tables.ts'

/** Ends the versions that some commits wrote and nothing has replaced since, with what they carry; answers how many. */
export async function retireCommits(
  tx: Queryable,
  kind: EntityKind,
  { numbers, dead }: { numbers: readonly number[]; dead: number },
): Promise<number> {
  const [row] = await tx.query<{ ended: number }>(sql`
    WITH ended AS (
      UPDATE ${sql.id(nameRecordsTable(kind))} SET dead = ${dead}
      WHERE born = ANY (${[...numbers]}::int[]) AND dead IS NULL RETURNING id),
    lost AS (
      UPDATE ${sql.id(nameIdentifiersTable(kind))} i SET dead = ${dead} FROM ended
      WHERE i.id = ended.id AND i.dead IS NULL)
    SELECT count(*) AS ended FROM ended`)
  return row?.ended ?? 0
}

/** Removes versions and identifiers that ended up to a commit, and lines that such a version held. Safe to repeat. */
export async function removeEnded(db: Queryable, kind: EntityKind, upTo: number): Promise<void> {
  await db.query(sql`
    WITH gone AS (DELETE FROM ${sql.id(nameRecordsTable(kind))} WHERE dead <= ${upTo} RETURNING id, born)
    DELETE FROM ${sql.id(nameLinesTable(kind))} l USING gone WHERE l.id = gone.id AND l.born = gone.born`)
  await db.query(sql`DELETE FROM ${sql.id(nameIdentifiersTable(kind))} WHERE dead <= ${upTo}`)
}
