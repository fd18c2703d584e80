import { noCredits, type MilliCredits } from '../../lib/credits.ts'
import type { BalanceView } from '../../operation/index.ts'
import { column, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'
import { selectUsageDiscrepancy } from '../usage/index.ts'

/** `grace`: the period is over and its credits can still be spent; `ended`: the grace time is over too. */
export type SubscriptionState = 'active' | 'grace' | 'paused' | 'ended'

export interface SubscriptionBalance {
  subscriptionId: string
  status: SubscriptionState
  /** Credits of the running period: what it began with plus what was added since. */
  max: MilliCredits
  /** Spent in the running period. */
  used: MilliCredits
  /** Set aside for requests that are running. */
  held: MilliCredits
  /** What can be spent now: nothing of a subscription that is paused or has ended. */
  available: MilliCredits
  /** What could be spent if the subscription were usable again. */
  suspended: MilliCredits
  usagePeriodResetsOn: Date
}

const subscriptionBalance = rowShape<SubscriptionBalance>({
  subscriptionId: column.text(),
  status: column.text(),
  max: column.credits(),
  used: column.credits(),
  held: column.credits(),
  available: column.credits(),
  suspended: column.credits(),
  usagePeriodResetsOn: column.instant(),
})

const sums = rowShape<{ available: MilliCredits; allocation: MilliCredits; usable: number }>({
  available: column.credits(),
  allocation: column.credits(),
  usable: column.int(),
})

/** What an organization can spend at `nowMs`: the sum of its usable subscriptions. */
export async function selectBalance(
  db: Queryable,
  organizationId: string,
  nowMs: number,
): Promise<BalanceView> {
  const [row] = await db.query(sql.rows(sums)`
    SELECT COALESCE(sum(b.available), 0)::bigint AS available,
      COALESCE(sum(b.issued - s.spent_before_period), 0)::bigint AS allocation, count(*) AS usable
    FROM subscription_balances b JOIN subscriptions s ON s.id = b.subscription_id
    WHERE b.organization_id = ${organizationId} AND s.organization_id = ${organizationId}
      AND subscription_usable(s, ${new Date(nowMs)})`)
  const { available, allocation, usable } = row ?? { available: noCredits, allocation: noCredits, usable: 0 }
  return usable > 0 ? { available, allocation } : { available, allocation, restricted: true }
}

/** One entry a subscription, the one that resets soonest first. */
export async function selectSubscriptionBalances(
  db: Queryable,
  organizationId: string,
  nowMs: number,
): Promise<SubscriptionBalance[]> {
  const now = new Date(nowMs)
  return db.query(sql.rows(subscriptionBalance)`
    SELECT s.id AS "subscriptionId", b.issued - s.spent_before_period AS max,
      CASE WHEN s.status = 'paused' THEN 'paused' WHEN NOT may.spend THEN 'ended'
        WHEN s.period_resets_at <= ${now} THEN 'grace' ELSE 'active' END AS status,
      b.spent - s.spent_before_period AS used, b.held, s.period_resets_at AS "usagePeriodResetsOn",
      CASE WHEN may.spend THEN b.available ELSE 0 END AS available,
      CASE WHEN may.spend THEN 0 ELSE b.available END AS suspended
    FROM subscription_balances b JOIN subscriptions s ON s.id = b.subscription_id
      CROSS JOIN LATERAL (SELECT subscription_usable(s, ${now}) AS spend) AS may
    WHERE b.organization_id = ${organizationId} AND s.organization_id = ${organizationId}
    ORDER BY s.period_resets_at, s.id`)
}

/** What an organization has and used, over all its subscriptions. */
export interface BalanceSum {
  /** What can be spent now. */
  available: MilliCredits
  /** Set aside for requests that are running. */
  reserved: MilliCredits
  /** Spent in the running periods. */
  used: MilliCredits
  /** Spent since the beginning. */
  spent: MilliCredits
}

const balanceSum = rowShape<BalanceSum & { id: string }>({
  id: column.text(),
  available: column.credits(),
  reserved: column.credits(),
  used: column.credits(),
  spent: column.credits(),
})

export async function selectBalanceSums(
  db: Queryable,
  organizationIds: readonly string[],
  nowMs: number,
): Promise<ReadonlyMap<string, BalanceSum>> {
  const rows = await db.query(sql.rows(balanceSum)`
    SELECT b.organization_id AS id,
      COALESCE(sum(b.available) FILTER (WHERE subscription_usable(s, ${new Date(nowMs)})), 0)::bigint AS available,
      sum(b.held)::bigint AS reserved, sum(b.spent - s.spent_before_period)::bigint AS used, sum(b.spent)::bigint AS spent
    FROM subscription_balances b JOIN subscriptions s ON s.id = b.subscription_id
    WHERE b.organization_id = ANY(${organizationIds}::text[]) GROUP BY b.organization_id`)
  return new Map(rows.map(({ id, ...sums }) => [id, sums]))
}

/** The subscription meant where none is named: the usable one that resets soonest, else the first of all. */
export function usualSubscription(balances: readonly SubscriptionBalance[]): SubscriptionBalance | undefined {
  return balances.find(({ status }) => status === 'active' || status === 'grace') ?? balances[0]
}

export type Account = 'available' | 'held' | 'spent' | 'issued'

/** A balance, or the usage of a day, that is not the sum of its transfers, which must never happen. */
export interface Discrepancy {
  /** `all` for usage, which is counted over all subscriptions. */
  subscriptionId: string
  account: Account | 'holds' | 'usage'
  balance: MilliCredits
  /** Sum of the transfers of the account; for `holds` the sum of the open holds. */
  journal: MilliCredits
}

const discrepancy = rowShape<Discrepancy>({
  subscriptionId: column.text(),
  account: column.text(),
  balance: column.credits(),
  journal: column.credits(),
})

/** Compares balances and usage of an organization with its journal. */
export async function selectDiscrepancies(db: Queryable, organizationId: string): Promise<Discrepancy[]> {
  const usage = await selectUsageDiscrepancy(db, organizationId)
  const { charged: balance, journal } = usage ?? { charged: noCredits, journal: noCredits }
  return [
    ...(await selectWrongBalances(db, organizationId)),
    ...(usage === undefined ? [] : [{ subscriptionId: 'all', account: 'usage' as const, balance, journal }]),
  ]
}

/** One statement, and so one snapshot. */
function selectWrongBalances(db: Queryable, organizationId: string): Promise<Discrepancy[]> {
  return db.query(sql.rows(discrepancy)`
    WITH moved AS (
      SELECT subscription_id, debit_account AS account, -amount AS amount FROM ledger_transfers
      WHERE organization_id = ${organizationId}
      UNION ALL
      SELECT subscription_id, credit_account, amount FROM ledger_transfers
      WHERE organization_id = ${organizationId}
    ), journal AS (
      SELECT subscription_id, account, sum(amount)::bigint AS amount FROM moved GROUP BY 1, 2
      UNION ALL
      SELECT subscription_id, 'holds', sum(amount - charged)::bigint FROM ledger_holds
      WHERE organization_id = ${organizationId} AND state = 'held' GROUP BY 1
    ), stated AS (
      SELECT b.subscription_id, account.name, account.sign, account.amount
      FROM subscription_balances b CROSS JOIN LATERAL (VALUES
        ('available', 1, b.available), ('held', 1, b.held), ('spent', 1, b.spent), ('issued', -1, b.issued),
        ('holds', 1, b.held)
      ) AS account (name, sign, amount)
      WHERE b.organization_id = ${organizationId}
    )
    SELECT s.subscription_id AS "subscriptionId", s.name AS account, s.amount AS balance,
      COALESCE(j.amount * s.sign, 0) AS journal
    FROM stated s LEFT JOIN journal j ON j.subscription_id = s.subscription_id AND j.account = s.name
    WHERE s.amount <> COALESCE(j.amount * s.sign, 0)
    ORDER BY 1, 2`)
}
