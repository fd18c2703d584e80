import { frozenClock, systemClock } from '../../src/lib/clock.ts'
import { stripe } from '../../src/platform/payments/index.ts'
import { openPostgres } from '../../src/store/postgres/index.ts'
import { openTestPlatform } from '../support/platform.ts'

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

const order = JSON.parse(process.argv[2] ?? '') as PurchaseOrder
const db = await openPostgres({
  ...{ url: order.url, dataDir: '', poolSize: 2, applicationName: 'purchase crash test' },
  log: () => undefined,
})
const clock = frozenClock()
clock.set(systemClock.now())
const { payments } = openTestPlatform(db, {
  ...{ clock, bootId: 'killed' },
  processor: stripe({ secretKey: 'sk_test_key', webhookSecret: 'whsec_test', url: order.processorUrl }),
})
const { organizationId, keyId, idempotencyKey, credits } = order
const by = { actor: `key:${keyId}` }
await payments.buy({ organizationId, keyId, idempotencyKey, credits, by, requestId: `req ${idempotencyKey}` })
process.send?.('bought')
await db.close()
process.disconnect?.()
