import type { MilliCredits } from '../../lib/credits.ts'
import { column, nullable, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'
import type { MovementKind } from './classify.ts'

export const scanStatuses = ['NOT_STARTED', 'PROCESSING', 'COMPLETED', 'FAILED', 'REJECTED_NO_FUNDS'] as const
export type ScanStatus = (typeof scanStatuses)[number]
export type MovementCounts = Partial<Record<MovementKind, number>>

/** A scan of a list, as stored. */
export interface ScanRow {
  id: string
  listId: string
  status: ScanStatus
  taskId: string
  startedAt: Date
  completedAt: Date | null
  /** The commit compared up to; null unless the scan is completed. */
  commit: number | null
  movements: MovementCounts | null
  charged: MilliCredits
}

const scanRow = rowShape<ScanRow>({
  id: column.text(),
  listId: column.text(),
  status: column.text(),
  taskId: column.text(),
  startedAt: column.instant(),
  completedAt: nullable(column.instant()),
  commit: nullable(column.int()),
  movements: column.json(),
  charged: column.credits(),
})

const columns = sql`id, list_id AS "listId", status, task_id AS "taskId", started_at AS "startedAt",
  completed_at AS "completedAt", commit, movements, charged`

/** False where another scan of the list has not ended. */
export async function insertScan(
  tx: Queryable,
  scan: Pick<ScanRow, 'id' | 'listId' | 'taskId' | 'startedAt'> & { organizationId: string },
): Promise<boolean> {
  const rows = await tx.query(sql`
    INSERT INTO job_change_scans (organization_id, id, list_id, status, task_id, started_at)
    VALUES (${scan.organizationId}, ${scan.id}, ${scan.listId}, 'NOT_STARTED', ${scan.taskId}, ${scan.startedAt})
    ON CONFLICT (list_id) WHERE status IN ('NOT_STARTED', 'PROCESSING') DO NOTHING RETURNING id`)
  return rows.length > 0
}

export async function selectScan(
  on: Queryable,
  organizationId: string,
  id: string,
): Promise<ScanRow | undefined> {
  const [row] = await on.query(sql.rows(scanRow)`
    SELECT ${columns} FROM job_change_scans WHERE organization_id = ${organizationId} AND id = ${id}`)
  return row
}

/** The newest scan of each of some lists. */
export function selectNewestScans(on: Queryable, listIds: readonly string[]): Promise<ScanRow[]> {
  return on.query(sql.rows(scanRow)`
    SELECT DISTINCT ON (list_id) ${columns} FROM job_change_scans WHERE list_id = ANY(${[...listIds]}::text[])
    ORDER BY list_id, id DESC`)
}

const completionRow = rowShape({ completedAt: column.instant(), commit: column.int() })

/** The last completed scan of a list; undefined before the first. */
export async function selectLastCompleted(
  on: Queryable,
  listId: string,
): Promise<{ completedAt: Date; commit: number } | undefined> {
  const [row] = await on.query(sql.rows(completionRow)`
    SELECT completed_at AS "completedAt", commit FROM job_change_scans
    WHERE list_id = ${listId} AND status = 'COMPLETED' ORDER BY id DESC LIMIT 1`)
  return row
}

export async function updateProcessing(on: Queryable, id: string): Promise<void> {
  await on.query(
    sql`UPDATE job_change_scans SET status = 'PROCESSING' WHERE id = ${id} AND status = 'NOT_STARTED'`,
  )
}

/** Locks a scan that has not ended; false if it has. */
export async function lockUnended(tx: Queryable, id: string): Promise<boolean> {
  const rows = await tx.query(sql`
    SELECT 1 FROM job_change_scans WHERE id = ${id} AND status IN ('NOT_STARTED', 'PROCESSING') FOR UPDATE`)
  return rows.length > 0
}

/** Ends a scan that has not ended. */
export async function endScan(
  tx: Queryable,
  id: string,
  end: Pick<ScanRow, 'status'> & { completedAt: Date } & Partial<
      Pick<ScanRow, 'commit' | 'movements' | 'charged'>
    >,
): Promise<void> {
  const { status, completedAt, commit = null, movements = null, charged = 0 } = end
  await tx.query(sql`
    UPDATE job_change_scans SET status = ${status}, completed_at = ${completedAt}, commit = ${commit},
      movements = ${movements === null ? null : JSON.stringify(movements)}::jsonb, charged = ${charged}
    WHERE id = ${id} AND status IN ('NOT_STARTED', 'PROCESSING')`)
}

const taskRow = rowShape({ id: column.text(), taskId: column.text() })

/** Scans that have not ended, begun before a moment. */
export function selectUnended(on: Queryable, beforeMs: number): Promise<{ id: string; taskId: string }[]> {
  return on.query(sql.rows(taskRow)`
    SELECT id, task_id AS "taskId" FROM job_change_scans
    WHERE status IN ('NOT_STARTED', 'PROCESSING') AND started_at < ${new Date(beforeMs)} ORDER BY id LIMIT 500`)
}
