import type { MilliCredits } from '../../lib/credits.ts'
import { column, nullable, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'

/** Automatic top-up of one subscription. */
export interface TopUpSettings {
  subscriptionId: string
  organizationId: string
  isEnabled: boolean
  /** The balance at or below which it buys; null only when it is off. */
  creditThreshold: MilliCredits | null
  creditsToBuy: MilliCredits | null
  /** Most top-ups in a rolling 24 hours; null for no cap. */
  maxPerDay: number | null
  /** Most top-ups in a UTC calendar month; null for no cap. */
  maxPerMonth: number | null
}

const topUpSettingsRow = rowShape<TopUpSettings>({
  subscriptionId: column.text(),
  organizationId: column.text(),
  isEnabled: column.bool(),
  creditThreshold: nullable(column.credits()),
  creditsToBuy: nullable(column.credits()),
  maxPerDay: nullable(column.int()),
  maxPerMonth: nullable(column.int()),
})

const columns = sql`t.subscription_id AS "subscriptionId", t.organization_id AS "organizationId",
  t.is_enabled AS "isEnabled", t.credit_threshold AS "creditThreshold", t.credits_to_buy AS "creditsToBuy",
  t.max_per_day AS "maxPerDay", t.max_per_month AS "maxPerMonth"`

export async function selectTopUps(db: Queryable, organizationId: string): Promise<TopUpSettings[]> {
  // By the subscriptions: of the organization itself only what is enabled has an index.
  return db.query(sql.rows(topUpSettingsRow)`
    SELECT ${columns} FROM auto_topups t
    WHERE t.subscription_id = ANY (ARRAY(SELECT id FROM subscriptions WHERE organization_id = ${organizationId}))`)
}

export async function upsertTopUp(tx: Queryable, settings: TopUpSettings, updatedAt: Date): Promise<void> {
  const { subscriptionId, organizationId, isEnabled, creditThreshold, creditsToBuy } = settings
  await tx.query(sql`
    INSERT INTO auto_topups (subscription_id, organization_id, is_enabled, credit_threshold, credits_to_buy,
      max_per_day, max_per_month, updated_at)
    VALUES (${subscriptionId}, ${organizationId}, ${isEnabled}, ${creditThreshold}, ${creditsToBuy},
      ${settings.maxPerDay}, ${settings.maxPerMonth}, ${updatedAt})
    ON CONFLICT (subscription_id) DO UPDATE SET is_enabled = excluded.is_enabled,
      credit_threshold = excluded.credit_threshold, credits_to_buy = excluded.credits_to_buy,
      max_per_day = excluded.max_per_day, max_per_month = excluded.max_per_month, updated_at = excluded.updated_at`)
}

const subscriptionNameRow = rowShape({ subscriptionId: column.text(), organizationId: column.text() })

/** Subscriptions at or below their threshold that may buy: active, and within period and grace time. */
export async function selectFallen(
  db: Queryable,
  { organizationId, nowMs, most }: { organizationId: string | undefined; nowMs: number; most: number },
): Promise<{ subscriptionId: string; organizationId: string }[]> {
  return db.query(sql.rows(subscriptionNameRow)`
    SELECT t.subscription_id AS "subscriptionId", t.organization_id AS "organizationId"
    FROM auto_topups t JOIN subscription_balances b ON b.subscription_id = t.subscription_id
      JOIN subscriptions s ON s.id = t.subscription_id
    WHERE t.is_enabled AND b.available + b.held <= t.credit_threshold AND subscription_usable(s, ${new Date(nowMs)})
      AND (${organizationId ?? null}::text IS NULL OR t.organization_id = ${organizationId ?? null})
    LIMIT ${most}`)
}

/** The settings of a subscription, locked: of several that find it fallen, one at a time decides. */
export async function lockTopUp(tx: Queryable, subscriptionId: string): Promise<TopUpSettings | undefined> {
  const [locked] = await tx.query(
    sql.rows(
      topUpSettingsRow,
    )`SELECT ${columns} FROM auto_topups t WHERE t.subscription_id = ${subscriptionId} AND t.is_enabled FOR UPDATE`,
  )
  return locked
}

/**
 * Whether the balance is at or below the threshold. To be asked after the history: a purchase that ends between the two
 * is then seen either as pending or in the balance, and otherwise in neither.
 */
export async function isFallen(
  tx: Queryable,
  { subscriptionId, creditThreshold }: TopUpSettings,
  nowMs: number,
): Promise<boolean> {
  const fallen = await tx.query(sql`
    SELECT 1 FROM subscription_balances b JOIN subscriptions s ON s.id = b.subscription_id
    WHERE b.subscription_id = ${subscriptionId} AND b.available + b.held <= ${creditThreshold}
      AND subscription_usable(s, ${new Date(nowMs)})`)
  return fallen.length === 1
}

export interface TopUpHistory {
  pending: number
  /** Instants of the top-ups of the last 24 hours and of this UTC month, oldest first; failed ones do not count. */
  lastDay: Date[]
  thisMonth: number
  lastFailure: Date | null
}

const topUpHistoryRow = rowShape<TopUpHistory>({
  pending: column.int(),
  lastDay: column.instants(),
  thisMonth: column.int(),
  lastFailure: nullable(column.instant()),
})

export async function selectHistory(
  db: Queryable,
  { organizationId, subscriptionId }: { organizationId: string; subscriptionId: string },
  nowMs: number,
): Promise<TopUpHistory> {
  const now = new Date(nowMs)
  const dayAgo = new Date(nowMs - 86_400_000)
  const monthStart = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
  const [row] = await db.query(sql.rows(topUpHistoryRow)`
    SELECT count(*) FILTER (WHERE state = 'pending') AS pending,
      COALESCE(array_agg(created_at ORDER BY created_at)
        FILTER (WHERE state <> 'failed' AND created_at > ${dayAgo}), '{}') AS "lastDay",
      count(*) FILTER (WHERE state <> 'failed' AND created_at >= ${monthStart}) AS "thisMonth",
      max(created_at) FILTER (WHERE state = 'failed') AS "lastFailure"
    FROM credit_purchases
    WHERE organization_id = ${organizationId} AND subscription_id = ${subscriptionId} AND origin = 'auto-topup'
      AND created_at > ${new Date(Math.min(dayAgo.getTime(), monthStart.getTime()) - 1)}`)
  return row ?? { pending: 0, lastDay: [], thisMonth: 0, lastFailure: null }
}
