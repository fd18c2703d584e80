import { sql, type Postgres, type Queryable } from '../../store/postgres/index.ts'

/** Records a job has already found: each is charged once, however many rows of the list name it. */
export interface FoundOnce {
  /** The entities, of those given, that earlier stored rows have found. */
  listRecorded(jobId: string, entities: readonly string[]): Promise<Set<string>>
  /** Runs in the transaction that stores and charges the rows. */
  record(tx: Queryable, jobId: string, entities: readonly string[]): Promise<void>
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

export function openFoundOnce(db: Postgres): FoundOnce {
  return {
    async listRecorded(jobId, entities) {
      const rows = await db.query<{ entity: string }>(sql`
        SELECT entity::text AS entity FROM enrich_found
        WHERE job_id = ${jobId} AND entity = ANY(${entities.map(BigInt)}::bigint[])`)
      return new Set(rows.map(({ entity }) => entity))
    },
    async record(tx, jobId, entities) {
      await tx.query(sql`
        INSERT INTO enrich_found (job_id, entity)
        SELECT ${jobId}, entity FROM unnest(${entities.map(BigInt)}::bigint[]) AS found (entity)
        ON CONFLICT DO NOTHING`)
    },
  }
}
