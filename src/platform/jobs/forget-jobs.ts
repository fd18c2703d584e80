import type { Blobs } from '../../store/blobs/index.ts'
import { column, nullable, rowShape, sql, type Postgres, type Queryable } from '../../store/postgres/index.ts'
import { withoutSubject, type PersonalStore, type Subject } from '../privacy/index.ts'

/** `withdrawn`: the job exists, but its result was forgotten. */
export type FileKept = 'kept' | 'withdrawn' | 'unknown'

const resultRow = rowShape({ result: nullable(column.text()) })

export async function keepsFile(db: Queryable, taskId: string, blobId: string): Promise<FileKept> {
  const [row] = await db.query(sql.rows(resultRow)`
    SELECT result::text AS result FROM jobs WHERE id = ${taskId}`)
  if (row === undefined) return 'unknown'
  if (row.result === null) return 'withdrawn'
  return row.result.includes(blobId) ? 'kept' : 'unknown'
}

/**
 * Forgets the person in jobs, ended or not: results of items about them, results and files of the whole job, and questions
 * about them in items and parameters. Items stay ended and charged; a waiting item will find nobody.
 */
export function forgetJobs({ db, blobs }: { db: Postgres; blobs: Pick<Blobs, 'remove'> }): PersonalStore {
  return {
    tables: ['jobs', 'job_items'],
    async forget(subject) {
      // Reads all jobs, so the request of a person may take longer than one of a customer.
      const { count, files } = await db.transact(
        async (tx) => {
          const items = await itemsAbout(tx, subject)
          const outputs = await clearOutputs(tx, items)
          const results = await clearResults(tx, subject, items)
          const inputs = (await clearInputs(tx, subject, items)) + (await clearParams(tx, subject))
          return { count: outputs + results.count + inputs, files: results.files }
        },
        { statementTimeoutMs: 0 },
      )
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

const itemRow = rowShape<ItemRow>({
  jobId: column.text(),
  position: column.int(),
  input: column.text(),
  output: nullable(column.text()),
})

async function itemsAbout(tx: Queryable, subject: Subject): Promise<ItemRow[]> {
  const patterns = sql`${subject.patterns}::text[]`
  const items = await tx.query(sql.rows(itemRow)`
    SELECT job_id AS "jobId", position, input::text AS input, output::text AS output FROM job_items
    WHERE lower(output::text) LIKE ANY(${patterns}) OR lower(input::text) LIKE ANY(${patterns})`)
  return items.filter(({ input, output }) => subject.isIn(input) || subject.isIn(output ?? ''))
}

async function clearOutputs(tx: Queryable, items: readonly ItemRow[]): Promise<number> {
  const delivered = items.filter(({ output }) => output !== null)
  await tx.query(sql`
    UPDATE job_items i SET output = NULL
    FROM unnest(${delivered.map(({ jobId }) => jobId)}::text[], ${delivered.map(({ position }) => position)}::int[])
      AS named (job_id, position)
    WHERE i.job_id = named.job_id AND i.position = named.position`)
  return delivered.length
}

async function clearInputs(tx: Queryable, subject: Subject, items: readonly ItemRow[]): Promise<number> {
  const changed = items.flatMap(({ jobId, position, input }) => {
    const cleared = withoutSubject(input, subject)
    return cleared === undefined ? [] : [{ jobId, position, cleared }]
  })
  await tx.query(sql`
    UPDATE job_items i SET input = named.input::json
    FROM unnest(${changed.map(({ jobId }) => jobId)}::text[], ${changed.map(({ position }) => position)}::int[],
      ${changed.map(({ cleared }) => cleared)}::text[]) AS named (job_id, position, input)
    WHERE i.job_id = named.job_id AND i.position = named.position`)
  return changed.length
}

const paramsRow = rowShape({ id: column.text(), params: column.text() })

async function clearParams(tx: Queryable, subject: Subject): Promise<number> {
  const jobs = await tx.query(sql.rows(paramsRow)`
    SELECT id, params::text AS params FROM jobs WHERE lower(params::text) LIKE ANY(${subject.patterns}::text[])`)
  const changed = jobs.flatMap(({ id, params }) => {
    const cleared = subject.isIn(params) ? withoutSubject(params, subject) : undefined
    return cleared === undefined ? [] : [{ id, cleared }]
  })
  await tx.query(sql`
    UPDATE jobs j SET params = named.params::json
    FROM unnest(${changed.map(({ id }) => id)}::text[], ${changed.map(({ cleared }) => cleared)}::text[])
      AS named (id, params)
    WHERE j.id = named.id`)
  return changed.length
}

const madeRow = rowShape({ id: column.text(), result: column.text(), isMade: column.bool() })

async function clearResults(
  tx: Queryable,
  subject: Subject,
  items: readonly ItemRow[],
): Promise<{ count: number; files: string[] }> {
  const about = items.map(({ jobId }) => jobId)
  const jobs = await tx.query(sql.rows(madeRow)`
    SELECT id, result::text AS result, id = ANY(${about}::text[]) AS "isMade" FROM jobs
    WHERE result IS NOT NULL
      AND (id = ANY(${about}::text[]) OR lower(result::text) LIKE ANY(${subject.patterns}::text[]))`)
  const made = jobs.filter(({ result, isMade }) => isMade || subject.isIn(result))
  const files = await withdrawResults(
    tx,
    made.map(({ id }) => id),
  )
  return { count: made.length, files }
}

const resultRowOf = rowShape({ result: column.text() })

/** Withdraws what some jobs made; answers its files, whose bytes the caller removes once this is committed. */
export async function withdrawResults(tx: Queryable, jobIds: readonly string[]): Promise<string[]> {
  const rows = await tx.query(sql.rows(resultRowOf)`
    UPDATE jobs SET result = NULL FROM (
      SELECT id, result FROM jobs WHERE id = ANY(${[...jobIds]}::text[]) AND result IS NOT NULL FOR UPDATE) AS before
    WHERE jobs.id = before.id RETURNING before.result::text AS result`)
  return [...new Set(rows.flatMap(({ result }) => result.match(blobIds) ?? []))]
}

/** Names of files, as results hold them. */
const blobIds = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g
