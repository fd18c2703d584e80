import type { Queryable } from './contract.ts'
import { sql, type Statement } from './sql.ts'

/**
 * Removes rows that a condition names, the oldest by an indexed column first, at most so many; answers how many. The rows are
 * found along the index and removed by their place, whatever Postgres has counted: as `IN (SELECT … LIMIT …)` it may join a
 * batch with all of the table. A row that changes meanwhile stays.
 */
export async function deleteOldest(
  db: Queryable,
  { table, where, by, most }: { table: string; where: Statement; by: string; most: number },
): Promise<number> {
  const rows = await db.query(sql`
    DELETE FROM ${sql.id(table)} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${sql.id(table)} WHERE ${where} ORDER BY ${sql.id(by)} LIMIT ${most})) RETURNING 1`)
  return rows.length
}
