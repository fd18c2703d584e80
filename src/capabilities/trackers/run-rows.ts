import type { MilliCredits } from '../../lib/credits.ts'
import { column, nullable, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'

const runStatuses = ['NOT_STARTED', 'PROCESSING', 'COMPLETED', 'FAILED', 'REJECTED_NO_FUNDS'] as const
export type RunStatus = (typeof runStatuses)[number]

/** The newest commit of each kind of record that a run looks at. */
export type Commits = Record<string, number>

/** Counts of what live sources answered for members. */
export interface LiveCounts {
  asked: number
  live: number
  notFound: number
  /** Members whose source failed. They are checked as the corpus has them. */
  unavailable: number
}

/** A refresh of a list, as stored. */
export interface TrackerRun {
  id: string
  organizationId: string
  listId: string
  status: RunStatus
  taskId: string
  startedAt: Date
  completedAt: Date | null
  version: number | null
  commits: Commits
  comparesWith: string | null
  entities: number
  checked: number
  signals: number
  charged: MilliCredits
  /** Null if no live source is set up. */
  live: LiveCounts | null
}

const trackerRunRow = rowShape<TrackerRun>({
  id: column.text(),
  organizationId: column.text(),
  listId: column.text(),
  status: column.text(),
  taskId: column.text(),
  startedAt: column.instant(),
  completedAt: nullable(column.instant()),
  version: nullable(column.int()),
  commits: column.json(),
  comparesWith: nullable(column.text()),
  entities: column.int(),
  checked: column.int(),
  signals: column.int(),
  charged: column.credits(),
  live: column.json(),
})

const columns = sql`id, organization_id AS "organizationId", list_id AS "listId", status, task_id AS "taskId",
  started_at AS "startedAt", completed_at AS "completedAt", version, commits, compares_with AS "comparesWith", entities,
  checked, signals, charged, live`

/** Stores a run. Answers false if another run of the list has not ended. */
export async function insertRun(
  tx: Queryable,
  run: Pick<
    TrackerRun,
    'id' | 'organizationId' | 'listId' | 'taskId' | 'startedAt' | 'commits' | 'comparesWith' | 'entities'
  >,
): Promise<boolean> {
  const rows = await tx.query(sql`
    INSERT INTO tracker_runs (id, organization_id, list_id, status, task_id, started_at, commits, compares_with, entities)
    VALUES (${run.id}, ${run.organizationId}, ${run.listId}, 'NOT_STARTED', ${run.taskId}, ${run.startedAt},
      ${JSON.stringify(run.commits)}::jsonb, ${run.comparesWith}, ${run.entities})
    ON CONFLICT (list_id) WHERE status IN ('NOT_STARTED', 'PROCESSING') DO NOTHING RETURNING id`)
  return rows.length > 0
}

export async function selectRun(on: Queryable, id: string): Promise<TrackerRun | undefined> {
  const [row] = await on.query(sql.rows(trackerRunRow)`SELECT ${columns} FROM tracker_runs WHERE id = ${id}`)
  return row
}

/** Reads the last completed run of a list, which the next run compares with. */
export async function selectLastCompleted(on: Queryable, listId: string): Promise<TrackerRun | undefined> {
  const [row] = await on.query(sql.rows(trackerRunRow)`
    SELECT ${columns} FROM tracker_runs WHERE list_id = ${listId} AND status = 'COMPLETED' ORDER BY id DESC LIMIT 1`)
  return row
}

const refreshTimeRow = rowShape({ listId: column.text(), completedAt: column.instant() })

/** Reads when each of some lists was last refreshed. */
export async function selectRefreshTimes(
  on: Queryable,
  listIds: readonly string[],
): Promise<Map<string, Date>> {
  const rows = await on.query(sql.rows(refreshTimeRow)`
    SELECT DISTINCT ON (list_id) list_id AS "listId", completed_at AS "completedAt" FROM tracker_runs
    WHERE list_id = ANY (${[...listIds]}::text[]) AND status = 'COMPLETED' ORDER BY list_id, id DESC`)
  return new Map(rows.map(({ listId, completedAt }) => [listId, completedAt]))
}

export async function selectIsRunning(on: Queryable, listId: string): Promise<boolean> {
  const rows = await on.query(sql`
    SELECT 1 FROM tracker_runs WHERE list_id = ${listId} AND status IN ('NOT_STARTED', 'PROCESSING')`)
  return rows.length > 0
}

/** Stores which version of the members a run checks, once; a run that has ended is left alone. */
export async function startChecking(tx: Queryable, id: string, version: number): Promise<void> {
  await tx.query(sql`
    UPDATE tracker_runs SET status = 'PROCESSING', version = ${version}
    WHERE id = ${id} AND version IS NULL AND status IN ('NOT_STARTED', 'PROCESSING')`)
}

/** Locks a run until the transaction ends. */
export async function lockRun(tx: Queryable, id: string): Promise<TrackerRun | undefined> {
  const [row] = await tx.query(sql.rows(trackerRunRow)`
    SELECT ${columns} FROM tracker_runs WHERE id = ${id} FOR UPDATE`)
  return row
}

export async function addToRun(
  tx: Queryable,
  id: string,
  more: { checked: number; signals: number; charged: MilliCredits },
): Promise<void> {
  await tx.query(sql`
    UPDATE tracker_runs SET checked = checked + ${more.checked}, signals = signals + ${more.signals},
      charged = charged + ${more.charged} WHERE id = ${id}`)
}

/** Adds the counts of live sources for some members. */
export async function addLive(tx: Queryable, id: string, more: LiveCounts): Promise<void> {
  await tx.query(sql`
    UPDATE tracker_runs SET live = (
      SELECT jsonb_object_agg(key, value::int + COALESCE((live ->> key)::int, 0))
      FROM jsonb_each_text(${JSON.stringify(more)}::jsonb)) WHERE id = ${id}`)
}

/** Moves a run to the newest commits, because live sources have written to the corpus since it was planned. */
export async function moveRun(tx: Queryable, id: string, commits: Commits): Promise<void> {
  await tx.query(sql`
    UPDATE tracker_runs SET commits = ${JSON.stringify(commits)}::jsonb WHERE id = ${id} AND completed_at IS NULL`)
}

/** Ends a run that has not ended. */
export async function endRun(
  tx: Queryable,
  id: string,
  { status, completedAt }: { status: RunStatus; completedAt: Date },
): Promise<void> {
  await tx.query(sql`
    UPDATE tracker_runs SET status = ${status}, completed_at = ${completedAt}
    WHERE id = ${id} AND status IN ('NOT_STARTED', 'PROCESSING')`)
}

const taskRow = rowShape({ id: column.text(), taskId: column.text() })

/** Reads runs that began before a moment and have not ended. */
export async function selectUnendedRuns(
  on: Queryable,
  beforeMs: number,
): Promise<{ id: string; taskId: string }[]> {
  return on.query(sql.rows(taskRow)`
    SELECT id, task_id AS "taskId" FROM tracker_runs
    WHERE status IN ('NOT_STARTED', 'PROCESSING') AND started_at < ${new Date(beforeMs)} ORDER BY id LIMIT 500`)
}
