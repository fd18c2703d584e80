import { flushCompileCache } from 'node:module'
import { frozenClock } from '../../src/lib/clock.ts'
import { openMail } from '../../src/platform/mail/index.ts'
import { openOutbound } from '../../src/platform/outbound/index.ts'
import { openWebhooks } from '../../src/platform/webhooks/index.ts'
import { openPostgres } from '../../src/store/postgres/index.ts'
import { dyingStore } from './dying-store.ts'
import { mostMemory } from '../support/most-memory.ts'

/** What the parent gives the process that delivers and is killed meanwhile. */
export interface WebhookOrder {
  url: string
  nowMs: number
  /** Kills itself when it has taken what is due, when a receiver or the mail server has answered, or when so many have. */
  dies: 'taken' | 'answered' | number
  /** For destinations of mail: the server, and members of the organization. */
  smtpUrl?: string
  members?: string[]
  /** Of an attempt; default: as always. */
  deadlineMs?: number
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
const die = () => process.kill(process.pid, 'SIGKILL')
const db = dyingStore(store, () => {
  if (order.dies === 'taken') die()
})
const outbound = openOutbound({ allowLoopback: true, ports: [] })
const most = order.dies === 'answered' ? 1 : Number(order.dies)
let answered = 0
const stream: typeof outbound.stream = async (given) => {
  const { deadlineMs = given.deadlineMs ?? 0 } = order
  const answer = await outbound.stream({ ...given, deadlineMs })
  answered += 1
  if (answered === most) die()
  return answer
}
const webhooks = openWebhooks({
  db,
  clock: frozenClock(order.nowMs),
  outbound: { stream },
  secret: Buffer.alloc(32, 9),
  log,
})
// Endpoints that answer 410 are disabled; their owner insists.
webhooks.whenDisabled({
  tell: async (tx, { id: endpointId, organizationId }) => {
    await webhooks.update(tx, { organizationId, endpointId }, { disabled: false })
  },
  write: async () => undefined,
})
const mail = openMail({
  smtpUrl: order.smtpUrl,
  from: 'almanac@localhost',
  dataDir: '',
  clock: frozenClock(order.nowMs),
  log,
})
webhooks.tellPeople({
  mail: {
    async sendLate(envelope, compose) {
      await mail.sendLate(envelope, compose)
      if (order.dies === 'answered') die()
    },
  },
  listMembers: async () => order.members ?? [],
  describeEvent: ({ eventKey }) => ({ title: eventKey, facts: [] }),
  baseUrl: 'http://almanac.test',
})
await webhooks.deliverNow()
await webhooks.close()
mail.close()
outbound.close()
await db.close()
process.send?.({ mostMemory: mostMemory() })
process.disconnect?.()
