import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'
import { openEvents, type AnyEvent, type Events } from '../../src/platform/events/index.ts'
import { openOutbound } from '../../src/platform/outbound/index.ts'
import { enqueueDeliveries, openWebhooks, type Webhooks } from '../../src/platform/webhooks/index.ts'
import { discoverEvents } from '../../src/capabilities/discover.ts'
import type { Postgres } from '../../src/store/postgres/index.ts'
import { verifies } from '../conformance/verifies.ts'
import { atEnd } from '../support/at-end.ts'
import { compiled } from '../support/compiled.ts'
import { anOrg, openTestPlatform } from '../support/platform.ts'
import { testDatabase } from '../support/postgres.ts'
import type { Verified } from '../support/standard-receiver.ts'

let db: Postgres
let events: Events
let webhooks: Webhooks
let receiver: ChildProcess
let url: string
let organizationId: string
const received: Verified[] = []

beforeAll(async () => {
  db = await testDatabase()
  ;({ organizationId } = await anOrg(openTestPlatform(db)))
  const outbound = openOutbound({ allowLoopback: true, ports: [] })
  // The library compares with the time of its own process.
  const clock = systemClock
  events = openEvents({ db, clock, checkData: true, enqueue: enqueueDeliveries })
  webhooks = openWebhooks({ db, clock, outbound, secret: Buffer.alloc(32, 9), log: () => undefined })
  receiver = fork(join(import.meta.dirname, '../support/standard-receiver.ts'), {
    execArgv: [],
    env: { ...process.env, ...compiled },
  })
  const [{ port }] = (await once(receiver, 'message')) as [{ port: number }]
  url = `http://127.0.0.1:${port}/`
  receiver.on('message', (message: Verified) => received.push(message))
  atEnd(async () => {
    receiver.disconnect()
    outbound.close()
  })
})

/** What the receiver says next, of what `cause` makes it do. */
async function saidOf(cause: () => unknown): Promise<Verified | undefined> {
  const before = received.length
  await cause()
  await expect.poll(() => received.length).toBe(before + 1)
  return received.at(-1)
}

const give = (secrets: string[]) => saidOf(() => receiver.send(secrets))

/** Has an event told and answers what the receiver made of it. */
const tell = (event: AnyEvent) =>
  saidOf(async () => {
    await db.transact((tx) => events.append(tx, event, { organizationId, data: event.example as never }))
    expect(await webhooks.deliverNow()).toBe(1)
  })

test('a receiver written with the library standardwebhooks, in another process, verifies every kind of event', async () => {
  verifies('event.signature')
  const { endpoint, secret } = await db.transact((tx) => webhooks.create(tx, { organizationId, url }))
  const stranger = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
  await give([secret, stranger])
  const catalogue = await discoverEvents()
  expect(catalogue.length).toBeGreaterThan(20)
  for (const event of catalogue)
    expect(await tell(event)).toEqual({ event: event.key, by: [true, false], payload: event.example })

  // For a day after a rotation by the secret before it, too.
  const which = { organizationId, endpointId: endpoint.id }
  const rotated = await db.transact((tx) => webhooks.rotate(tx, which))
  await give([secret, rotated?.secret ?? ''])
  expect(await tell(catalogue[0] as AnyEvent)).toMatchObject({ by: [true, true] })
})
