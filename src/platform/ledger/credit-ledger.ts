import type { MilliCredits } from '../../lib/credits.ts'
import type { BalanceView, Hold, Ledger, PriceKey, PriceLine } from '../../operation/index.ts'
import type { Queryable } from '../../store/postgres/index.ts'
import type { ReferredAct } from './act-once.ts'
import type { BalanceSum, Discrepancy, SubscriptionBalance } from './balances.ts'
import type { NewJobHold } from './holds.ts'
import type { Transfer, TransferFilter } from './journal.ts'
import type { Posting } from './postings.ts'
import type { Prices } from './prices.ts'

export type ChargeListener = (charged: MilliCredits, by: 'request' | 'job') => void

export interface JobHoldRequest extends Pick<
  NewJobHold,
  'organizationId' | 'subscriptionId' | 'requestId' | 'operationId' | 'expiresAtMs'
> {
  lines: readonly PriceLine[]
  /** Keys the charge may have besides those of `lines`. */
  keys?: readonly PriceKey[] | undefined
}

export type JobHoldOutcome =
  | { ok: true; hold: Hold }
  | {
      ok: false
      reason: 'out-of-credits' | 'restricted'
      /** The worst case, which was not covered. */
      needed: MilliCredits
      balance: BalanceView
    }

export interface CreditLedger extends Ledger {
  /** Calls `listener` with the balance after every charge; it must neither wait nor throw. */
  watch(listener: (organizationId: string, balance: BalanceView) => void): void
  /**
   * Calls `listener` with every charge, as `watch`. A job's charge may still be rolled back, so this serves statistics, not
   * accounts.
   */
  watchCharges(listener: ChargeListener): void
  readonly prices: Prices
  /** One entry a subscription, the one that resets soonest first. */
  subscriptionBalances(organizationId: string): Promise<SubscriptionBalance[]>
  /** Makes the empty account of a new subscription, in the transaction that makes the subscription. */
  openAccount(tx: Queryable, organizationId: string, subscriptionId: string): Promise<void>
  /**
   * Sets the worst case of a job aside that no request starts, at the prices of now, in the caller's transaction. The
   * hold ends with its job only.
   */
  holdForJob(tx: Queryable, request: JobHoldRequest): Promise<JobHoldOutcome>
  /** Captures from a job's hold what it delivered, in the caller's transaction. Throws HoldGone, ChargeAboveHold. */
  captureForJob(
    tx: Queryable,
    job: { organizationId: string; hold: Hold },
    lines: readonly PriceLine[],
  ): Promise<MilliCredits>
  /** Gives back what a job's hold still has and closes it; answers how much. Safe to repeat. */
  closeJobHold(tx: Queryable, hold: Hold): Promise<MilliCredits>
  grant(posting: Posting, tx?: Queryable): Promise<void>
  /** Takes back unspent credits. Throws NotEnoughCredits. */
  revoke(posting: Posting, tx?: Queryable): Promise<void>
  /** Gives back spent credits; with `refunds` at most what that request was charged. Throws NotEnoughCredits. */
  refund(posting: Posting, tx?: Queryable): Promise<void>
  /** Gives back a part of what a request was charged, wherever it was charged. Throws NotEnoughCredits. */
  refundRequest(refund: Omit<Posting, 'subscriptionId'> & { refunds: string }, tx?: Queryable): Promise<void>
  /** Adds bought credits, in the transaction that settles the purchase. */
  purchase(tx: Queryable, posting: Posting): Promise<void>
  /** Notes what moves under a reference, in that transaction; answers the act that has the reference already. */
  noteAct(
    tx: Queryable,
    act: ReferredAct,
  ): Promise<Pick<ReferredAct, 'kind' | 'subscriptionId' | 'amount' | 'requestId'> | undefined>
  /** Sums of organizations over their subscriptions; one without any is left out. */
  sumBalances(organizationIds: readonly string[]): Promise<ReadonlyMap<string, BalanceSum>>
  chargedSubscription(organizationId: string, requestId: string): Promise<string | undefined>
  /** Gives back expired holds and charges whose answer was lost; returns how many holds. */
  expireHolds(nowMs: number): Promise<number>
  /** At start-up: gives back the holds of earlier boots of this instance. */
  abandonHolds(): Promise<number>
  /** Removes rows of holds closed over a week ago; answers how many. */
  purgeHolds(nowMs: number): Promise<number>
  /** Must be empty; otherwise the ledger is broken. */
  reconcile(organizationId: string): Promise<Discrepancy[]>
  /** A page of the journal, newest first. */
  pageOfTransfers(organizationId: string, filter: TransferFilter, most: number): Promise<Transfer[]>
  listTransfers(
    organizationId: string,
    options?: { afterId?: number; requestId?: string },
  ): AsyncGenerator<Transfer>
}
