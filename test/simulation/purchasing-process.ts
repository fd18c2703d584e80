import { flushCompileCache } from 'node:module'
import { milli } from '../../src/lib/credits.ts'
import { frozenClock, systemClock } from '../../src/lib/clock.ts'
import { openAudit } from '../../src/platform/audit/index.ts'
import { openLedger } from '../../src/platform/ledger/index.ts'
import { openPayments, stripe } from '../../src/platform/payments/index.ts'
import { openSubscriptions } from '../../src/platform/subscriptions/index.ts'
import { openPostgres } from '../../src/store/postgres/index.ts'

/** What the parent gives the process that it is going to kill. */
export interface PurchaseOrder {
  /** Of the database. */
  url: string
  /** Of the payment processor. */
  processorUrl: string
  organizationId: string
  keyId: string
  idempotencyKey: string
  /** Milli-credits. */
  credits: number
}

// A killed process leaves what it compiled to nobody.
flushCompileCache()
const order = JSON.parse(process.argv[2] ?? '') as PurchaseOrder
const log = () => undefined
const db = await openPostgres({
  url: order.url,
  dataDir: '',
  poolSize: 2,
  applicationName: 'purchase crash test',
  log,
})
const clock = frozenClock()
clock.set(systemClock.now())
const audit = openAudit({ db, clock, secret: Buffer.alloc(32, 7) })
const payments = openPayments({
  db,
  clock,
  audit,
  log,
  ledger: openLedger({
    db,
    clock,
    process: {
      instanceId: 'instance-1',
      bootId: 'killed',
    },
  }),
  subscriptions: openSubscriptions({
    db,
    clock,
    audit,
  }),
  processor: stripe({
    secretKey: 'sk_test_key',
    webhookSecret: 'whsec_test',
    url: order.processorUrl,
  }),
  price: {
    per1000Minor: 2e3,
    currency: 'usd',
  },
})
const { organizationId, keyId, idempotencyKey, credits } = order
const by = { actor: `key:${keyId}` }
await payments.buy({
  organizationId,
  keyId,
  idempotencyKey,
  credits: milli(credits),
  by,
  requestId: `req ${idempotencyKey}`,
})
process.send?.('bought')
await db.close()
process.disconnect?.()
