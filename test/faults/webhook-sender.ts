import { flushCompileCache } from 'node:module'
import { frozenClock } from '../../src/lib/clock.ts'
import { openOutbound } from '../../src/platform/outbound/index.ts'
import { openWebhooks } from '../../src/platform/webhooks/index.ts'
import { openPostgres } from '../../src/store/postgres/index.ts'

/** What the parent gives a process that sends everything that is due, and ends. */
export interface SenderOrder {
  url: string
  nowMs: number
  secret: string
}

flushCompileCache()
const order = JSON.parse(process.argv[2] ?? '') as SenderOrder
const log = () => undefined
const db = await openPostgres({ url: order.url, dataDir: '', poolSize: 4, applicationName: 'sender', log })
const outbound = openOutbound({ allowLoopback: true, ports: [] })
const webhooks = openWebhooks({
  db,
  clock: frozenClock(order.nowMs),
  outbound,
  secret: Buffer.from(order.secret, 'hex'),
  log,
})
await webhooks.deliverNow()
await webhooks.close()
outbound.close()
await db.close()
process.disconnect?.()
