import { formatCredits, greater, lesser, minus, noCredits, type MilliCredits } from '../../lib/credits.ts'
import { column, nullable, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'

export type PostingKind = 'grant' | 'purchase' | 'refund' | 'revoke'

export interface Posting {
  organizationId: string
  subscriptionId: string
  amount: MilliCredits
  /** Id of the act that moves the credits; every entry has one. */
  requestId: string
  /** Refunds only: the charged request that is given back, at most what it was charged. */
  refunds?: string
  note?: string
}

/** Less could be moved than requested, so nothing was moved. */
export class NotEnoughCredits extends Error {
  override readonly name = 'NotEnoughCredits'
  readonly reachable: MilliCredits

  constructor(kind: PostingKind, reachable: MilliCredits) {
    super(`${kind}: more than can be moved`)
    this.reachable = reachable
  }
}

export class UnknownSubscription extends Error {
  override readonly name = 'UnknownSubscription'

  constructor(subscriptionId: string) {
    super(`no subscription ${subscriptionId} in this organization`)
  }
}

/** Makes the balance row of a new subscription. */
export async function insertBalance(
  db: Queryable,
  organizationId: string,
  subscriptionId: string,
): Promise<void> {
  await db.query(sql`
    INSERT INTO subscription_balances (subscription_id, organization_id) VALUES (${subscriptionId}, ${organizationId})`)
}

/** `reachable` is null where all of it was moved. */
const postRow = rowShape<{ outcome: string; reachable: MilliCredits | null }>({
  outcome: column.text(),
  reachable: nullable(column.credits()),
})

/** Moves credits between the outside world, the available and the spent account. Throws the two errors above. */
export async function post(db: Queryable, kind: PostingKind, posting: Posting, nowMs: number): Promise<void> {
  const { organizationId, subscriptionId, amount, requestId } = posting
  if (amount <= noCredits) throw new RangeError(`not an amount to move: ${formatCredits(amount)} credits`)
  const [row] = await db.query(sql.rows(postRow)`
    SELECT * FROM ledger_post(${organizationId}, ${subscriptionId}, ${kind}, ${amount}, ${requestId},
      ${posting.refunds ?? null}, ${posting.note ?? null}, ${new Date(nowMs)})`)
  if (row?.outcome === 'posted') return
  if (row?.outcome === 'short') throw new NotEnoughCredits(kind, row.reachable ?? noCredits)
  throw new UnknownSubscription(subscriptionId)
}

const refundableRow = rowShape<{ subscriptionId: string; amount: MilliCredits }>({
  subscriptionId: column.text(),
  amount: column.credits(),
})

/** What a request was charged less what of it was given back, by subscription; the last drawn on first. */
async function selectRefundable(
  db: Queryable,
  organizationId: string,
  requestId: string,
): Promise<{ subscriptionId: string; amount: MilliCredits }[]> {
  return db.query(sql.rows(refundableRow)`
    SELECT subscription_id AS "subscriptionId",
      sum(CASE kind WHEN 'capture' THEN amount ELSE -amount END)::bigint AS amount
    FROM ledger_transfers
    WHERE request_id = ${requestId} AND organization_id = ${organizationId} AND kind IN ('capture', 'refund')
    GROUP BY subscription_id ORDER BY max(id) FILTER (WHERE kind = 'capture') DESC`)
}

const subscriptionRow = rowShape({ subscriptionId: column.text() })

/** The subscription a request was charged to first. */
export async function selectChargedSubscription(
  db: Queryable,
  organizationId: string,
  requestId: string,
): Promise<string | undefined> {
  const [row] = await db.query(sql.rows(subscriptionRow)`
    SELECT subscription_id AS "subscriptionId" FROM ledger_transfers
    WHERE request_id = ${requestId} AND organization_id = ${organizationId} AND kind = 'capture' ORDER BY id LIMIT 1`)
  return row?.subscriptionId
}

/** Gives back a part of what a request was charged, to the subscriptions it was charged to; all or nothing: `tx` is a transaction. */
export async function refundRequest(
  tx: Queryable,
  refund: Omit<Posting, 'subscriptionId'> & { refunds: string },
  nowMs: number,
): Promise<void> {
  const charged = await selectRefundable(tx, refund.organizationId, refund.refunds)
  const parts: Posting[] = []
  let missing = refund.amount
  for (const { subscriptionId, amount } of charged) {
    const part = lesser(missing, greater(amount, noCredits))
    missing = minus(missing, part)
    if (part > noCredits) parts.push({ ...refund, subscriptionId, amount: part })
  }
  if (missing > noCredits) throw new NotEnoughCredits('refund', minus(refund.amount, missing))
  // All balances before the key's usage, in the order of their ids, as everywhere.
  await tx.query(sql`
      SELECT 1 FROM subscription_balances WHERE subscription_id = ANY(${parts.map((part) => part.subscriptionId)})
      ORDER BY subscription_id FOR NO KEY UPDATE`)
  for (const part of parts) await post(tx, 'refund', part, nowMs)
}
