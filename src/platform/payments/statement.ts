import type { MilliCredits } from '../../lib/credits.ts'
import { sql, type Postgres } from '../../store/postgres/index.ts'
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
      const purchases = await tx.query<BillingStatement['purchases'][number]>(sql`
        SELECT id, settled_at AS at, credits, price_minor AS "priceMinor", currency, processor FROM credit_purchases
        WHERE organization_id = ${organizationId} AND state = 'succeeded'
          AND settled_at >= ${start} AND settled_at < ${end} ORDER BY settled_at, id`)
      return { ...movements, purchases }
    },
    { isolation: 'repeatable read' },
  )
}
