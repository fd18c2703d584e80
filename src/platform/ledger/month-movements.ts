import { minus, noCredits, type MilliCredits } from '../../lib/credits.ts'
import { column, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'

/** What moved in a UTC calendar month. Balances are available and held credits together, over all subscriptions. */
export interface MonthMovements {
  /** `2026-11`. */
  month: string
  opening: MilliCredits
  closing: MilliCredits
  /** Sums by kind, without holds and what gives them back: they leave the balance as it was. */
  movements: { kind: string; count: number; amount: MilliCredits }[]
  charges: { operationId: string; count: number; amount: MilliCredits }[]
}

/** First instant of a month and of the next; undefined for what is no month. */
export function monthBounds(month: string): { start: Date; end: Date } | undefined {
  const match = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(month)
  if (match === null) return undefined
  const [year, index] = [Number(match[1]), Number(match[2]) - 1]
  return { start: new Date(Date.UTC(year, index, 1)), end: new Date(Date.UTC(year, index + 1, 1)) }
}

/** What a kind does to available and held credits together. */
const sign = sql`CASE WHEN kind IN ('grant', 'purchase', 'refund') THEN 1
  WHEN kind IN ('capture', 'revoke', 'lapse') THEN -1 ELSE 0 END`

const sums = rowShape<{ now: MilliCredits; since: MilliCredits; after: MilliCredits }>({
  now: column.credits(),
  since: column.credits(),
  after: column.credits(),
})

const movement = rowShape<MonthMovements['movements'][number]>({
  kind: column.text(),
  count: column.int(),
  amount: column.credits(),
})

const operationCharge = rowShape<MonthMovements['charges'][number]>({
  operationId: column.text(),
  count: column.int(),
  amount: column.credits(),
})

/** Reads in one snapshot; the caller gives a repeatable-read transaction. */
export async function selectMonth(
  tx: Queryable,
  organizationId: string,
  month: { name: string; start: Date; end: Date },
): Promise<MonthMovements> {
  const within = sql`organization_id = ${organizationId} AND created_at >= ${month.start} AND created_at < ${month.end}`
  // From the balance of now backwards: what came before the month need not be read.
  const [row] = await tx.query(sql.rows(sums)`
    SELECT
      (SELECT COALESCE(sum(available + held), 0)::bigint FROM subscription_balances
        WHERE organization_id = ${organizationId}) AS now,
      COALESCE(sum(amount * ${sign}), 0)::bigint AS since,
      COALESCE(sum(amount * ${sign}) FILTER (WHERE created_at >= ${month.end}), 0)::bigint AS after
    FROM ledger_transfers WHERE organization_id = ${organizationId} AND created_at >= ${month.start}`)
  const movements = await tx.query(sql.rows(movement)`
    SELECT kind, count(*) AS count, sum(amount * ${sign})::bigint AS amount FROM ledger_transfers
    WHERE ${within} AND kind NOT IN ('hold', 'release', 'expire') GROUP BY kind ORDER BY kind`)
  const charges = await tx.query(sql.rows(operationCharge)`
    SELECT COALESCE(operation_id, '') AS "operationId", count(DISTINCT request_id) AS count,
      sum(amount)::bigint AS amount
    FROM ledger_transfers WHERE ${within} AND kind = 'capture' GROUP BY 1 ORDER BY 3 DESC, 1`)
  const { now, since, after } = row ?? { now: noCredits, since: noCredits, after: noCredits }
  return { month: month.name, opening: minus(now, since), closing: minus(now, after), movements, charges }
}
