import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openEvents } from '../../src/platform/events/index.ts'
import { openOutbound } from '../../src/platform/outbound/index.ts'
import { enqueueDeliveries, openWebhooks } from '../../src/platform/webhooks/index.ts'
import { verifies } from '../conformance/verifies.ts'
import { atEnd } from '../support/at-end.ts'
import { countingCompleted } from '../support/counting-event.ts'
import { anOrg, openTestPlatform } from '../support/platform.ts'
import { testDatabase } from '../support/postgres.ts'
import { sessionsGone } from '../support/sessions-gone.ts'
import { webhookReceiver } from '../support/webhook-receiver.ts'
import type { WebhookOrder } from './webhook-process.ts'

const program = join(import.meta.dirname, 'webhook-process.ts')
/** Longer than a killed process has what it took. */
const leaseOverMs = 60_000

async function runUntilKilled(order: WebhookOrder): Promise<void> {
  const child = fork(program, [JSON.stringify(order)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
}

it('a sender that is killed delivers at least once, always under one id', { timeout: 60_000 }, async () => {
  verifies('promise.webhooks.same-transaction')
  const platform = openTestPlatform(await testDatabase())
  const { db, clock } = platform
  const outbound = openOutbound({ allowLoopback: true, ports: [] })
  atEnd(async () => outbound.close())
  const { organizationId } = await anOrg(platform)
  const receiver = await webhookReceiver()
  const events = openEvents({ db, clock, enqueue: enqueueDeliveries })
  const webhooks = openWebhooks({ db, clock, outbound, secret: Buffer.alloc(32, 9), log: () => undefined })
  const { endpoint } = await db.transact((tx) =>
    webhooks.create(tx, { organizationId, url: receiver.url, events: [] }),
  )
  const { example: data } = countingCompleted
  await db.transact((tx) => events.append(tx, countingCompleted, { organizationId, data }))
  const log = () => webhooks.deliveries({ organizationId, endpointId: endpoint.id, most: 10 })
  for (const dies of ['taken', 'answered'] as const) {
    await runUntilKilled({ url: db.url, nowMs: clock.now(), dies })
    await sessionsGone(db, 'killed webhooks')
    expect(await log()).toMatchObject([{ state: 'pending', attempts: 0 }])
    expect(await webhooks.deliverNow()).toBe(0)
    clock.advance(leaseOverMs)
  }
  expect(receiver.calls).toHaveLength(1)
  expect(await webhooks.deliverNow()).toBe(1)
  const ids = receiver.calls.map(({ headers }) => headers['webhook-id'])
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
  expect(await log()).toMatchObject([{ state: 'delivered', attempts: 1 }])
})
