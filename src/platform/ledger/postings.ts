import type { MilliCredits } from '../../lib/credits.ts'
import { sql, type Queryable } from '../../store/postgres/index.ts'

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

/** Less could be moved than was asked: nothing was moved. */
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

/** Moves credits between the outside world, the available and the spent account. Throws the two errors above. */
export async function post(db: Queryable, kind: PostingKind, posting: Posting, nowMs: number): Promise<void> {
  const { organizationId, subscriptionId, amount, requestId } = posting
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new RangeError(`not an amount to move: ${amount}`)
  const [row] = await db.query<{ outcome: string; reachable: MilliCredits }>(sql`
    SELECT * FROM ledger_post(${organizationId}, ${subscriptionId}, ${kind}, ${amount}, ${requestId},
      ${posting.refunds ?? null}, ${posting.note ?? null}, ${new Date(nowMs)})`)
  if (row?.outcome === 'posted') return
  if (row?.outcome === 'short') throw new NotEnoughCredits(kind, row.reachable)
  throw new UnknownSubscription(subscriptionId)
}

/** Subscriptions a request was charged to (one, by construction). */
export async function selectChargedSubscription(
  db: Queryable,
  organizationId: string,
  requestId: string,
): Promise<string | undefined> {
  const [row] = await db.query<{ subscription_id: string }>(sql`
    SELECT subscription_id FROM ledger_transfers
    WHERE request_id = ${requestId} AND organization_id = ${organizationId} AND kind = 'capture' LIMIT 1`)
  return row?.subscription_id
}
