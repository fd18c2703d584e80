export { openBudgetAlerts, readAbout, type BudgetAlerts } from './budget-alerts.ts'
export type { BudgetAlert } from './budget-rows.ts'
export { openCreditAlerts, type CreditAlerts } from './credit-alerts.ts'
export { ledgerOnly } from './ledger-only.ts'
export { noPayments } from './no-payments.ts'
export {
  KeyUsedOtherwise,
  openPayments,
  wasNotMade,
  type Payments,
  type PaymentsSettings,
  type PurchaseRequest,
} from './open-payments.ts'
export { openTopUps, ResetsByItself, type TopUps, type TopUpView } from './open-top-ups.ts'
export { BadSignature, CardRefused, PaymentUnknown, type PaymentGateway } from './payment-gateway.ts'
export type { Purchase } from './purchase-rows.ts'
export {
  listStatementMonths,
  readStatement,
  type BillingStatement,
  type StatementMonth,
} from './statement.ts'
export { stripe } from './stripe.ts'
export type { TopUpSettings } from './top-up-rows.ts'
export { watchBalances, type BalanceWatch } from './watch-balances.ts'
export { usualCaps } from './top-up-state.ts'
export { budgetReached, creditsLow } from './events.ts'
