import type { MilliCredits } from '../../lib/credits.ts'
import { movementsOfVersion, type Movements } from '../../platform/lists/index.ts'
import { column, nullable, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'

export const runStatuses = ['NOT_STARTED', 'PROCESSING', 'COMPLETED', 'FAILED', 'REJECTED_NO_FUNDS'] as const
export type RunStatus = (typeof runStatuses)[number]

export const executionModes = ['manually_triggered', 'automatically_triggered'] as const
export type ExecutionMode = (typeof executionModes)[number]

/** A run of a saved search, as stored. */
export interface RunRow {
  id: string
  savedSearchId: string
  status: RunStatus
  executionMode: ExecutionMode
  taskId: string
  /** Number of the search parameters it asks with. */
  search: number | null
  startedAt: Date
  completedAt: Date | null
  /** Of the list's members; null unless it is completed. */
  version: number | null
  movements: Record<'company' | 'person', Movements> | null
  charged: MilliCredits
}

const runRow = rowShape<RunRow>({
  id: column.text(),
  savedSearchId: column.text(),
  status: column.text(),
  executionMode: column.text(),
  taskId: column.text(),
  search: nullable(column.int()),
  startedAt: column.instant(),
  completedAt: nullable(column.instant()),
  version: nullable(column.int()),
  movements: column.json(),
  charged: column.credits(),
})

const columns = sql`id, saved_search_id AS "savedSearchId", status, execution_mode AS "executionMode", task_id AS "taskId",
  search, started_at AS "startedAt", completed_at AS "completedAt", version,
  COALESCE(${movementsOfVersion(sql`saved_search_id`, sql`saved_search_runs.version`)}, movements) AS movements, charged`

/** False where another run of the saved search has not ended. */
export async function insertRun(
  tx: Queryable,
  run: Pick<RunRow, 'id' | 'savedSearchId' | 'executionMode' | 'taskId' | 'search' | 'startedAt'> & {
    organizationId: string
  },
): Promise<boolean> {
  const rows = await tx.query(sql`
    INSERT INTO saved_search_runs (id, organization_id, saved_search_id, status, execution_mode, task_id, search, started_at)
    VALUES (${run.id}, ${run.organizationId}, ${run.savedSearchId}, 'NOT_STARTED', ${run.executionMode}, ${run.taskId},
      ${run.search}, ${run.startedAt})
    ON CONFLICT (saved_search_id) WHERE status IN ('NOT_STARTED', 'PROCESSING') DO NOTHING RETURNING id`)
  return rows.length > 0
}

/** A run; another organization's is an unknown one. */
export async function selectRun(
  on: Queryable,
  organizationId: string,
  id: string,
): Promise<RunRow | undefined> {
  const [row] = await on.query(sql.rows(runRow)`
    SELECT ${columns} FROM saved_search_runs WHERE id = ${id} AND organization_id = ${organizationId}`)
  return row
}

/** Runs of a saved search, the newest first, before the id of the last of the page before. */
export async function selectRuns(
  on: Queryable,
  savedSearchId: string,
  { before, most, status }: { before?: string | undefined; most: number; status?: RunStatus },
): Promise<RunRow[]> {
  const next = before === undefined ? sql`true` : sql`id < ${before}`
  const only = status === undefined ? sql`true` : sql`status = ${status}`
  return on.query(sql.rows(runRow)`
    SELECT ${columns} FROM saved_search_runs WHERE saved_search_id = ${savedSearchId} AND ${next} AND ${only}
    ORDER BY id DESC LIMIT ${most}`)
}

/** The newest run of each of some saved searches; those that never ran are omitted. */
export async function selectNewest(
  on: Queryable,
  savedSearchIds: readonly string[],
): Promise<Map<string, RunRow>> {
  const rows = await on.query(sql.rows(runRow)`
    SELECT r.* FROM unnest(${[...savedSearchIds]}::text[]) AS s (of)
    CROSS JOIN LATERAL (
      SELECT ${columns} FROM saved_search_runs WHERE saved_search_id = s.of ORDER BY id DESC LIMIT 1
    ) r`)
  return new Map(rows.map((row) => [row.savedSearchId, row]))
}

/** Whether it has a run that has not ended. */
export async function selectIsRunning(on: Queryable, savedSearchId: string): Promise<boolean> {
  const rows = await on.query(sql`
    SELECT 1 FROM saved_search_runs
    WHERE saved_search_id = ${savedSearchId} AND status IN ('NOT_STARTED', 'PROCESSING')`)
  return rows.length > 0
}

export async function updateProcessing(on: Queryable, id: string): Promise<void> {
  await on.query(sql`
    UPDATE saved_search_runs SET status = 'PROCESSING' WHERE id = ${id} AND status = 'NOT_STARTED'`)
}

/** Locks a run that has not ended; false when it has. */
export async function lockUnended(tx: Queryable, id: string): Promise<boolean> {
  const rows = await tx.query(sql`
    SELECT 1 FROM saved_search_runs WHERE id = ${id} AND status IN ('NOT_STARTED', 'PROCESSING') FOR UPDATE`)
  return rows.length > 0
}

/** Ends a run that has not ended. */
export async function endRun(
  tx: Queryable,
  id: string,
  end: Pick<RunRow, 'status'> & { completedAt: Date } & Partial<
      Pick<RunRow, 'version' | 'movements' | 'charged'>
    >,
): Promise<void> {
  const { status, completedAt, version = null, movements = null, charged = 0 } = end
  await tx.query(sql`
    UPDATE saved_search_runs SET status = ${status}, completed_at = ${completedAt}, version = ${version},
      movements = ${movements === null ? null : JSON.stringify(movements)}::jsonb, charged = ${charged}
    WHERE id = ${id} AND status IN ('NOT_STARTED', 'PROCESSING')`)
}

const taskRow = rowShape({ id: column.text(), taskId: column.text() })

/** Runs that have not ended, begun before a moment. */
export async function selectUnended(
  on: Queryable,
  beforeMs: number,
): Promise<{ id: string; taskId: string }[]> {
  return on.query(sql.rows(taskRow)`
    SELECT id, task_id AS "taskId" FROM saved_search_runs
    WHERE status IN ('NOT_STARTED', 'PROCESSING') AND started_at < ${new Date(beforeMs)} ORDER BY id LIMIT 500`)
}
