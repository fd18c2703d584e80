export type { ReferredAct } from './act-once.ts'
export {
  usualSubscription,
  type Account,
  type BalanceSum,
  type Discrepancy,
  type SubscriptionBalance,
  type SubscriptionState,
} from './balances.ts'
export type { ProcessIdentity } from './holds.ts'
export type { Transfer, TransferFilter } from './journal.ts'
export { monthBounds, selectMonth, type MonthMovements } from './month-movements.ts'
export { ChargeAboveHold, HoldGone } from './charging.ts'
export type { CreditLedger, JobHoldOutcome, JobHoldRequest } from './credit-ledger.ts'
export { openLedger, type LedgerSettings } from './open-ledger.ts'
export { NotEnoughCredits, UnknownSubscription, type Posting } from './postings.ts'
export type { Prices, PriceView } from './prices.ts'
export type { PriceTier } from './price-volumes.ts'
export type { PaidLine } from './quote.ts'
