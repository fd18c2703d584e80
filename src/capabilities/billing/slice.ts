import type { CreditLedger } from '../../platform/ledger/index.ts'
import type { BalanceWatch, Payments, BillingStatement, TopUps } from '../../platform/payments/index.ts'
import { prepareSlice } from '../define-slice.ts'
import { billingFailures } from './failures.ts'

/** What the billing operations need. */
export interface BillingDeps {
  ledger: CreditLedger
  /** Sandbox keys pay nobody: their purchases are only booked. */
  choosePayments(mode: 'live' | 'test'): Payments
  topUps: TopUps
  /** Whether a key may buy small amounts. */
  isPayAsYouGo(keyId: string): Promise<boolean>
  /** Tops up the organizations that enabled auto top-up. */
  balances: BalanceWatch
  /** Name of the caller's organization, for the statement. */
  organizationName(organizationId: string): Promise<string>
  /** Undefined for a text that is not a month. */
  statement(organizationId: string, month: string): Promise<BillingStatement | undefined>
  /** Seals cursors. */
  secret: Buffer
}

export const { operation, defineSlice } = prepareSlice<BillingDeps, keyof typeof billingFailures.kinds>(
  'billing',
  {
    worksRestricted: true,
    failures: billingFailures,
    spendsLater: true,
  },
)
export const billingTag = 'Account and billing'
export const additionsTag = 'Additions'
