import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../conformance/verifies.ts'
import { atEnd } from '../../../support/at-end.ts'
import type { TestAlmanac } from '../../../support/harness.ts'
import type { TestOrganization } from '../../../support/platform.ts'
import { isSignedBy, webhookReceiver } from '../../../support/webhook-receiver.ts'
import { operatorToken } from '../../../worlds/subjects.ts'
import { trackersWorld } from '../../../worlds/trackers.ts'
import { sql } from '../../../../src/store/postgres/index.ts'
import { dayMs } from '../../../../src/lib/time.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await trackersWorld()
})

const deliver = () => service.almanac.webhooks.deliverNow()

async function ask({ rawKey: key }: TestOrganization, route: string, body?: object) {
  const answer = await service.send(route.replace(' ', ' /v1/'), { key, body })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.output
}

/** An organization with an endpoint at a receiver that answers so. */
async function told(options: object = {}, answer?: (response: ServerResponse) => void) {
  const org = await service.org()
  const receiver = await webhookReceiver(answer)
  const { endpointId, signingSecret } = await ask(org, 'POST webhooks/endpoints', {
    url: `${receiver.url}/hook`,
    ...options,
  })
  const path = `webhooks/endpoints/${endpointId}`
  return {
    org,
    endpointId,
    signingSecret,
    receiver,
    path,
    calls: receiver.calls,
    events: () => receiver.calls.map(({ headers }) => headers['webhook-event']),
    try: (eventType = 'job.changed') => ask(org, `POST ${path}/test`, { eventType }),
    endpoint: () => ask(org, `GET ${path}`),
    log: async (query = '') => (await ask(org, `GET ${path}/deliveries${query}`)).deliveries,
  }
}

const status = (code: number, headers: Record<string, string> = {}) =>
  ((response) => void response.writeHead(code, headers).end('why')) as (response: ServerResponse) => void

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

describe('an event', () => {
  test('of a signal has its deliveries by the id of the signal, to each endpoint with its state', async () => {
    const one = await told()
    const { org } = one
    const failing = await webhookReceiver(status(500))
    await ask(org, 'POST webhooks/endpoints', { url: `${failing.url}/hook` })
    const listId = await aList(org)
    const signals = []
    for (const _ of [1, 2]) {
      await ask(org, `POST tracker/fire-dummy/${listId}`, {})
      service.clock.advance(1_000)
    }
    signals.push(...(await ask(org, `GET tracker/signals?listId=${listId}`)).signals)
    expect(signals).toHaveLength(2)
    await deliver()
    const read = (query: string, of = org) => ask(of, `GET webhooks/deliveries?${query}`)
    for (const { id } of signals) {
      const { deliveries } = await read(`signalId=${id}`)
      expect(deliveries.map(({ status: state }: { status: string }) => state).toSorted()).toEqual([
        'delivered',
        'pending',
      ])
      for (const { payload, eventType } of deliveries)
        expect([eventType, payload.eventId]).toEqual(['tracker.signal_detected', id])
    }
    const page = await read(`signalId=${signals[0].id}&pageSize=1`)
    const cursor = encodeURIComponent(page.nextCursor)
    expect((await read(`signalId=${signals[0].id}&pageSize=1&cursor=${cursor}`)).deliveries).toHaveLength(1)
    const elsewhere = `GET /v1/webhooks/deliveries?signalId=${signals[1].id}&pageSize=1&cursor=${cursor}`
    expect((await service.send(elsewhere, { key: org.rawKey })).status).toBe(400)
    expect((await read(`signalId=${signals[0].id}&endpointId=${one.endpointId}`)).deliveries).toHaveLength(1)
    expect((await read(`signalId=${signals[0].id}`, await service.org())).deliveries).toEqual([])
    expect((await read('signalId=tsig_none')).deliveries).toEqual([])
  })

  test('of a job that ended goes to the endpoints of its organization, signed', async () => {
    verifies('event.endpoints', 'event.job-completion', 'event.signature')
    const [one, other] = [await told(), await told()]
    const listId = await aList(one.org)
    await ask(one.org, `POST tracker/company-lists/${listId}/refresh`, {})
    await service.almanac.jobs.workNow()
    await deliver()
    expect(one.events()).toEqual(['tracker.list_run_completed'])
    const [call] = one.calls
    expect(JSON.parse(call?.body ?? '')).toMatchObject({ success: true, listId })
    expect(call?.headers['webhook-timestamp']).toBe(String(Math.floor(service.clock.now() / 1_000)))
    expect(call && isSignedBy(call, one.signingSecret)).toBe(true)
    expect(other.calls).toEqual([])
  })

  test('is chosen by its key, its group and its list', async () => {
    const all = await told()
    const { org } = all
    const [mine, another] = [await aList(org), await aList(org)]
    const chosen = await Promise.all(
      [
        { listIds: [mine] },
        { eventTypes: ['tracker.signal_detected'], listIds: [another] },
        { eventTypes: ['monitoring'] },
        { eventTypes: ['search'] },
        { eventTypes: ['tracker.list_run_completed'], listIds: [mine] },
      ].map(async (options) => {
        const receiver = await webhookReceiver()
        await ask(org, 'POST webhooks/endpoints', { url: receiver.url, ...options })
        return receiver
      }),
    )
    await ask(org, `POST tracker/fire-dummy/${mine}`, {})
    await deliver()
    expect([all, ...chosen].map(({ calls }) => calls.length)).toEqual([1, 1, 0, 1, 0, 0])
  })

  test('about an entity waits for those before it about the same, where order is asked for', async () => {
    let broken = true
    const answer = (response: ServerResponse) => status(broken ? 500 : 200)(response)
    const [ordered, unordered] = [await told({}, answer), await told({ ordered: false }, answer)]
    for (const each of [ordered, unordered]) {
      const listId = await aList(each.org)
      for (let i = 0; i < 3; i++) await ask(each.org, `POST tracker/fire-dummy/${listId}`, {})
    }
    await deliver()
    expect([ordered.calls.length, unordered.calls.length]).toEqual([1, 3])
    broken = false
    // The schedule's first wait, with its jitter.
    service.clock.advance(6_000)
    await deliver()
    const feed = (await ask(ordered.org, 'GET events')).events as { id: string }[]
    const inOrder = feed.map(({ id }) => id)
    expect(inOrder).toHaveLength(3)
    const [first, ...again] = ordered.calls.map(({ headers }) => headers['webhook-id'])
    expect(first).toBe(inOrder[0])
    expect(again).toEqual(inOrder)
  })
})

describe('sendTestWebhookEvent 200', () => {
  test('sends the example of an event, marked as a test, that the feed does not show', async () => {
    verifies('op.send-test-webhook-event', 'op-group.webhook-deliveries')
    const it = await told({ eventTypes: ['search'] })
    const { messageId, ...answered } = await it.try('tracker.signal_detected')
    expect(answered).toEqual({ endpointId: it.endpointId, eventType: 'tracker.signal_detected' })
    await deliver()
    const [call, ...more] = it.calls
    expect(more).toEqual([])
    expect(call?.headers).toMatchObject({ 'webhook-id': messageId, 'webhook-test': 'true' })
    const { events } = service.almanac.registry
    const example = events.find(({ key }) => key === 'tracker.signal_detected')?.example
    expect(JSON.parse(call?.body ?? '')).toEqual(example)
    expect(call && isSignedBy(call, it.signingSecret)).toBe(true)
    expect((await ask(it.org, 'GET events')).events).toEqual([])
  })
})

describe('rotateWebhookEndpointSecret 200', () => {
  test('answers a new secret; for a day deliveries are signed by both', async () => {
    verifies('op.rotate-webhook-endpoint-secret', 'event.rotation')
    const it = await told()
    const { signingSecret, previousSecretValidUntil } = await ask(it.org, `POST ${it.path}/rotate-secret`, {})
    expect(Date.parse(previousSecretValidUntil) - service.clock.now()).toBe(dayMs)
    const signedBy = async () => {
      await it.try()
      await deliver()
      const call = it.calls.at(-1)
      return [it.signingSecret, signingSecret].map((one) => call !== undefined && isSignedBy(call, one))
    }
    expect(await signedBy()).toEqual([true, true])
    service.clock.advance(dayMs)
    expect(await signedBy()).toEqual([false, true])
  })
})

describe('listWebhookDeliveries 200', () => {
  test('shows the payload and each attempt with heads and answer, but neither signatures nor other heads', async () => {
    verifies('op.list-webhook-deliveries')
    const headers = {
      'retry-after': '3600',
      server: 'nginx',
      'set-cookie': 'session=secret',
      location: 'https://elsewhere.example/path?token=secret',
      'x-who': 'ann@acme.example',
    }
    const it = await told({}, status(429, headers))
    const { messageId } = await it.try()
    await deliver()
    const [delivery, ...more] = await it.log()
    expect(more).toEqual([])
    expect(delivery).toMatchObject({
      deliveryId: expect.stringMatching(/^dlv_/),
      endpointId: it.endpointId,
      messageId,
      eventType: 'job.changed',
      payload: JSON.parse(it.calls[0]?.body ?? ''),
      isTest: true,
      status: 'pending',
      endedAt: null,
      nextAttemptAt: new Date(service.clock.now() + 3_600_000).toISOString(),
    })
    const [attempt] = delivery.attempts
    expect(attempt).toMatchObject({
      status: 429,
      error: null,
      requestHeaders: { 'webhook-id': messageId, 'webhook-event': 'job.changed' },
      responseHeaders: { 'retry-after': '3600', server: 'nginx', location: 'https://elsewhere.example' },
      responseBody: 'why',
    })
    expect(JSON.stringify(delivery)).not.toMatch(/secret|signature|ann@acme/)
    expect(it.calls[0]?.headers['webhook-signature']).toMatch(/^v1,/)
  })

  test('says how far an attempt came that failed, and which addresses the host stood for', async () => {
    const org = await service.org()
    const server = createServer((socket) => void socket.end('no TLS'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    atEnd(async () => void server.close())
    const { port } = server.address() as AddressInfo
    const closed = await webhookReceiver()
    closed.close()
    const failing = await webhookReceiver(status(500))
    const attemptAt = async (url: string) => {
      const { endpointId } = await ask(org, 'POST webhooks/endpoints', { url, eventTypes: ['job.changed'] })
      const path = `webhooks/endpoints/${endpointId}`
      await ask(org, `POST ${path}/test`, { eventType: 'job.changed' })
      await deliver()
      return (await ask(org, `GET ${path}/deliveries`)).deliveries[0].attempts[0]
    }
    const at = (failedStep: string, rest: object) => expect.objectContaining({ failedStep, ...rest })
    const here = ['127.0.0.1']
    expect(await attemptAt('https://nobody.invalid/')).toEqual(
      at('name', {
        error: 'connection',
        resolvedTo: [],
        detail: expect.stringMatching(/^E(NOTFOUND|AI_AGAIN)$/),
      }),
    )
    expect(await attemptAt(closed.url)).toEqual(
      at('connection', { error: 'connection', detail: 'ECONNREFUSED' }),
    )
    expect(await attemptAt(`https://127.0.0.1:${port}/`)).toEqual(at('tls', { error: 'connection' }))
    expect(await attemptAt(failing.url)).toEqual(at('status', { error: null, status: 500, resolvedTo: here }))
    expect(await attemptAt(failing.url.replace('127.0.0.1', 'localhost'))).toEqual(
      at('status', { resolvedTo: expect.arrayContaining(here) }),
    )
  })

  test('pages from the newest on, and by state and event', async () => {
    let code = 200
    const it = await told({}, (response) => status(code)(response))
    for (const [answer, type] of [
      [200, 'job.changed'],
      [410, 'mosaic.completed'],
    ] as const) {
      code = answer
      await it.try(type)
      await deliver()
      service.clock.advance(1_000)
    }
    const first = await ask(it.org, `GET ${it.path}/deliveries?pageSize=1`)
    expect(first.deliveries).toMatchObject([{ eventType: 'mosaic.completed', status: 'failed' }])
    const rest = await ask(it.org, `GET ${it.path}/deliveries?pageSize=1&cursor=${first.nextCursor}`)
    expect(rest).toMatchObject({
      deliveries: [{ eventType: 'job.changed', status: 'delivered' }],
      nextCursor: null,
    })
    expect(await it.log('?status=failed')).toHaveLength(1)
    expect(await it.log('?eventType=job.changed')).toHaveLength(1)
    expect(await it.log('?status=pending')).toEqual([])
  })
})

describe('listAllWebhookDeliveries 200', () => {
  test('pages through all endpoints of the organization, and by endpoint, event, status and time', async () => {
    verifies('op.list-all-webhook-deliveries')
    const one = await told({}, status(200))
    const { org } = one
    const other = await webhookReceiver(status(500))
    const { endpointId } = await ask(org, 'POST webhooks/endpoints', { url: other.url })
    const stranger = await told()
    await stranger.try()
    const path = `webhooks/endpoints/${endpointId}`
    const sent: string[] = []
    for (const [to, eventType] of [
      [one.path, 'job.changed'],
      [path, 'mosaic.completed'],
      [one.path, 'mosaic.completed'],
    ] as const) {
      service.clock.advance(1_000)
      sent.unshift((await ask(org, `POST ${to}/test`, { eventType })).messageId)
    }
    await deliver()
    const list = (query = '') => ask(org, `GET webhooks/deliveries${query}`)
    const ids = async (query?: string) =>
      (await list(query)).deliveries.map(({ messageId }: { messageId: string }) => messageId)
    expect(await ids()).toEqual(sent)
    const first = await list('?pageSize=2')
    const rest = await list(`?pageSize=2&cursor=${first.nextCursor}`)
    expect([...first.deliveries, ...rest.deliveries]).toMatchObject(sent.map((messageId) => ({ messageId })))
    expect([first.hasMore, rest.nextCursor]).toEqual([true, null])
    expect(await ids(`?endpointId=${endpointId}`)).toEqual([sent[1]])
    expect(await ids('?eventType=job.changed')).toEqual([sent[2]])
    expect(await ids('?status=pending')).toEqual([sent[1]])
    const at = new Date(service.clock.now() - 1_000).toISOString()
    expect(await ids(`?from=${at}`)).toEqual(sent.slice(0, 2))
    expect(await ids(`?to=${at}`)).toEqual(sent.slice(2))
    const [pending] = (await list('?status=pending')).deliveries
    expect(pending.attempts).toMatchObject([{ status: 500, responseBody: 'why' }])
  })

  test("404 for another organization's endpoint, and 400 for a time that ends before it begins", async () => {
    const [one, other] = [await told(), await told()]
    const { rawKey: key } = one.org
    const get = (query: string) => service.send(`GET /v1/webhooks/deliveries?${query}`, { key })
    expect((await get(`endpointId=${other.endpointId}`)).status).toBe(404)
    const { status: code, body } = await get('from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z')
    expect([code, body.issues[0].path]).toEqual([400, 'to'])
    expect((await get('status=lost')).status).toBe(400)
  })

  test('an answer about somebody who is forgotten is emptied; that there was one stays', async () => {
    const email = `ann.${process.pid}@forgotten.example`
    const it = await told({}, (response) => void response.writeHead(500).end(`who is ${email}?`))
    await it.try()
    await deliver()
    const read = async () => (await it.log())[0].attempts[0]
    expect((await read()).responseBody).toBe(`who is ${email}?`)
    const answer = await service.send('POST /v1/privacy/suppressions', {
      headers: { authorization: `Bearer ${operatorToken}` },
      body: { emails: [email] },
    })
    expect(answer.status, answer.text).toBe(200)
    expect(await read()).toMatchObject({ status: 500, responseBody: null })
  })
})

describe('what listens on this machine itself', () => {
  const spellings = (port: number | string) => [
    `http://127.0.0.1:${port}/`,
    `http://localhost:${port}/`,
    `http://[::1]:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://2130706433:${port}/`,
    `http://0x7f.1:${port}/`,
    `https://127.0.0.2:${port}/`,
  ]

  test('is no receiver: neither the service nor its stores, however they are spelt', async () => {
    const org = await service.org()
    const stores = [new URL(service.url).port, new URL(service.db.url).port]
    for (const url of stores.flatMap(spellings)) {
      const answer = await service.send('POST /v1/webhooks/endpoints', { key: org.rawKey, body: { url } })
      expect(answer.status, url).toBe(400)
      expect(answer.text, url).toContain('of this service itself')
    }
  })

  test('is no receiver either by an address that was stored before, or by a redirect', async () => {
    const it = await told({}, status(307, { location: `${service.url}/v1/webhooks/endpoints` }))
    await it.try()
    await deliver()
    expect((await it.log())[0].attempts).toMatchObject([{ status: 307, failedStep: 'status' }])
    await service.db.query(sql`UPDATE webhook_endpoints SET url = ${service.url} WHERE id = ${it.endpointId}`)
    service.clock.advance(10_000)
    await deliver()
    expect((await it.log())[0].attempts[1]).toMatchObject({ status: null, error: 'own-port' })
  })
})

test('a refused address says how to try webhooks on this machine, and by which setting', async () => {
  const { rawKey: key } = await service.org()
  for (const [url, words] of [
    ['https://10.0.0.1/', ['almanac listen', 'ALMANAC_OUTBOUND_LOOPBACK', 'GET /v1/events']],
    ['http://receiver.example/', ['almanac listen', 'ALMANAC_OUTBOUND_LOOPBACK']],
    ['https://receiver.example:9/', ['ALMANAC_OUTBOUND_PORTS']],
    [service.url, ['almanac listen']],
  ] as const) {
    const { text } = await service.send('POST /v1/webhooks/endpoints', { key, body: { url } })
    for (const word of words) expect(text).toContain(word)
  }
})

test('a receiver that asks for time by a date is given it, a day at most', async () => {
  const date = new Date(service.clock.now() + 7_200_000).toUTCString()
  const far = new Date(service.clock.now() + 30 * dayMs).toUTCString()
  for (const [asked, waitMs] of [
    [date, 7_200_000],
    [far, dayMs],
  ] as const) {
    const it = await told({}, status(503, { 'retry-after': asked }))
    await it.try()
    await deliver()
    const [{ nextAttemptAt }] = await it.log()
    // A date has whole seconds.
    expect(Math.abs(Date.parse(nextAttemptAt) - service.clock.now() - waitMs)).toBeLessThan(1_000)
  }
})

describe('replayWebhookDeliveries 200', () => {
  test('sends again what is named, or what a range holds in a state, under the ids it had', async () => {
    verifies('op.replay-webhook-deliveries')
    const it = await told()
    const began = new Date(service.clock.now()).toISOString()
    await it.try()
    await it.try('mosaic.completed')
    await deliver()
    const [{ deliveryId, messageId }] = await it.log('?eventType=job.changed')
    const replay = (body: object) => ask(it.org, 'POST webhooks/deliveries/replay', body)
    expect(await replay({ deliveryIds: [deliveryId, 'dlv_unknown'] })).toEqual({
      replayed: 1,
      notFound: ['dlv_unknown'],
      hasMore: false,
    })
    await deliver()
    expect(it.calls).toHaveLength(3)
    expect(it.calls[2]?.headers['webhook-id']).toBe(messageId)
    expect(await replay({ from: began })).toMatchObject({ replayed: 0 })
    service.clock.advance(1)
    expect(await replay({ from: began, statuses: ['delivered'] })).toMatchObject({
      replayed: 2,
      hasMore: false,
    })
    await deliver()
    expect(it.calls).toHaveLength(5)
    const [{ endpointId: other }] = [await ask(it.org, 'POST webhooks/endpoints', { url: it.receiver.url })]
    expect(await replay({ from: began, statuses: ['delivered'], endpointId: other })).toMatchObject({
      replayed: 0,
    })
    expect(await it.log()).toMatchObject([{ status: 'delivered' }, { status: 'delivered' }])
  })
})

test('an endpoint that answers 410 is disabled, and its organization told by mail and by an event', async () => {
  const it = await told({ eventTypes: ['job.changed'] }, status(410))
  const { organizationId } = it.org
  const address = `${organizationId}@acme.example`
  await service.db.query(sql`
    INSERT INTO organization_members (email, organization_id, created_at) VALUES (${address}, ${organizationId}, now())`)
  const watching = await webhookReceiver()
  await ask(it.org, 'POST webhooks/endpoints', {
    url: watching.url,
    eventTypes: ['webhook_endpoint.disabled'],
  })
  await it.try()
  await deliver()
  expect(await it.endpoint()).toMatchObject({ disabled: true, disabledReason: 'gone' })
  expect(JSON.parse(watching.calls[0]?.body ?? '')).toMatchObject({
    endpointId: it.endpointId,
    reason: 'gone',
  })
  const [mail, ...more] = await service.mailTo(address)
  expect(more).toEqual([])
  expect(mail).toContain(it.endpointId)
  await ask(it.org, `PATCH ${it.path}`, { disabled: false })
  expect(await it.endpoint()).toMatchObject({ disabled: false, disabledReason: null, consecutiveFailures: 0 })
})
