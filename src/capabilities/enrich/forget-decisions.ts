import { withdrawResults } from '../../platform/jobs/index.ts'
import type { PersonalStore } from '../../platform/privacy/index.ts'
import type { Blobs } from '../../store/blobs/index.ts'
import { column, rowShape, sql, type Postgres } from '../../store/postgres/index.ts'

const jobRow = rowShape({ jobId: column.text() })
const valueRow = rowShape({ value: column.bytes() })

/**
 * Forgets whom rows were decided to be. Their records are read when a file is written, so the files of those runs are
 * withdrawn; the rows stay decided, and show nobody.
 */
export function forgetDecisions({
  db,
  blobs,
}: {
  db: Postgres
  blobs: Pick<Blobs, 'remove'>
}): PersonalStore {
  return {
    // They hold no text, only ids.
    tables: [],
    async forget({ people }) {
      const entities = people.map(BigInt)
      const { count, files } = await db.transact(async (tx) => {
        const forgotten = await tx.query(sql.rows(valueRow)`
          DELETE FROM match_decisions WHERE kind = 'people' AND entity = ANY(${entities}::bigint[]) RETURNING value`)
        const groups = await tx.query(sql.rows(jobRow)`
          UPDATE enrich_groups g SET entity = NULL FROM jobs j
          WHERE g.entity = ANY(${entities}::bigint[]) AND j.id = g.job_id AND j.params->>'kind' = 'people'
          RETURNING g.job_id AS "jobId"`)
        const jobIds = [...new Set(groups.map(({ jobId }) => jobId))]
        return { count: forgotten.length + groups.length, files: await withdrawResults(tx, jobIds) }
      })
      for (const file of files) await blobs.remove(file)
      return count
    },
  }
}
