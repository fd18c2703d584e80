import type { MilliCredits } from '../../lib/credits.ts'
import { column, rowShape, sql, type Postgres } from '../../store/postgres/index.ts'
import { monthBounds, selectMonth, type MonthMovements } from '../ledger/index.ts'

/** What a customer is billed by: the movements and purchases of a UTC calendar month. */
export interface BillingStatement extends MonthMovements {
  purchases: {
    id: string
    at: Date
    credits: MilliCredits
    /** In the smallest unit of the currency. */
    priceMinor: number
    currency: string
    processor: string
  }[]
}

const monthPurchaseRow = rowShape<BillingStatement['purchases'][number]>({
  id: column.text(),
  at: column.instant(),
  credits: column.credits(),
  priceMinor: column.int(),
  currency: column.text(),
  processor: column.text(),
})

/** One snapshot; undefined when `month` (`2026-11`) is none. A long journal takes longer than a request may. */
export async function readStatement(
  db: Postgres,
  organizationId: string,
  month: string,
): Promise<BillingStatement | undefined> {
  const bounds = monthBounds(month)
  if (bounds === undefined) return undefined
  const { start, end } = bounds
  return db.transact(
    async (tx) => {
      const movements = await selectMonth(tx, organizationId, { name: month, ...bounds })
      const purchases = await tx.query(sql.rows(monthPurchaseRow)`
        SELECT id, settled_at AS at, credits, price_minor AS "priceMinor", currency, processor FROM credit_purchases
        WHERE organization_id = ${organizationId} AND state = 'succeeded'
          AND settled_at >= ${start} AND settled_at < ${end} ORDER BY settled_at, id`)
      return { ...movements, purchases }
    },
    { isolation: 'repeatable read' },
  )
}

/** A UTC calendar month of which there is a statement. */
export interface StatementMonth {
  /** `2026-11`. */
  month: string
  /** Captures, on the day they were made. */
  charged: MilliCredits
  refunded: MilliCredits
  bought: MilliCredits
  purchases: number
}

const statementMonthRow = rowShape<StatementMonth>({
  month: column.text(),
  charged: column.credits(),
  refunded: column.credits(),
  bought: column.credits(),
  purchases: column.int(),
})

/**
 * Months since an organization was made, up to that of now, the newest first; only those before `before`. It reads what was
 * summed up by day, not the ledger.
 */
export function listStatementMonths(
  db: Postgres,
  organizationId: string,
  { nowMs, before, most }: { nowMs: number; before: string | undefined; most: number },
): Promise<StatementMonth[]> {
  const end = before === undefined ? sql`true` : sql`m.begins < ${`${before}-01`}::date`
  return db.query(sql.rows(statementMonthRow)`
    WITH months AS (
      SELECT m.begins::date AS begins, (m.begins + interval '1 month')::date AS ends
      FROM organizations o, generate_series(date_trunc('month', o.created_at AT TIME ZONE 'UTC'),
        date_trunc('month', ${new Date(nowMs)}::timestamptz AT TIME ZONE 'UTC'), interval '1 month') AS m (begins)
      WHERE o.id = ${organizationId} AND ${end} ORDER BY 1 DESC LIMIT ${most}
    )
    SELECT to_char(m.begins, 'YYYY-MM') AS month, COALESCE(u.charged, 0)::bigint AS charged,
      COALESCE(u.refunded, 0)::bigint AS refunded, COALESCE(p.bought, 0)::bigint AS bought, p.purchases
    FROM months m
      LEFT JOIN LATERAL (
        SELECT sum(d.charged) AS charged, sum(d.refunded) AS refunded FROM usage_days d
        WHERE d.organization_id = ${organizationId} AND d.day >= m.begins AND d.day < m.ends
          AND d.rolled_up_from = 'ledger') u ON true
      LEFT JOIN LATERAL (
        SELECT sum(c.credits) AS bought, count(*)::int AS purchases FROM credit_purchases c
        WHERE c.organization_id = ${organizationId} AND c.state = 'succeeded'
          AND c.settled_at >= m.begins AT TIME ZONE 'UTC' AND c.settled_at < m.ends AT TIME ZONE 'UTC') p ON true
    ORDER BY m.begins DESC`)
}
