import { flushCompileCache } from 'node:module'
import { frozenClock } from '../../src/lib/clock.ts'
import { openOutbound } from '../../src/platform/outbound/index.ts'
import { openWebhooks } from '../../src/platform/webhooks/index.ts'
import { openPostgres } from '../../src/store/postgres/index.ts'
import { dyingStore } from './dying-store.ts'

/** What the parent gives the process that delivers and is killed meanwhile. */
export interface WebhookOrder {
  url: string
  nowMs: number
  /** Kills itself after so many answers of the store: what is due, then what is noted. */
  answers: number
}

// A killed process leaves what it compiled to nobody.
flushCompileCache()
const order = JSON.parse(process.argv[2] ?? '') as WebhookOrder
const log = () => undefined
const store = await openPostgres({
  url: order.url,
  dataDir: '',
  poolSize: 4,
  applicationName: 'killed webhooks',
  log,
})
let answers = 0
const db = dyingStore(store, () => {
  answers += 1
  if (answers === order.answers) process.kill(process.pid, 'SIGKILL')
})
const outbound = openOutbound({ allowLoopback: true, ports: [] })
const webhooks = openWebhooks({
  db,
  clock: frozenClock(order.nowMs),
  outbound,
  secret: Buffer.alloc(32, 9),
  log,
})
await webhooks.deliverNow()
await webhooks.close()
outbound.close()
await db.close()
process.disconnect?.()
