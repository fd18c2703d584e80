import { column, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'

interface Month {
  organizationId: string
  /** Its first day, YYYY-MM-DD. */
  month: string
}

/** The calendar month of an instant, UTC. */
export const toMonth = (nowMs: number): string => `${new Date(nowMs).toISOString().slice(0, 7)}-01`

/** Takes rows of a month; false, and nothing taken, when that would be more than `quota`. */
export async function takeRows(
  tx: Queryable,
  { organizationId, month }: Month,
  { rows, quota }: { rows: number; quota: number },
): Promise<boolean> {
  if (rows > quota) return false
  const exportIds = await tx.query(sql`
    INSERT INTO export_quotas AS known (organization_id, month, rows)
    VALUES (${organizationId}, ${month}::date, ${rows})
    ON CONFLICT (organization_id, month) DO UPDATE SET rows = known.rows + excluded.rows
      WHERE known.rows + excluded.rows <= ${quota}
    RETURNING 1`)
  return exportIds.length > 0
}

const quotaRow = rowShape({ quota: column.float() })

/** Rows a month that the subscriptions of an organization bring, each its own or `usual`. */
export async function readQuota(on: Queryable, organizationId: string, usual: number): Promise<number> {
  const [row] = await on.query(sql.rows(quotaRow)`
    SELECT coalesce(sum(coalesce(export_rows, ${usual}::int)), ${usual}::int)::float8 AS quota FROM subscriptions
    WHERE organization_id = ${organizationId} AND status = 'active'`)
  return row?.quota ?? usual
}

export async function giveRowsBack(tx: Queryable, { organizationId, month }: Month, rows: number) {
  await tx.query(sql`
    UPDATE export_quotas SET rows = rows - ${rows}
    WHERE organization_id = ${organizationId} AND month = ${month}::date`)
}

const monthRow = rowShape({ rows: column.int() })

export async function takenRows(on: Queryable, { organizationId, month }: Month): Promise<number> {
  const [row] = await on.query(sql.rows(monthRow)`
    SELECT rows FROM export_quotas WHERE organization_id = ${organizationId} AND month = ${month}::date`)
  return row?.rows ?? 0
}

export async function deleteMonths(db: Queryable, beforeMs: number): Promise<void> {
  await db.query(sql`DELETE FROM export_quotas WHERE month < ${new Date(beforeMs)}`)
}
