import type { ServerResponse } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../../test/conformance/verifies.ts'
import { atEnd } from '../../../test/support/at-end.ts'
import { countingCompleted } from '../../../test/support/counting-event.ts'
import { anOrg, openTestPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { isSignedBy, webhookReceiver, type ReceivedCall } from '../../../test/support/webhook-receiver.ts'
import { forgetEvents, openEvents, type Events } from '../events/index.ts'
import { openOutbound, type Outbound } from '../outbound/index.ts'
import { sql, type Postgres } from '../../store/postgres/index.ts'
import { enqueueDeliveries, openWebhooks, type Webhooks } from './index.ts'

const secret = Buffer.alloc(32, 9)
const hour = 3_600_000
let db: Postgres
let platform: TestPlatform
let outbound: Outbound
let events: Events
let webhooks: Webhooks

beforeAll(async () => {
  db = await testDatabase()
  platform = openTestPlatform(db)
  outbound = openOutbound({ allowLoopback: true, ports: [] })
  atEnd(async () => outbound.close())
  const { clock } = platform
  events = openEvents({ db, clock, checkData: true, enqueue: enqueueDeliveries })
  webhooks = openWebhooks({ db, clock, outbound, secret, log: () => undefined, random: () => 0.5 })
})

/** An organization with one endpoint at a receiver that answers so. */
async function told(answer?: (response: ServerResponse, call: ReceivedCall) => void, chosen: string[] = []) {
  const org = await anOrg(platform)
  const { organizationId } = org
  const receiver = await webhookReceiver(answer)
  const url = `${receiver.url}/hook`
  const made = await db.transact((tx) => webhooks.create(tx, { organizationId, url, events: chosen }))
  const which = { organizationId, endpointId: made.endpoint.id }
  return {
    organizationId,
    receiver,
    which,
    secret: made.secret,
    calls: receiver.calls,
    append: (text = 'task_1') =>
      db.transact((tx) =>
        events.append(tx, countingCompleted, {
          organizationId,
          data: { ...countingCompleted.example, task_id: text },
        }),
      ),
    log: () => webhooks.deliveries({ ...which, most: 10 }),
    endpoint: async () => (await webhooks.list(organizationId))[0],
  }
}

const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(code, headers).end('why')

describe('an event', () => {
  it('is delivered once, signed, as it was written', async () => {
    const it = await told()
    await it.append('task_é')
    expect(await webhooks.deliverNow()).toBe(1)
    expect(await webhooks.deliverNow()).toBe(0)
    const [call, ...more] = it.calls
    expect(more).toEqual([])
    const [event] = await db.query<{ id: string; data: string }>(sql`
      SELECT id, data::text AS data FROM events WHERE organization_id = ${it.organizationId}`)
    expect(call).toMatchObject({
      path: '/hook',
      body: event?.data,
      headers: {
        'webhook-id': event?.id,
        'webhook-event': 'counting.completed',
        'webhook-timestamp': String(platform.clock.now() / 1_000),
        'content-type': 'application/json',
      },
    })
    expect(call && isSignedBy(call, it.secret)).toBe(true)
    expect(call && isSignedBy({ ...call, body: `${call.body} ` }, it.secret)).toBe(false)
    expect(await it.log()).toMatchObject([{ state: 'delivered', attempts: 1, eventId: event?.id }])
  })

  it('has its deliveries with its cause, or not at all', async () => {
    verifies('promise.webhooks.same-transaction')
    const it = await told()
    const rolledBack = db.transact(async (tx) => {
      const { organizationId } = it
      await events.append(tx, countingCompleted, { organizationId, data: countingCompleted.example })
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    expect(await it.log()).toEqual([])
    await it.append()
    expect(await it.log()).toMatchObject([{ state: 'pending', attempts: 0 }])
    await webhooks.deliverNow()
  })

  it('goes to those who chose it by key or group, or chose nothing, of its organization', async () => {
    const it = await told()
    const receivers = await Promise.all(
      [['analytics'], ['counting.completed', 'x.y'], ['search'], ['counting.started']].map(async (chosen) => {
        const receiver = await webhookReceiver()
        const { organizationId } = it
        await db.transact((tx) => webhooks.create(tx, { organizationId, url: receiver.url, events: chosen }))
        return receiver
      }),
    )
    const other = await told()
    await it.append()
    expect(await webhooks.deliverNow()).toBe(3)
    expect([it, ...receivers, other].map(({ calls }) => calls.length)).toEqual([1, 1, 1, 0, 0, 0])
  })

  it('is forgotten with its deliveries when it is about somebody who is', async () => {
    const it = await told()
    await it.append('cleo@acme.example')
    const isIn = (text: string) => text.includes('cleo@')
    const patterns = ['%cleo@acme.example%']
    await forgetEvents(db).forget({
      people: [],
      patterns,
      widePatterns: patterns,
      isIn,
      mayBeIn: isIn,
      couldBeIn: isIn,
    })
    expect(await it.log()).toEqual([])
    expect(await webhooks.deliverNow()).toBe(0)
  })
})

describe('a receiver that fails', () => {
  it('is tried eight times over 27 h 35 min with one id, and then listed', async () => {
    verifies('event.schedule')
    const it = await told(status(500))
    await it.append()
    const { clock } = platform
    const beganMs = clock.now()
    const elapsedMs: number[] = []
    await webhooks.deliverNow()
    for (const seconds of [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]) {
      clock.advance(seconds * 1_000 - 1)
      expect(await webhooks.deliverNow()).toBe(0)
      clock.advance(1)
      expect(await webhooks.deliverNow()).toBe(1)
      elapsedMs.push(clock.now() - beganMs)
    }
    expect(elapsedMs.at(-1)).toBe(27 * hour + 35 * 60_000 + 5_000)
    clock.advance(48 * hour)
    expect(await webhooks.deliverNow()).toBe(0)
    expect(new Set(it.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(it.calls).toHaveLength(8)
    const [delivery] = await it.log()
    expect(delivery).toMatchObject({ state: 'failed', attempts: 8 })
    const attempts = await webhooks.attempts({ ...it.which, deliveryIds: [delivery?.id ?? ''] })
    expect(attempts).toHaveLength(8)
    expect(attempts[0]).toMatchObject({ status: 500, error: null })
  })

  it('is given the time it asks for', async () => {
    const it = await told(status(429, { 'retry-after': '600' }))
    await it.append()
    await webhooks.deliverNow()
    expect(await it.log()).toMatchObject([{ nextAt: new Date(platform.clock.now() + 600_000) }])
  })

  it('is not followed elsewhere', async () => {
    verifies('event.private-address-refused')
    const elsewhere = await webhookReceiver()
    const it = await told(status(302, { location: elsewhere.url }))
    await it.append()
    await webhooks.deliverNow()
    expect(elsewhere.calls).toEqual([])
    expect(await it.log()).toMatchObject([{ state: 'pending', attempts: 1 }])
  })

  it('is told nothing more after 410, until it is enabled', async () => {
    const it = await told(status(410))
    await it.append()
    await webhooks.deliverNow()
    expect(await it.log()).toMatchObject([{ state: 'failed', attempts: 1 }])
    expect(await it.endpoint()).toMatchObject({ disabledReason: 'gone' })
    await it.append()
    expect(await it.log()).toHaveLength(1)
    await db.transact((tx) => webhooks.update(tx, it.which, { disabled: false }))
    await it.append()
    expect(await it.log()).toHaveLength(2)
    await webhooks.deliverNow()
  })

  it('is given up after five days without a success', async () => {
    let isBroken = true
    const it = await told((response) => status(isBroken ? 503 : 200)(response))
    const tell = async () => {
      await it.append()
      await webhooks.deliverNow()
      return (await it.endpoint())?.disabledReason
    }
    expect(await tell()).toBe(null)
    platform.clock.advance(4 * 24 * hour)
    isBroken = false
    await tell()
    isBroken = true
    platform.clock.advance(24 * hour)
    expect(await tell()).toBe(null)
    platform.clock.advance(5 * 24 * hour - 1)
    expect(await tell()).toBe(null)
    platform.clock.advance(1)
    expect(await tell()).toBe('failing')
  })
})

it('a secret that was replaced signs besides for 24 hours', async () => {
  const it = await told()
  const next = (await db.transact((tx) => webhooks.rotate(tx, it.which)))?.secret ?? ''
  const signedBy = async () => {
    await it.append()
    await webhooks.deliverNow()
    const call = it.calls.at(-1)
    return [it.secret, next].map((one) => call !== undefined && isSignedBy(call, one))
  }
  expect(await signedBy()).toEqual([true, true])
  platform.clock.advance(24 * hour - 1)
  expect(await signedBy()).toEqual([true, true])
  platform.clock.advance(1)
  expect(await signedBy()).toEqual([false, true])
  const [row] = await db.query<{ secret: Buffer }>(sql`
    SELECT secret FROM webhook_endpoints WHERE id = ${it.which.endpointId}`)
  expect(row?.secret.includes(Buffer.from(next.slice('whsec_'.length), 'base64'))).toBe(false)
})

it('a delivery is sent again when asked, with the id it had, by its organization alone', async () => {
  verifies('promise.webhooks.replay')
  const it = await told()
  const other = await anOrg(platform)
  await it.append()
  await webhooks.deliverNow()
  const deliveryId = (await it.log())[0]?.id ?? ''
  const replay = (organizationId: string) =>
    db.transact((tx) =>
      webhooks.replay(tx, {
        organizationId,
        deliveryIds: [deliveryId],
        now: new Date(platform.clock.now()),
      }),
    )
  expect([await replay(other.organizationId), await replay(it.organizationId)]).toEqual([
    [],
    [{ id: deliveryId, isDisabled: false }],
  ])
  expect(await webhooks.deliverNow()).toBe(1)
  const [first, second] = it.calls.map(({ headers }) => headers['webhook-id'])
  expect(second).toBe(first)
  expect(await webhooks.attempts({ ...it.which, deliveryIds: [deliveryId] })).toHaveLength(2)
  expect(
    await webhooks.attempts({ organizationId: other.organizationId, deliveryIds: [deliveryId] }),
  ).toEqual([])
})

it('a hundred receivers that never answer slow no other one', async () => {
  verifies('promise.webhooks.dead-endpoints')
  // At one host: it is the endpoint that hangs.
  const healthy = await told((response, { path }) => {
    if (path === '/hook') response.end()
  })
  const { receiver: one } = healthy
  const of = (isHealthy: boolean) => one.calls.filter(({ path }) => (path === '/hook') === isHealthy).length
  const { organizationId } = healthy
  await db.transact(async (tx) => {
    for (let i = 0; i < 100; i++)
      await webhooks.create(tx, { organizationId, url: `${one.url}/${i}`, events: [] })
  })
  const { clock } = platform
  const worker = openWebhooks({ db, clock, outbound, secret, log: () => undefined })
  for (let i = 0; i < 10; i++) await healthy.append()
  worker.startWorker()
  await expect.poll(() => of(false)).toBeGreaterThan(0)
  // More than a lane takes at a time, so that it has to come back meanwhile.
  await expect.poll(() => of(true)).toBe(10)
  await healthy.append('while they hang')
  await expect.poll(() => of(true)).toBe(11)
  const [open] = await db.query(
    sql`SELECT count(*) AS n FROM webhook_deliveries WHERE state = 'pending' AND attempts = 0`,
  )
  expect(Number((open as { n: number }).n)).toBeGreaterThan(1_000)
  one.close()
  await worker.close()
})
