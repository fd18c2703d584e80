import { column, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'

/** Records a job has already found: each is charged once, however many rows of the list name it. */
export interface FoundOnce {
  /** Runs in the transaction that stores and charges the rows; answers the entities that no earlier row has found. */
  record(tx: Queryable, jobId: string, entities: readonly string[]): Promise<string[]>
  /** Forgets a record whose rows were all decided otherwise. */
  remove(tx: Queryable, jobId: string, entity: string): Promise<void>
}

/** Every record that a job has found, by entity id, a page at a time. */
export async function* foundRecords(db: Queryable, jobId: string): AsyncGenerator<string[]> {
  for (let after = '0'; ;) {
    const rows = await db.query<{ entity: string }>(sql`
      SELECT entity::text AS entity FROM enrich_found
      WHERE job_id = ${jobId} AND entity > ${after}::bigint ORDER BY enrich_found.entity LIMIT 5000`)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map(({ entity }) => entity)
    after = last.entity
  }
}

const countRow = rowShape({ records: column.int() })

/** How many records a job has found until now, with those decided since it ended. */
export async function countFound(db: Queryable, jobId: string): Promise<number> {
  const [row] = await db.query(
    sql.rows(countRow)`SELECT count(*)::int AS records FROM enrich_found WHERE job_id = ${jobId}`,
  )
  return row?.records ?? 0
}

export const foundOnce: FoundOnce = {
  async record(tx, jobId, entities) {
    const rows = await tx.query<{ entity: string }>(sql`
      INSERT INTO enrich_found (job_id, entity)
      SELECT ${jobId}, entity FROM unnest(${entities.map(BigInt)}::bigint[]) AS found (entity)
      ON CONFLICT DO NOTHING RETURNING entity::text AS entity`)
    return rows.map(({ entity }) => entity)
  },
  async remove(tx, jobId, entity) {
    await tx.query(sql`
      DELETE FROM enrich_found WHERE job_id = ${jobId} AND entity = ${BigInt(entity)} AND NOT EXISTS (
        SELECT FROM enrich_groups g WHERE g.job_id = ${jobId} AND g.entity = ${BigInt(entity)} AND g.row_count > 0)`)
  },
}
