import type { MilliCredits } from '../../lib/credits.ts'
import { column, nullable, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'

/** What the cycle of a subscription needs to know of it. */
export interface Cycle {
  id: string
  organizationId: string
  status: 'active' | 'paused'
  autoReset: boolean
  allocation: MilliCredits
  graceDays: number
  /** Rows it may export a month; null: what the installation is set to. */
  exportRows: number | null
  periodStartedAt: Date
  periodResetsAt: Date
  periodAnchor: Date
}

const cycleRow = rowShape<Cycle>({
  id: column.text(),
  organizationId: column.text(),
  status: column.text(),
  autoReset: column.bool(),
  allocation: column.credits(),
  graceDays: column.int(),
  exportRows: nullable(column.int()),
  periodStartedAt: column.instant(),
  periodResetsAt: column.instant(),
  periodAnchor: column.instant(),
})

const columns = sql`id, organization_id AS "organizationId", status, auto_reset AS "autoReset", allocation,
  grace_days AS "graceDays", export_rows AS "exportRows", period_started_at AS "periodStartedAt", period_resets_at AS "periodResetsAt",
  period_anchor AS "periodAnchor"`

/** Locked to the end of the transaction; undefined when there is none or it belongs to another organization. */
export async function lockCycle(
  tx: Queryable,
  organizationId: string,
  id: string,
): Promise<Cycle | undefined> {
  const [row] = await tx.query(sql.rows(cycleRow)`
    SELECT ${columns} FROM subscriptions WHERE id = ${id} AND organization_id = ${organizationId} FOR NO KEY UPDATE`)
  return row
}

/** Active subscriptions that reset by themselves and whose period has ended. */
export async function selectDue(db: Queryable, nowMs: number, most: number): Promise<Cycle[]> {
  return db.query(sql.rows(cycleRow)`
    SELECT ${columns} FROM subscriptions
    WHERE auto_reset AND status = 'active' AND period_resets_at <= ${new Date(nowMs)}
    ORDER BY period_resets_at, id LIMIT ${most}`)
}

export async function updateCycle(
  tx: Queryable,
  cycle: Pick<Cycle, 'id' | 'status' | 'autoReset' | 'allocation' | 'graceDays' | 'exportRows'>,
): Promise<void> {
  await tx.query(sql`
    UPDATE subscriptions SET status = ${cycle.status}, auto_reset = ${cycle.autoReset},
      allocation = ${cycle.allocation}, grace_days = ${cycle.graceDays},
      export_rows = ${cycle.exportRows}
    WHERE id = ${cycle.id}`)
}

export interface NewPeriod {
  subscriptionId: string
  /** The automatic reset of exactly this end of a period; undefined: whatever the state. */
  ofEnd: Date | undefined
  /** Whether the allocation is renewed. */
  renew: boolean
  startsMs: number
  resetsMs: number
  anchorMs: number
  /** Id of the act that begins it. */
  requestId: string
  nowMs: number
}

const periodRow = rowShape({ lapsed: column.credits(), granted: column.credits() })

/** Undefined when another process has begun the period. */
export async function startPeriod(
  db: Queryable,
  period: NewPeriod,
): Promise<{ lapsed: MilliCredits; granted: MilliCredits } | undefined> {
  const [row] = await db.query(sql.rows(periodRow)`
    SELECT lapsed, granted FROM ledger_start_period(${period.subscriptionId}, ${period.ofEnd ?? null}, ${period.renew},
      ${new Date(period.startsMs)}, ${new Date(period.resetsMs)}, ${new Date(period.anchorMs)}, ${period.requestId},
      ${new Date(period.nowMs)})`)
  return row
}

const existsRow = rowShape({ found: column.bool() })

export async function topsUpByItself(tx: Queryable, subscriptionId: string): Promise<boolean> {
  const [row] = await tx.query(sql.rows(existsRow)`
    SELECT EXISTS (SELECT FROM auto_topups WHERE subscription_id = ${subscriptionId} AND is_enabled) AS found`)
  return row?.found === true
}

/** Without a lock: the owner of a subscription never changes. */
export async function ownedBy(db: Queryable, organizationId: string, id: string): Promise<boolean> {
  const rows = await db.query(
    sql`SELECT 1 FROM subscriptions WHERE id = ${id} AND organization_id = ${organizationId}`,
  )
  return rows.length === 1
}
