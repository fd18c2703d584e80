import { noCredits, type MilliCredits } from '../../lib/credits.ts'
import type { Hold, JobAccount } from '../../operation/index.ts'
import { column, deleteOldest, nullable, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'
import type { ItemOutcome, ItemView, JobItem } from './define-job.ts'

export type { ItemView }

export type JobState = 'queued' | 'running' | 'completed' | 'failed' | 'canceled'

/** A job as stored. */
export interface JobRow {
  id: string
  kind: string
  organizationId: string
  requestId: string
  state: JobState
  params: object
  holdId: string | null
  unitPrices: Hold['unitPrices']
  held: MilliCredits
  charged: MilliCredits
  /** Null until planned. */
  total: number | null
  delivered: number
  empty: number
  failed: number
  runsWithoutProgress: number
  result: object | null
  error: string | null
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
}

const jobRowColumns = {
  id: column.text(),
  kind: column.text(),
  organizationId: column.text(),
  requestId: column.text(),
  state: column.text(),
  params: column.json(),
  holdId: nullable(column.text()),
  unitPrices: column.json(),
  held: column.credits(),
  charged: column.credits(),
  total: nullable(column.int()),
  delivered: column.int(),
  empty: column.int(),
  failed: column.int(),
  runsWithoutProgress: column.int(),
  result: nullable(column.json()),
  error: nullable(column.text()),
  createdAt: column.instant(),
  startedAt: nullable(column.instant()),
  finishedAt: nullable(column.instant()),
} satisfies Parameters<typeof rowShape<JobRow>>[0]
const jobRow = rowShape<JobRow>(jobRowColumns)

const runRow = rowShape<JobRow & { keyId: string | null }>({
  ...jobRowColumns,
  keyId: nullable(column.text()),
})

const columns = sql`id, kind, organization_id AS "organizationId", request_id AS "requestId", state, params,
  hold_id AS "holdId", unit_prices AS "unitPrices", held, charged, total, delivered, empty, failed,
  runs_without_progress AS "runsWithoutProgress", result, error, created_at AS "createdAt",
  started_at AS "startedAt", finished_at AS "finishedAt"`

/** The hold that pays for a job; undefined when nothing is paid. */
export function readHold(job: Pick<JobRow, 'holdId' | 'held' | 'unitPrices'>): Hold | undefined {
  return job.holdId === null ? undefined : { id: job.holdId, amount: job.held, unitPrices: job.unitPrices }
}

/** The organization of a job and what pays for it; `keyId` is null where no request started it. */
export interface JobPayer extends Omit<JobAccount, 'caller'> {
  organizationId: string
  keyId: string | null
}

export interface NewJob {
  id: string
  kind: string
  params: object
  /** Undefined: the job plans them itself. */
  items: readonly unknown[] | undefined
  account: JobPayer
  nowMs: number
  expiresAtMs: number
}

/** Stores a job and its items. */
export async function insertJob(tx: Queryable, job: NewJob): Promise<void> {
  const { organizationId, keyId, hold, requestId, operationId } = job.account
  const pays = hold !== undefined && hold.amount > noCredits
  await tx.query(sql`
    INSERT INTO jobs (id, kind, organization_id, key_id, request_id, operation_id, params, hold_id, unit_prices, held,
      total, created_at, expires_at)
    VALUES (${job.id}, ${job.kind}, ${organizationId}, ${keyId}, ${requestId}, ${operationId},
      ${JSON.stringify(job.params)}::json, ${pays ? hold.id : null},
      ${JSON.stringify(hold?.unitPrices ?? {})}::jsonb, ${pays ? hold.amount : 0},
      ${job.items?.length ?? null}, ${new Date(job.nowMs)}, ${new Date(job.expiresAtMs)})`)
  if (job.items !== undefined) await insertItems(tx, job.id, job.items)
}

/** Items a statement: turning 20,000 large ones into text at once would block everybody else. */
const insertBatch = 1_000

/** Items in order. */
async function insertItems(tx: Queryable, jobId: string, items: readonly unknown[]): Promise<void> {
  for (let from = 0; from < items.length; from += insertBatch) {
    const texts = items.slice(from, from + insertBatch).map((item) => JSON.stringify(item))
    await tx.query(sql`
      INSERT INTO job_items (job_id, position, input)
      SELECT ${jobId}, ${from}::int + item.ordinality - 1, item.input::json
      FROM unnest(${texts}::text[]) WITH ORDINALITY AS item (input, ordinality)`)
  }
}

/** Stores what a job determined itself. False when another run was faster. */
export async function planItems(tx: Queryable, jobId: string, items: readonly unknown[]): Promise<boolean> {
  const rows = await tx.query(sql`
    UPDATE jobs SET total = ${items.length}
    WHERE id = ${jobId} AND total IS NULL AND finished_at IS NULL RETURNING 1`)
  if (rows.length === 1) await insertItems(tx, jobId, items)
  return rows.length === 1
}

/** Marks a run of an unfinished job. Undefined when it has ended, or is unknown. */
export async function beginRun(db: Queryable, jobId: string, nowMs: number): Promise<JobRow | undefined> {
  const [row] = await db.query(sql.rows(jobRow)`
    UPDATE jobs SET state = 'running', started_at = COALESCE(started_at, ${new Date(nowMs)}),
      runs_without_progress = runs_without_progress + 1
    WHERE id = ${jobId} AND finished_at IS NULL RETURNING ${columns}`)
  return row
}

/** The store or the engine was away, or the process is ending, so the run does not count against the job. */
export async function excuseRun(db: Queryable, jobId: string): Promise<void> {
  await db.query(sql`
    UPDATE jobs SET runs_without_progress = GREATEST(runs_without_progress - 1, 0) WHERE id = ${jobId}`)
}

/** A job of an organization; undefined for any other id. `lock` keeps it unchanged until the transaction ends. */
export async function selectJob(
  on: Queryable,
  which: { id: string; kind: string; organizationId: string },
  lock = false,
): Promise<JobRow | undefined> {
  const [row] = await on.query(sql.rows(jobRow)`
    SELECT ${columns} FROM jobs
    WHERE id = ${which.id} AND kind = ${which.kind} AND organization_id = ${which.organizationId}
    ${lock ? sql`FOR NO KEY UPDATE` : sql``}`)
  return row
}

/** Jobs of one kind, the newest first, after one of them. */
export async function selectRuns(
  on: Queryable,
  which: { kind: string; organizationId: string },
  page: { after: { id: string; createdAtMs: number } | undefined; most: number },
): Promise<(JobRow & { keyId: string | null })[]> {
  const { after, most } = page
  const older =
    after === undefined ? sql`` : sql`AND (created_at, id) < (${new Date(after.createdAtMs)}, ${after.id})`
  return on.query(sql.rows(runRow)`
    SELECT ${columns}, key_id AS "keyId" FROM jobs
    WHERE organization_id = ${which.organizationId} AND kind = ${which.kind} ${older}
    ORDER BY created_at DESC, id DESC LIMIT ${most}`)
}

const resultRow = rowShape({ result: column.json<object | null>() })

/** Changes a result that is still there; false where it was withdrawn. */
export async function changeResult(
  tx: Queryable,
  jobId: string,
  change: (result: object) => object,
): Promise<boolean> {
  const [row] = await tx.query(
    sql.rows(resultRow)`SELECT result FROM jobs WHERE id = ${jobId} FOR NO KEY UPDATE`,
  )
  if (row === undefined || row.result === null) return false
  await tx.query(
    sql`UPDATE jobs SET result = ${JSON.stringify(change(row.result))}::json WHERE id = ${jobId}`,
  )
  return true
}

/** The job, locked, unless it has ended. */
export async function lockUnfinished(tx: Queryable, jobId: string): Promise<JobRow | undefined> {
  const [row] = await tx.query(sql.rows(jobRow)`
    SELECT ${columns} FROM jobs WHERE id = ${jobId} AND finished_at IS NULL FOR NO KEY UPDATE`)
  return row
}

export interface PendingItem extends JobItem<unknown> {
  attempts: number
}

const pendingItem = rowShape<PendingItem>({
  position: column.int(),
  input: column.json(),
  attempts: column.int(),
})

/** The next pending items, in order, from a position on. */
export async function selectPending(
  db: Queryable,
  jobId: string,
  { from, most }: { from: number; most: number },
): Promise<PendingItem[]> {
  return db.query(sql.rows(pendingItem)`
    SELECT position, input, attempts FROM job_items
    WHERE job_id = ${jobId} AND position >= ${from} AND state = 'pending' ORDER BY position LIMIT ${most}`)
}

const attemptsRow = rowShape({ attempts: column.int() })

/** Counts one attempt, or with -1 takes it back; answers how many there are. */
export async function countAttempt(
  db: Queryable,
  jobId: string,
  { position, by }: { position: number; by: 1 | -1 },
): Promise<number> {
  const [row] = await db.query(sql.rows(attemptsRow)`
    UPDATE job_items SET attempts = attempts + ${by}
    WHERE job_id = ${jobId} AND position = ${position} RETURNING attempts`)
  return row?.attempts ?? 0
}

export interface EndedItem {
  position: number
  outcome: ItemOutcome<unknown>
  /** The stored part of its output. */
  kept: unknown
  /** The cost of the item. */
  charge: MilliCredits
}

const positionRow = rowShape({ position: column.int() })

/** Stores outcomes of items that are still pending; answers their positions: only these are to be charged. */
export async function endItems(
  tx: Queryable,
  jobId: string,
  ended: readonly EndedItem[],
): Promise<Set<number>> {
  // The condition is repeated, because a plan made while there were few items would read the whole job for each chunk.
  const positions = ended.map(({ position }) => position)
  const rows = await tx.query(sql.rows(positionRow)`
    UPDATE job_items i SET state = e.state, output = e.output::json, charged = e.charge
    FROM unnest(${positions}::int[], ${ended.map(({ outcome }) => outcome.state)}::text[],
      ${ended.map(({ kept: result }) => toText(result))}::text[], ${ended.map(({ charge }) => charge)}::bigint[]
    ) AS e (position, state, output, charge)
    WHERE i.job_id = ${jobId} AND i.position = e.position AND i.state = 'pending'
      AND i.position = ANY(${positions}::int[]) RETURNING i.position`)
  return new Set(rows.map(({ position }) => position))
}

function toText(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value)
}

/** Which of some items are still pending. */
export async function selectStillPending(
  tx: Queryable,
  jobId: string,
  positions: readonly number[],
): Promise<Set<number>> {
  const rows = await tx.query(sql.rows(positionRow)`
    SELECT position FROM job_items
    WHERE job_id = ${jobId} AND position = ANY(${[...positions]}::int[]) AND state = 'pending'`)
  return new Set(rows.map(({ position }) => position))
}

/** Adds ended items and what they cost to the job. */
export async function addProgress(
  tx: Queryable,
  jobId: string,
  more: { delivered: number; empty: number; failed: number; charged: MilliCredits },
): Promise<void> {
  await tx.query(sql`
    UPDATE jobs SET delivered = delivered + ${more.delivered}, empty = empty + ${more.empty},
      failed = failed + ${more.failed}, charged = charged + ${more.charged}, runs_without_progress = 0
    WHERE id = ${jobId}`)
}

export async function finishJob(
  tx: Queryable,
  jobId: string,
  end: { state: 'completed' | 'failed' | 'canceled'; error: string | null; result?: object; nowMs: number },
): Promise<void> {
  await tx.query(sql`
    UPDATE jobs SET state = ${end.state}, error = ${end.error}, finished_at = ${new Date(end.nowMs)},
      result = ${end.result === undefined ? null : JSON.stringify(end.result)}::json
    WHERE id = ${jobId}`)
}

const itemView = rowShape<ItemView>({
  position: column.int(),
  input: column.text(),
  state: column.text(),
  output: nullable(column.text()),
})

/** Items in order after a position. */
export async function selectItems(
  db: Queryable,
  jobId: string,
  { after, most }: { after: number; most: number },
): Promise<ItemView[]> {
  return db.query(sql.rows(itemView)`
    SELECT position, input::text AS input, state, output::text AS output FROM job_items
    WHERE job_id = ${jobId} AND position > ${after} ORDER BY position LIMIT ${most}`)
}

/** Whether a job has yet to end; false for an unknown one. */
export async function selectIsUnfinished(on: Queryable, jobId: string): Promise<boolean> {
  const rows = await on.query(sql`SELECT 1 FROM jobs WHERE id = ${jobId} AND finished_at IS NULL`)
  return rows.length > 0
}

/** Unfinished jobs of a kind in a state. */
export interface JobBacklog {
  kind: string
  state: string
  count: number
  oldestAt: Date
}

const jobBacklog = rowShape<JobBacklog>({
  kind: column.text(),
  state: column.text(),
  count: column.int(),
  oldestAt: column.instant(),
})

/** The oldest 10,000 unfinished jobs, counted. */
export async function selectBacklog(db: Queryable): Promise<JobBacklog[]> {
  return db.query(sql.rows(jobBacklog)`
    SELECT kind, state, count(*)::int AS count, min(created_at) AS "oldestAt" FROM (
      SELECT kind, state, created_at FROM jobs WHERE finished_at IS NULL ORDER BY created_at LIMIT 10000) AS oldest
    GROUP BY kind, state ORDER BY kind, state`)
}

/** Which jobs an operator sees. */
export interface JobFilter {
  state?: JobState | undefined
  kind?: string | undefined
  organizationId?: string | undefined
  /** Only those with a smaller id, which are older. */
  before?: string | undefined
  most: number
}

/** Jobs of all organizations, newest first. */
export async function selectJobs(db: Queryable, filter: JobFilter): Promise<JobRow[]> {
  const { state = null, kind = null, organizationId = null, before = null } = filter
  const isOpen = state === 'queued' || state === 'running'
  return db.query(sql.rows(jobRow)`
    SELECT ${columns} FROM jobs
    WHERE (${before}::text IS NULL OR id < ${before}) AND (${state}::text IS NULL OR state = ${state})
      AND (${kind}::text IS NULL OR kind = ${kind})
      AND (${organizationId}::text IS NULL OR organization_id = ${organizationId})
      ${isOpen ? sql`AND finished_at IS NULL` : sql``}
    ORDER BY id DESC LIMIT ${filter.most}`)
}

/** Any job, for operators, who know its id only; locked to the end of the transaction. */
export async function lockJob(tx: Queryable, jobId: string): Promise<JobRow | undefined> {
  const [row] = await tx.query(
    sql.rows(jobRow)`SELECT ${columns} FROM jobs WHERE id = ${jobId} FOR NO KEY UPDATE`,
  )
  return row
}

const unfinishedRow = rowShape({ id: column.text(), organizationId: column.text() })

/** Unfinished jobs begun before an instant, oldest first. */
export async function selectUnfinished(
  db: Queryable,
  { beforeMs, most }: { beforeMs: number; most: number },
): Promise<{ id: string; organizationId: string }[]> {
  return db.query(sql.rows(unfinishedRow)`
    SELECT id, organization_id AS "organizationId" FROM jobs
    WHERE finished_at IS NULL AND created_at < ${new Date(beforeMs)} ORDER BY created_at LIMIT ${most}`)
}

/** Removes finished jobs past their time, with their items. */
export async function deleteExpired(db: Queryable, nowMs: number, most: number): Promise<number> {
  const where = sql`expires_at <= ${new Date(nowMs)} AND finished_at IS NOT NULL`
  return deleteOldest(db, { table: 'jobs', where, by: 'expires_at', most })
}
