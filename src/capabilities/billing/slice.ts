import { operationsOf } from '../../operation/index.ts'
import type { CreditLedger } from '../../platform/ledger/index.ts'
import type { Payments, Statement, TopUps } from '../../platform/payments/index.ts'
import { billingFailures } from './failures.ts'

/** What the billing operations need. */
export interface BillingDeps {
  ledger: CreditLedger
  /** Sandbox keys pay nobody: theirs are booked only. */
  paymentsOf(mode: 'live' | 'test'): Payments
  topUps: TopUps
  /** Whether a key may buy small amounts. */
  isPayAsYouGo(keyId: string): Promise<boolean>
  /** Called when settings of automatic top-up have changed. */
  onTopUpChanged(): void
  /** Name of the caller's organization, for the statement. */
  organizationName(organizationId: string): Promise<string>
  /** Undefined for what is no month. */
  statement(organizationId: string, month: string): Promise<Statement | undefined>
  /** Seals cursors. */
  secret: Buffer
}

export const operation = operationsOf<BillingDeps, keyof typeof billingFailures.kinds>('billing', {
  worksRestricted: true,
  failures: billingFailures,
})
export const billingTag = 'Account and billing'
export const additionsTag = 'Additions'
