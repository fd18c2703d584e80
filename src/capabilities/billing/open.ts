import { isPayAsYouGo } from '../../platform/keys/index.ts'
import {
  BadSignature,
  ledgerOnly,
  listStatementMonths,
  openBudgetAlerts,
  openCreditAlerts,
  openPayments,
  noPayments,
  openTopUps,
  readStatement,
  stripe,
  watchBalances,
  type PaymentGateway,
  type Payments,
} from '../../platform/payments/index.ts'
import type { Receiver, SliceParts } from '../define-slice.ts'
import { defineSlice } from './slice.ts'

/** Purchases, automatic top-up and alerts of one process. */
export const billing = defineSlice({
  // The sandbox organization tops up automatically and pays nobody.
  sandbox: 'same',
  open({ config, clock, log, db, secret, platform, moreCredits }) {
    const { keys, ledger, audit, organizations, subscriptions, mail, events, members } = platform
    const price = {
      per1000Minor: Math.round(config.ALMANAC_CREDIT_PRICE * 100),
      currency: config.ALMANAC_CURRENCY,
    }
    const parts = { db, clock, ledger, subscriptions, audit, log, price }
    const payments = openPayments({ ...parts, processor: chooseProcessor(config) })
    const sandboxPayments = openPayments({ ...parts, processor: ledgerOnly() })
    const topUps = openTopUps({ db, clock, organizations, payments, audit })
    const recipients = (organizationId: string) => members.listAddresses(organizationId)
    const alerts = openCreditAlerts({
      db,
      clock,
      ledger,
      mail,
      log,
      moreCredits,
      recipients,
      events,
    })
    const budgets = openBudgetAlerts({ db, clock, audit, events, mail, recipients, log, guide: moreCredits })
    const balances = watchBalances({ db, topUps, alerts, log, now: () => performance.now() })
    ledger.watch((organizationId, balance) => balances.charged(organizationId, balance))
    return {
      deps: {
        ledger,
        topUps,
        balances,
        budgets,
        hasKey: async (organizationId, id) => (await keys.getKey(organizationId, id)) !== undefined,
        hasMember: async (organizationId, id) =>
          (await members.getMember(organizationId, id))?.state === 'active',
        wasMember: async (organizationId, id) => (await members.getMember(organizationId, id)) !== undefined,
        secret,
        choosePayments: (mode) => (mode === 'test' ? sandboxPayments : payments),
        isPayAsYouGo: (keyId) => isPayAsYouGo(db, keyId),
        nameActors: (keyIds) => keys.nameActors(keyIds),
        organizationName: async (id) => (await organizations.getOrganization(id))?.name ?? '',
        statement: (organizationId, month) => readStatement(db, organizationId, month),
        statementMonths: (organizationId, page) => listStatementMonths(db, organizationId, page),
      },
      tasks: [
        {
          name: 'settle-sandbox-purchases',
          everyMs: 60_000,
          run: (nowMs) => sandboxPayments.reconcile(nowMs),
        },
        { name: 'settle-purchases', everyMs: 15_000, run: (nowMs) => payments.reconcile(nowMs) },
        { name: 'top-up', everyMs: 15_000, run: (nowMs) => topUps.sweep(nowMs) },
        { name: 'budget-alerts', everyMs: 60_000, run: (nowMs) => budgets.sweep(nowMs) },
        // Answers 0, so that the task does not run again at once: an organization is alerted only once.
        { name: 'credit-alerts', everyMs: 60_000, run: (nowMs) => alerts.sweep(nowMs).then(() => 0) },
      ],
      receivers: [stripeNotices(payments)],
      close: () => balances.idle(),
    }
  },
})

/** The processor the settings name: Stripe where a key is set, the ledger alone where it is chosen, else none. */
function chooseProcessor(config: SliceParts['config']): PaymentGateway {
  const secretKey = config.ALMANAC_STRIPE_SECRET_KEY
  if (secretKey === undefined) return config.ALMANAC_LEDGER_ONLY_PURCHASES ? ledgerOnly() : noPayments()
  return stripe({
    secretKey,
    webhookSecret: config.ALMANAC_STRIPE_WEBHOOK_SECRET,
    url: config.ALMANAC_STRIPE_URL,
  })
}

const stripeNotices = (payments: Payments): Receiver => ({
  path: '/billing/notices/stripe',
  receive: (body, header) => receiveNotice(payments, body, header),
})

/** 400 for a message without the processor's signature; a failure becomes 5xx, so the processor sends it again. */
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
