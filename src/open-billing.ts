import type { Log } from './lib/log.ts'
import type { BillingDeps } from './capabilities/billing/index.ts'
import type { Config } from './config.ts'
import type { Clock } from './lib/clock.ts'
import type { Audit } from './platform/audit/index.ts'
import type { Events } from './platform/events/index.ts'
import { isPayAsYouGo } from './platform/keys/index.ts'
import type { CreditLedger } from './platform/ledger/index.ts'
import type { Mail } from './platform/mail/index.ts'
import type { Organizations } from './platform/organizations/index.ts'
import {
  BadSignature,
  ledgerOnly,
  noPayments,
  openCreditAlerts,
  openPayments,
  openTopUps,
  readStatement,
  stripe,
  watchBalances,
  type BalanceWatch,
  type CreditAlerts,
  type PaymentGateway,
  type Payments,
  type TopUps,
} from './platform/payments/index.ts'
import type { SignUp } from './platform/sign-up/index.ts'
import type { Subscriptions } from './platform/subscriptions/index.ts'
import type { MaintenanceTask } from './platform/maintenance/index.ts'
import type { Stores } from './stores.ts'
import { documentLinks } from './surfaces/documents/index.ts'
import type { Receiver } from './surfaces/http/index.ts'

/** Purchases, automatic top-up and alerts of one process. */
export interface Billing {
  payments: Payments
  topUps: TopUps
  alerts: CreditAlerts
  /** Follows every charge of this process. */
  balances: BalanceWatch
  deps: BillingDeps
  tasks: MaintenanceTask[]
  /** Where the processor sends its messages. */
  receivers: Receiver[]
}

export interface BillingParts {
  config: Config
  stores: Stores
  clock: Clock
  log: Log
  baseUrl: string
  ledger: CreditLedger
  audit: Audit
  mail: Mail
  events: Events
  signUp: SignUp
  organizations: Organizations
  subscriptions: Subscriptions
}

/** The processor the settings name: Stripe with a key, the ledger alone where that is said, else none. */
export function processorOf(config: Config): PaymentGateway {
  const secretKey = config.ALMANAC_STRIPE_SECRET_KEY
  if (secretKey === undefined) return config.ALMANAC_LEDGER_ONLY_PURCHASES ? ledgerOnly() : noPayments()
  return stripe({
    secretKey,
    webhookSecret: config.ALMANAC_STRIPE_WEBHOOK_SECRET,
    url: config.ALMANAC_STRIPE_URL,
  })
}

export function openBilling(parts: BillingParts): Billing {
  const { config, clock, log, ledger, audit, organizations, subscriptions } = parts
  const { db, secret } = parts.stores
  const price = {
    per1000Minor: Math.round(config.ALMANAC_CREDIT_PRICE * 100),
    currency: config.ALMANAC_CURRENCY,
  }
  const common = { db, clock, ledger, subscriptions, audit, log, price }
  const payments = openPayments({ ...common, processor: processorOf(config) })
  const sandboxPayments = openPayments({ ...common, processor: ledgerOnly() })
  const topUps = openTopUps({ db, clock, organizations, payments, audit })
  const alerts = openCreditAlerts({
    ...{ db, clock, ledger, mail: parts.mail, log },
    moreCredits: documentLinks(parts.baseUrl).moreCredits,
    recipients: (organizationId) => parts.signUp.membersOf(organizationId),
    events: parts.events,
  })
  const balances = watchBalances({ db, topUps, alerts, log, now: () => performance.now() })
  ledger.watch((organizationId, balance) => balances.charged(organizationId, balance))
  return {
    ...{ payments, topUps, alerts, balances },
    deps: {
      ...{ ledger, topUps, secret },
      paymentsOf: (mode) => (mode === 'test' ? sandboxPayments : payments),
      isPayAsYouGo: (keyId) => isPayAsYouGo(db, keyId),
      onTopUpChanged: () => balances.refresh(),
      organizationName: async (id) => (await organizations.getOrganization(id))?.name ?? '',
      statement: (organizationId, month) => readStatement(db, organizationId, month),
    },
    tasks: [
      {
        name: 'settle-sandbox-purchases',
        everyMs: 60_000,
        run: (nowMs) => sandboxPayments.reconcile(nowMs),
      },
      { name: 'settle-purchases', everyMs: 15_000, run: (nowMs) => payments.reconcile(nowMs) },
      { name: 'top-up', everyMs: 15_000, run: (nowMs) => topUps.sweep(nowMs) },
      // Answers 0: who is told once need not be looked for again at once.
      { name: 'credit-alerts', everyMs: 60_000, run: (nowMs) => alerts.sweep(nowMs).then(() => 0) },
    ],
    receivers: [
      { path: '/billing/notices/stripe', receive: (body, header) => receiveNotice(payments, body, header) },
    ],
  }
}

/** 400 for what the processor did not sign; a failure becomes 5xx, and the processor sends the message again. */
async function receiveNotice(
  payments: Payments,
  body: Uint8Array,
  header: (name: string) => string | undefined,
): Promise<{ status: number; body: object }> {
  try {
    await payments.receiveNotice(body, header('stripe-signature'))
    return { status: 200, body: { received: true } }
  } catch (error) {
    if (error instanceof BadSignature) return { status: 400, body: { received: false } }
    throw error
  }
}
