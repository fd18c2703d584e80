import type { Blobs } from '../../store/blobs/index.ts'
import { sql, type Postgres, type Queryable } from '../../store/postgres/index.ts'
import type { PersonalStore, Subject } from '../privacy/index.ts'

/** `withdrawn`: the job is there, and its result was forgotten. */
export type FileKept = 'kept' | 'withdrawn' | 'unknown'

export async function keepsFile(db: Queryable, taskId: string, blobId: string): Promise<FileKept> {
  const [row] = await db.query<{ result: string | null }>(sql`
    SELECT result::text AS result FROM jobs WHERE id = ${taskId}`)
  if (row === undefined) return 'unknown'
  if (row.result === null) return 'withdrawn'
  return row.result.includes(blobId) ? 'kept' : 'unknown'
}

/**
 * Results of jobs: what an item delivered about the person, and whatever was made of all items of a job when one of them
 * is about the person, with its files. Items stay ended and charged as they were; what was asked stays with its job.
 */
export function forgetJobs({ db, blobs }: { db: Postgres; blobs: Pick<Blobs, 'remove'> }): PersonalStore {
  return {
    tables: ['jobs', 'job_items'],
    async forget(subject) {
      const { count, files } = await forgetResults(db, subject)
      // After the result is gone no link opens them; the bytes go last, so that what was cut short is seen as withdrawn.
      for (const file of files) await blobs.remove(file)
      return count
    },
  }
}

interface ItemRow {
  jobId: string
  position: number
  input: string
  output: string | null
}

async function forgetResults(db: Postgres, subject: Subject): Promise<{ count: number; files: string[] }> {
  const patterns = sql`${subject.patterns}::text[]`
  // Reads all results there are; a request of a person may take longer than one of a customer.
  return db.transact(
    async (tx) => {
      const items = await tx.query<ItemRow>(sql`
        SELECT job_id AS "jobId", position, input::text AS input, output::text AS output FROM job_items
        WHERE lower(output::text) LIKE ANY(${patterns}) OR lower(input::text) LIKE ANY(${patterns})`)
      const about = items.filter(({ input, output }) => subject.isIn(input) || subject.isIn(output ?? ''))
      const delivered = about.filter(({ output }) => output !== null)
      await tx.query(sql`
        UPDATE job_items i SET output = NULL
        FROM unnest(${delivered.map(({ jobId }) => jobId)}::text[], ${delivered.map(({ position }) => position)}::int[])
          AS named (job_id, position)
        WHERE i.job_id = named.job_id AND i.position = named.position`)
      const jobs = await tx.query<{ id: string; result: string; isMade: boolean }>(sql`
        SELECT id, result::text AS result, id = ANY(${about.map(({ jobId }) => jobId)}::text[]) AS "isMade" FROM jobs
        WHERE result IS NOT NULL
          AND (id = ANY(${about.map(({ jobId }) => jobId)}::text[]) OR lower(result::text) LIKE ANY(${patterns}))`)
      const made = jobs.filter(({ result, isMade }) => isMade || subject.isIn(result))
      await tx.query(sql`UPDATE jobs SET result = NULL WHERE id = ANY(${made.map(({ id }) => id)}::text[])`)
      const files = new Set(made.flatMap(({ result }) => result.match(blobIds) ?? []))
      return { count: delivered.length + made.length, files: [...files] }
    },
    { statementTimeoutMs: 0 },
  )
}

/** Names of files, as results hold them. */
const blobIds = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g
