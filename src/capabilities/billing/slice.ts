import type { CreditLedger } from '../../platform/ledger/index.ts'
import type {
  BalanceWatch,
  BillingStatement,
  BudgetAlerts,
  Payments,
  StatementMonth,
  TopUps,
} from '../../platform/payments/index.ts'
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
  budgets: BudgetAlerts
  /** Whether a key belongs to an organization. */
  hasKey(organizationId: string, keyId: string): Promise<boolean>
  /** Whether somebody belongs to an organization now. */
  hasMember(organizationId: string, memberId: string): Promise<boolean>
  /** Whether somebody belongs or belonged to one: their charges stay. */
  wasMember(organizationId: string, memberId: string): Promise<boolean>
  /** Whom charges of keys are from, as the audit writes it. */
  nameActors(keyIds: readonly string[]): Promise<(keyId: string) => string>
  /** Name of the caller's organization, for the statement. */
  organizationName(organizationId: string): Promise<string>
  /** Undefined for a text that is not a month. */
  statement(organizationId: string, month: string): Promise<BillingStatement | undefined>
  /** Months there are statements of, the newest first. */
  statementMonths(
    organizationId: string,
    page: { nowMs: number; before: string | undefined; most: number },
  ): Promise<StatementMonth[]>
  /** Seals cursors. */
  secret: Buffer
}

export const { operation, defineSlice } = prepareSlice<BillingDeps, keyof typeof billingFailures.kinds>(
  'billing',
  {
    worksRestricted: true,
    area: 'billing',
    failures: billingFailures,
    spendsLater: true,
  },
)
export const billingTag = 'Account and billing'
export const additionsTag = 'Additions'
