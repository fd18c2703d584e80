import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/store/postgres/index.ts'
import { countingCompleted } from '../support/counting-event.ts'
import type { TestAlmanac } from '../support/harness.ts'
import type { TestOrganization } from '../support/platform.ts'
import { nowMs, timedReceiver } from '../support/timed-receiver.ts'
import { isSignedBy, type ReceivedCall } from '../support/webhook-receiver.ts'
import { operatorToken } from '../worlds/subjects.ts'
import { trackersWorld } from '../worlds/trackers.ts'
import type { SenderOrder } from './webhook-sender.ts'
import type { WebhookOrder } from './webhook-process.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await trackersWorld()
})

/** Of the harness. */
const secret = Buffer.alloc(32, 7)
/** What has left its sender before the answer came may be read by the receiver a little after it. */
const onItsWayMs = 20

async function ask({ rawKey: key }: TestOrganization, route: string, body?: object) {
  const answer = await service.send(route.replace(' ', ' /v1/'), { key, body })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.output
}

type Receiver = Awaited<ReturnType<typeof timedReceiver>>

/** Calls that came when they had no business to any more. */
const lateAfter = async ({ calls }: Receiver, answeredMs: number) =>
  (await calls()).filter(({ atMs }) => atMs > answeredMs + onItsWayMs).length

let texts = 0
/** An endpoint for which deliveries about one person wait. */
async function queued(count: number, delayMs = 10) {
  const org = await service.org()
  const receiver = await timedReceiver(delayMs)
  const { endpointId, signingSecret } = await ask(org, 'POST webhooks/endpoints', {
    url: `${receiver.url}/hook`,
    concurrency: 16,
  })
  const email = `removed-${++texts}@zircon.example`
  const tell = (text: string, many: number) =>
    service.db.transact((tx) =>
      service.almanac.events.appendAll(
        tx,
        countingCompleted,
        Array.from({ length: many }, () => ({
          organizationId: org.organizationId,
          data: { ...countingCompleted.example, task_id: text },
        })),
      ),
    )
  await tell(email, count)
  // Statistics of an hour ago must not decide how long a look takes.
  await service.db.query(sql`ANALYZE webhook_deliveries, webhook_endpoints, events`)
  const path = `webhooks/endpoints/${endpointId}`
  return { org, receiver, email, tell, path, endpointId, signingSecret: String(signingSecret) }
}

const remove = (email: string) =>
  service.send('POST /v1/privacy/suppressions', {
    headers: { authorization: `Bearer ${operatorToken}` },
    body: { emails: [email], reason: 'erasure' },
  })

const deliverHere = () => service.almanac.webhooks.deliverNow()

async function deliverElsewhere(): Promise<void> {
  const order: SenderOrder = {
    url: service.db.url,
    nowMs: service.clock.now(),
    secret: secret.toString('hex'),
  }
  const child = fork(join(import.meta.dirname, 'webhook-sender.ts'), [JSON.stringify(order)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  expect(await once(child, 'exit')).toEqual([0, null])
}

describe('what is sent is read at the moment of sending: a removed person', () => {
  test.each([
    ['of this process', [deliverHere]],
    ['of another process', [deliverElsewhere]],
    ['of several processes', [deliverHere, deliverElsewhere]],
  ] as const)(
    'is in nothing that leaves after the 200, with 1,000 deliveries queued for workers %s',
    async (_, senders) => {
      // A removal takes about half a second: what was taken must not have left by then.
      const { receiver, email } = await queued(1_000, 80)
      const delivering = Promise.all(senders.map((deliver) => deliver()))
      await expect.poll(() => receiver.count(), { interval: 5 }).toBeGreaterThan(40)
      const answer = await remove(email)
      const answeredMs = nowMs()
      expect(answer.status, answer.text).toBe(200)
      await delivering
      expect(await lateAfter(receiver, answeredMs)).toBe(0)
      expect(receiver.count()).toBeLessThan(1_000)
      expect(await deliverHere()).toBe(0)
    },
  )

  test('is in no retry, replay or delivery that a killed sender had taken', async () => {
    const { org, receiver, email, path, tell } = await queued(3)
    await deliverHere()
    const sent = receiver.count()
    expect(sent).toBe(3)
    const { deliveries } = await ask(org, `GET ${path}/deliveries`)
    const deliveryIds = deliveries.map((each: { deliveryId: string }) => each.deliveryId)
    await ask(org, 'POST webhooks/deliveries/replay', { deliveryIds })
    const killed: WebhookOrder = { url: service.db.url, nowMs: service.clock.now(), dies: 'taken' }
    const child = fork(join(import.meta.dirname, 'webhook-process.ts'), [JSON.stringify(killed)], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
    expect((await remove(email)).status).toBe(200)
    service.clock.advance(60_000)
    await tell('of somebody else', 1)
    await deliverHere()
    expect((await receiver.calls()).slice(sent).map(({ body }) => JSON.parse(body).task_id)).toEqual([
      'of somebody else',
    ])
    expect((await ask(org, 'POST webhooks/deliveries/replay', { deliveryIds })).replayed).toBe(0)
  })
})

/** What is done to an endpoint while it is sent to, and what may still arrive after the answer. */
const changes: [string, (it: Awaited<ReturnType<typeof queued>>) => Promise<unknown>][] = [
  ['deleted', ({ org, path }) => ask(org, `DELETE ${path}`)],
  ['disabled', ({ org, path }) => ask(org, `PATCH ${path}`, { disabled: true })],
  ['chooses other events', ({ org, path }) => ask(org, `PATCH ${path}`, { eventTypes: ['job.changed'] })],
  [
    'chooses other lists',
    async ({ org, path }) => ask(org, `PATCH ${path}`, { listIds: [await aList(org)] }),
  ],
]

async function aList(org: TestOrganization): Promise<string> {
  const rule = {
    type: 'headcount_crossed_threshold',
    entityType: 'company',
    direction: 'above',
    threshold: 1,
  }
  const body = { name: 'Watched', refreshIntervalDays: 7, trackingRules: [{ ...rule, isDummy: true }] }
  return (await ask(org, 'POST tracker/company-lists', body)).id
}

describe('what is sent is read at the moment of sending: an endpoint', () => {
  const underWay = async ({ receiver }: Awaited<ReturnType<typeof queued>>) => {
    const delivering = deliverHere()
    await expect.poll(() => receiver.count(), { interval: 5 }).toBeGreaterThan(20)
    return delivering
  }

  test.each(changes)('that is %s gets nothing after the 200', async (_, change) => {
    const it = await queued(600)
    const delivering = underWay(it)
    await expect.poll(() => it.receiver.count(), { interval: 5 }).toBeGreaterThan(20)
    await change(it)
    const answeredMs = nowMs()
    await delivering
    expect(await lateAfter(it.receiver, answeredMs)).toBe(0)
    expect(it.receiver.count()).toBeLessThan(600)
  })

  test('with another address gets the rest there, once each', async () => {
    const it = await queued(600)
    const other = await timedReceiver(0)
    const delivering = underWay(it)
    await expect.poll(() => it.receiver.count(), { interval: 5 }).toBeGreaterThan(20)
    await ask(it.org, `PATCH ${it.path}`, { url: other.url })
    const answeredMs = nowMs()
    await delivering
    expect(await lateAfter(it.receiver, answeredMs)).toBe(0)
    const ids = [...(await it.receiver.calls()), ...(await other.calls())].map(
      ({ headers }) => headers['webhook-id'],
    )
    expect(new Set(ids).size).toBe(600)
    expect(ids).toHaveLength(600)
  })

  test('with another secret signs by it from the answer on, and by all before it for a day', async () => {
    const it = await queued(600)
    const delivering = underWay(it)
    await expect.poll(() => it.receiver.count(), { interval: 5 }).toBeGreaterThan(20)
    const { signingSecret } = await ask(it.org, `POST ${it.path}/rotate-secret`, {})
    const answeredMs = nowMs()
    await delivering
    const after = (await it.receiver.calls()).filter(({ atMs }) => atMs > answeredMs + onItsWayMs)
    expect(after.length).toBeGreaterThan(0)
    const by = (call: ReceivedCall) => [it.signingSecret, signingSecret].map((one) => isSignedBy(call, one))
    for (const call of after) expect(by(call)).toEqual([true, true])
  })

  test('that chooses other events has what it left out listed, and sent by a replay that asks for it alone', async () => {
    const it = await queued(2)
    const eventTypes = ['job.changed']
    await ask(it.org, `PATCH ${it.path}`, { eventTypes })
    await deliverHere()
    const { deliveries } = await ask(it.org, `GET ${it.path}/deliveries`)
    expect(deliveries).toMatchObject([
      { status: 'failed', attempts: [{ error: 'not-wanted', status: null }] },
      { status: 'failed' },
    ])
    const endpoint = await ask(it.org, `GET ${it.path}`)
    expect(endpoint).toMatchObject({ consecutiveFailures: 0, failingSince: null })
    const range = { endpointId: it.endpointId, from: new Date(service.clock.now() - 1_000).toISOString() }
    const to = new Date(service.clock.now() + 1_000).toISOString()
    const replay = (more: object) => ask(it.org, 'POST webhooks/deliveries/replay', more)
    expect((await replay({ ...range, to })).replayed).toBe(0)
    await deliverHere()
    expect(it.receiver.count()).toBe(0)
    expect((await replay({ ...range, to, includeExcluded: true })).replayed).toBe(2)
    await deliverHere()
    expect(it.receiver.count()).toBe(2)
    expect((await replay({ deliveryIds: [deliveries[0].deliveryId] })).replayed).toBe(1)
    await deliverHere()
    expect(it.receiver.count()).toBe(3)
  })
})
