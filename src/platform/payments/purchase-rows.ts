import type { MilliCredits } from '../../lib/credits.ts'
import { column, nullable, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'
import type { PaymentOutcome, SavedCard } from './payment-gateway.ts'

export type PurchaseState = PaymentOutcome['state']
export type PurchaseOrigin = 'manual' | 'auto-topup'

export interface Purchase {
  id: string
  organizationId: string
  subscriptionId: string
  credits: MilliCredits
  /** In the smallest unit of the currency. */
  priceMinor: number
  currency: string
  origin: PurchaseOrigin
  processor: string
  state: PurchaseState
  idempotencyKey: string | null
  reference: string | null
  /** Why it failed. */
  failure: string | null
  requestId: string
  keyId: string | null
  createdAt: Date
  settledAt: Date | null
}

const purchaseRow = rowShape<Purchase>({
  id: column.text(),
  organizationId: column.text(),
  subscriptionId: column.text(),
  credits: column.credits(),
  priceMinor: column.int(),
  currency: column.text(),
  origin: column.text(),
  processor: column.text(),
  state: column.text(),
  idempotencyKey: nullable(column.text()),
  reference: nullable(column.text()),
  failure: nullable(column.text()),
  requestId: column.text(),
  keyId: nullable(column.text()),
  createdAt: column.instant(),
  settledAt: nullable(column.instant()),
})

const columns = sql`id, organization_id AS "organizationId", subscription_id AS "subscriptionId", credits,
  price_minor AS "priceMinor", currency, origin, processor, state, idempotency_key AS "idempotencyKey", reference,
  failure, request_id AS "requestId", key_id AS "keyId", created_at AS "createdAt", settled_at AS "settledAt"`

/** Held to the end of the transaction: purchases of one organization are looked for and begun one after the other. */
export async function lockPurchases(tx: Queryable, organizationId: string): Promise<void> {
  await tx.query(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`almanac.purchases.${organizationId}`}, 0))`,
  )
}

export async function insertPurchase(tx: Queryable, purchase: Purchase): Promise<void> {
  await tx.query(sql`
    INSERT INTO credit_purchases (id, organization_id, subscription_id, credits, price_minor, currency, origin,
      processor, idempotency_key, request_id, key_id, created_at)
    VALUES (${purchase.id}, ${purchase.organizationId}, ${purchase.subscriptionId}, ${purchase.credits},
      ${purchase.priceMinor}, ${purchase.currency}, ${purchase.origin}, ${purchase.processor},
      ${purchase.idempotencyKey}, ${purchase.requestId}, ${purchase.keyId}, ${purchase.createdAt})`)
}

export async function selectPurchase(db: Queryable, id: string): Promise<Purchase | undefined> {
  const [row] = await db.query(
    sql.rows(purchaseRow)`SELECT ${columns} FROM credit_purchases WHERE id = ${id}`,
  )
  return row
}

export async function lockPurchase(tx: Queryable, id: string): Promise<Purchase | undefined> {
  const [row] = await tx.query(
    sql.rows(purchaseRow)`SELECT ${columns} FROM credit_purchases WHERE id = ${id} FOR NO KEY UPDATE`,
  )
  return row
}

/** The newest purchase under an idempotency key since an instant; of failed ones none. */
export async function selectByKey(
  tx: Queryable,
  { organizationId, key, since }: { organizationId: string; key: string; since: Date },
): Promise<Purchase | undefined> {
  const [row] = await tx.query(sql.rows(purchaseRow)`
    SELECT ${columns} FROM credit_purchases
    WHERE organization_id = ${organizationId} AND idempotency_key = ${key} AND created_at > ${since}
      AND state <> 'failed'
    ORDER BY created_at DESC LIMIT 1`)
  return row
}

/** The newest manual purchase of the same amount without a key since an instant; of failed ones none. */
export async function selectAlike(
  tx: Queryable,
  { organizationId, subscriptionId, credits }: Purchase,
  since: Date,
): Promise<Purchase | undefined> {
  const [row] = await tx.query(sql.rows(purchaseRow)`
    SELECT ${columns} FROM credit_purchases
    WHERE organization_id = ${organizationId} AND subscription_id = ${subscriptionId} AND credits = ${credits}
      AND idempotency_key IS NULL AND origin = 'manual' AND state <> 'failed' AND created_at > ${since}
    ORDER BY created_at DESC LIMIT 1`)
  return row
}

/** Pending purchases at one processor, oldest first. */
export async function selectPending(
  db: Queryable,
  { processor, before, most }: { processor: string; before: Date; most: number },
): Promise<Purchase[]> {
  return db.query(sql.rows(purchaseRow)`
    SELECT ${columns} FROM credit_purchases
    WHERE state = 'pending' AND processor = ${processor} AND created_at <= ${before}
    ORDER BY created_at LIMIT ${most}`)
}

export async function updatePurchase(
  tx: Queryable,
  { id, outcome, nowMs }: { id: string; outcome: PaymentOutcome; nowMs: number },
): Promise<void> {
  const settledAt = outcome.state === 'pending' ? null : new Date(nowMs)
  await tx.query(sql`
    UPDATE credit_purchases SET state = ${outcome.state}, settled_at = ${settledAt},
      reference = COALESCE(${outcome.reference}, reference),
      failure = ${outcome.state === 'failed' ? outcome.reason : null}
    WHERE id = ${id}`)
}

/** Newest first. */
export async function selectPurchases(
  db: Queryable,
  organizationId: string,
  most: number,
): Promise<Purchase[]> {
  return db.query(sql.rows(purchaseRow)`
    SELECT ${columns} FROM credit_purchases WHERE organization_id = ${organizationId}
    ORDER BY created_at DESC, id DESC LIMIT ${most}`)
}

const savedCardRow = rowShape<SavedCard>({
  customerId: column.text(),
  paymentMethodId: nullable(column.text()),
  brand: nullable(column.text()),
  last4: nullable(column.text()),
})

/** The card of an organization at a processor. */
export async function selectCard(
  db: Queryable,
  organizationId: string,
  processor: string,
): Promise<SavedCard | undefined> {
  const [row] = await db.query(sql.rows(savedCardRow)`
    SELECT customer_id AS "customerId", payment_method_id AS "paymentMethodId", brand, last4 FROM payment_cards
    WHERE organization_id = ${organizationId} AND processor = ${processor}`)
  return row
}

export async function upsertCard(
  tx: Queryable,
  saved: { organizationId: string; processor: string; card: SavedCard; updatedAt: Date },
): Promise<void> {
  const { organizationId, processor, card, updatedAt } = saved
  await tx.query(sql`
    INSERT INTO payment_cards (organization_id, processor, customer_id, payment_method_id, brand, last4, updated_at)
    VALUES (${organizationId}, ${processor}, ${card.customerId}, ${card.paymentMethodId}, ${card.brand}, ${card.last4},
      ${updatedAt})
    ON CONFLICT (organization_id) DO UPDATE SET processor = excluded.processor, customer_id = excluded.customer_id,
      payment_method_id = excluded.payment_method_id, brand = excluded.brand, last4 = excluded.last4,
      updated_at = excluded.updated_at`)
}
