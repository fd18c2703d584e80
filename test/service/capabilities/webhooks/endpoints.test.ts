import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../conformance/verifies.ts'
import type { TestAlmanac } from '../../../support/harness.ts'
import { aSandboxKey, type TestOrganization } from '../../../support/platform.ts'
import { emptyWorld } from '../../../worlds/world.ts'
import { sql } from '../../../../src/store/postgres/index.ts'
import { hourMs } from '../../../../src/lib/time.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await emptyWorld()
})

const path = '/v1/webhooks/endpoints'
const url = 'https://receiver.example/hooks'
type Org = Pick<TestOrganization, 'rawKey'>

const ask = ({ rawKey: key }: Org, route: string, body?: object) =>
  service.send(route.replace(' ', ` ${path}`), { key, body })

async function outputOf(answer: ReturnType<typeof ask>) {
  const { status, body, text } = await answer
  expect(status, text).toBe(200)
  return body.output
}

const make = (org: Org, more: object = {}) => outputOf(ask(org, 'POST ', { url, ...more }))

describe('createWebhookEndpoint 200', () => {
  test('answers the endpoint with its secret, which nothing shows again', async () => {
    verifies('op.create-webhook-endpoint', 'op.get-webhook-endpoint', 'op.list-webhook-endpoints')
    const org = await service.org(0)
    const { signingSecret, ...made } = await make(org)
    const at = new Date(service.clock.now()).toISOString()
    expect(made).toEqual({
      endpointId: expect.stringMatching(/^whe_/),
      kind: 'http',
      digest: null,
      digestHour: null,
      url,
      eventTypes: [],
      listIds: [],
      ordered: true,
      concurrency: 4,
      disabled: false,
      disabledReason: null,
      consecutiveFailures: 0,
      failingSince: null,
      createdAt: at,
      updatedAt: at,
    })
    expect(signingSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(await outputOf(ask(org, `GET /${made.endpointId}`))).toEqual(made)
    expect(await outputOf(ask(org, 'GET '))).toEqual({ endpoints: [made] })
    const [row] = await service.db.query<{ secret: Buffer }>(sql`
      SELECT secret FROM webhook_endpoints WHERE id = ${made.endpointId}`)
    expect(row?.secret.includes(Buffer.from(signingSecret.slice('whsec_'.length), 'base64'))).toBe(false)
  })

  test('takes every option, keys and groups of events among them', async () => {
    const org = await service.org(0)
    const more = { eventTypes: ['job.changed', 'search'], ordered: false, concurrency: 16, disabled: true }
    expect(await make(org, more)).toMatchObject({ ...more, disabledReason: 'asked' })
  })

  test('warns of a host whose name nobody knows', async () => {
    const { body } = await ask(await service.org(0), 'POST ', { url })
    expect(body.warnings).toMatchObject([{ field: 'url' }])
  })
})

const refused = [
  'http://receiver.example/',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f.0.0.1/',
  'https://0177.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b::a9fe:a9fe]/',
  'https://[64:ff9b:1::1]/',
  'https://[2002:7f00:1::]/',
  'https://10.0.0.1/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://[fe80::1]/',
  'https://[fd00:ec2::254]/',
  'https://0.0.0.0/',
  'https://①②⑦.0.0.1/',
  'https://localhost/',
  'https://receiver.example:6379/',
  'https://user:secret@receiver.example/',
  'ftp://receiver.example/',
  'receiver.example',
]

describe('createWebhookEndpoint 400', () => {
  test('for an address that may not be reached, however it is spelled; nothing is kept', async () => {
    verifies('event.private-address-refused')
    const org = await service.org(0)
    const { endpointId } = await make(org)
    for (const bad of refused) {
      for (const route of ['POST ', `PATCH /${endpointId}`]) {
        const { status, body } = await ask(org, route, { url: bad })
        expect([status, body.issues?.[0]?.path], `${route} ${bad}`).toEqual([400, 'url'])
      }
    }
    expect(await outputOf(ask(org, 'GET '))).toMatchObject({ endpoints: [{ url }] })
  })

  test('for events nobody tells and lists of others, each by its place', async () => {
    const [org, other] = [await service.org(0), await service.org(0)]
    const list = await service.send('POST /v1/tracker/company-lists', {
      key: other.rawKey,
      body: { name: 'Watched', refreshIntervalDays: 7 },
    })
    const listIds = [list.body.output.id]
    const eventTypes = ['search', 'job.change', 'what']
    const { status, body } = await ask(org, 'POST ', { url, eventTypes, listIds })
    expect(status).toBe(400)
    expect(body.issues).toMatchObject([
      { path: 'eventTypes[1]', message: expect.stringContaining('job.changed') },
      { path: 'eventTypes[2]', message: expect.stringContaining('listWebhookEventTypes') },
      { path: 'listIds[0]' },
    ])
    expect(await outputOf(ask(other, 'POST ', { url, listIds }))).toMatchObject({ listIds })
    expect(await outputOf(ask(org, 'GET '))).toEqual({ endpoints: [] })
  })

  test('for bounds that are passed', async () => {
    const org = await service.org(0)
    for (const more of [{ concurrency: 0 }, { concurrency: 17 }, { eventTypes: [''] }, { url: '' }])
      expect((await ask(org, 'POST ', { url, ...more })).status, JSON.stringify(more)).toBe(400)
  })
})

test('createWebhookEndpoint 409 for more than a hundred, also when they are made at once', async () => {
  const org = await service.org(0)
  const { organizationId } = org
  await service.db.query(sql`
    INSERT INTO webhook_endpoints (id, organization_id, url, secret, created_at, updated_at)
    SELECT 'whe_' || ${organizationId} || n, ${organizationId}, ${url}, '\\x00', now(), now() FROM generate_series(1, 99) n`)
  const made = await Promise.all([1, 2, 3].map(() => ask(org, 'POST ', { url })))
  expect(made.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
})

test('updateWebhookEndpoint 200 changes what is given and nothing else', async () => {
  verifies('op.update-webhook-endpoint', 'op-group.webhook-endpoints')
  const org = await service.org(0)
  const { signingSecret: _, ...made } = await make(org, { eventTypes: ['job.changed'] })
  service.clock.advance(1_000)
  const to = { ordered: false, url: 'https://other.example/' }
  const updatedAt = new Date(service.clock.now()).toISOString()
  expect(await outputOf(ask(org, `PATCH /${made.endpointId}`, to))).toEqual({ ...made, ...to, updatedAt })
  const off = await outputOf(ask(org, `PATCH /${made.endpointId}`, { disabled: true, eventTypes: [] }))
  expect(off).toMatchObject({ ...to, eventTypes: [], disabled: true, disabledReason: 'asked' })
})

test('deleteWebhookEndpoint 200 removes it; what is unknown, or of others, answers 404', async () => {
  verifies('op.delete-webhook-endpoint')
  const [org, other] = [await service.org(0), await service.org(0)]
  const { endpointId } = await make(org)
  const requests = [
    [`GET /${endpointId}`],
    [`PATCH /${endpointId}`, { disabled: true }],
    [`POST /${endpointId}/rotate-secret`, {}],
    [`POST /${endpointId}/test`, { eventType: 'job.changed' }],
    [`GET /${endpointId}/deliveries`],
    [`DELETE /${endpointId}`],
  ] as const
  const expectUnknown = async (to: Org) => {
    for (const [route, body] of requests) expect((await ask(to, route, body)).status, route).toBe(404)
  }
  await expectUnknown(other)
  expect(await outputOf(ask(org, `DELETE /${endpointId}`))).toEqual({ endpointId, deleted: true })
  await expectUnknown(org)
})

describe('sendTestWebhookEvent', () => {
  test('400 for an event nobody tells, 409 while the endpoint is disabled', async () => {
    const org = await service.org(0)
    const { endpointId } = await make(org, { disabled: true })
    const send = (eventType: string) => ask(org, `POST /${endpointId}/test`, { eventType })
    expect((await send('job.change')).body.issues[0]).toMatchObject({ path: 'eventType' })
    expect((await send('search')).status).toBe(400)
    const { status, body } = await send('job.changed')
    expect([status, body.code]).toEqual([409, 'conflict'])
  })
})

test('replayWebhookDeliveries 400 for neither or both of ids and a range, 404 for an unknown endpoint', async () => {
  const { rawKey: key } = await service.org(0)
  const replay = async (body: object) =>
    (await service.send('POST /v1/webhooks/deliveries/replay', { key, body })).status
  const [from, deliveryIds, endpointId] = ['2026-01-01T00:00:00Z', ['dlv_1'], 'whe_1']
  for (const body of [
    {},
    { deliveryIds, from },
    { to: from },
    { deliveryIds, to: from },
    { deliveryIds, endpointId },
  ])
    expect(await replay(body), JSON.stringify(body)).toBe(400)
  expect([await replay({ from, endpointId }), await replay({ from })]).toEqual([404, 200])
})

describe('rotateWebhookEndpointSecret 409', () => {
  test('when five secrets are valid, each for the 24 hours it was promised; then goes on', async () => {
    const org = await service.org()
    const { endpointId, signingSecret } = await make(org)
    const rotate = () => ask(org, `POST /${endpointId}/rotate-secret`, {})
    const made = [String(signingSecret)]
    for (let count = 0; count < 4; count++) {
      made.push((await outputOf(rotate())).signingSecret)
      service.clock.advance(hourMs)
    }
    const refused = await rotate()
    expect(refused.status).toBe(409)
    expect(refused.body.message).toMatch(/^Five secrets/)
    expect(refused.headers.get('retry-after')).toBe(String(20 * 3_600))
    service.clock.advance(20 * hourMs)
    expect((await rotate()).status).toBe(200)
    expect(new Set(made).size).toBe(5)
  })
})

test('a sandbox key has endpoints of its own', async () => {
  const org = await service.org()
  const { rawKey } = await aSandboxKey(service.almanac, org.organizationId)
  const { endpointId } = await make({ rawKey })
  expect((await ask(org, `GET /${endpointId}`)).status).toBe(404)
  expect(await outputOf(ask({ rawKey }, `GET /${endpointId}`))).toMatchObject({ endpointId })
})

/** Events of the specification with the operation that leads to each: there is the event when there is the operation. */
const documented: Record<string, string> = {
  'reveal.completed': 'triggerExhaustiveContactEnrichment',
  'saved_search.run_completed': 'createSavedSearch',
  'saved_search.run_upcoming': 'createSavedSearch',
  'job.changed': 'createJobChangeList',
  'job_changes.profiles_added': 'createJobChangeList',
  'batch_live_enrich.completed': 'startBatchLiveEnrich',
  'batch_contact_enrich.completed': 'startBatchContactDetails',
  'domain_lookup.completed': 'domainLookupTrigger',
  'social_media_lookup.completed': 'socialMediaLookupTrigger',
  'maps_search.completed': 'mapsSearchStart',
  'local_business_search.completed': 'startLocalBusinessSearch',
  'codehost_lookup.completed': 'codehostLookupTrigger',
  'codehost_to_pnet.completed': 'codehostToPnetTrigger',
  'depth_chart.completed': 'startDepthChart',
  'audience.build_completed': 'buildAudience',
  'audience.enrichment_completed': 'triggerEnrichment',
  'audience.prospect_export_completed': 'exportProspects',
  'audience.company_export_completed': 'exportCompanies',
  // Combined searches answer at once: nothing of theirs completes later.
  'combined_search.completed': 'startCombinedSearch',
  'tracker.signal_detected': 'createTrackerCompanyList',
  'tracker.list_run_completed': 'createTrackerCompanyList',
  'tracker.list_run_upcoming': 'createTrackerCompanyList',
  'mosaic.completed': 'startMosaic',
}

describe('listWebhookEventTypes 200', () => {
  test('tells every event with its group and an example, by the documented names', async () => {
    verifies('op.list-webhook-event-types', 'event.names')
    const { rawKey: key } = await service.org(0)
    const { body } = await service.send('GET /v1/webhooks/event-types', { key })
    const { eventTypes } = body.output as { eventTypes: { eventType: string; group: string }[] }
    const names = eventTypes.map(({ eventType }) => eventType)
    const { registry } = service.almanac
    expect(names).toEqual(registry.events.map((event) => event.key))
    for (const [name, operationId] of Object.entries(documented))
      expect(names.includes(name), name).toBe(registry.find(operationId) !== undefined)
    expect(eventTypes.find(({ eventType }) => eventType === 'tracker.signal_detected')).toMatchObject({
      group: 'monitoring',
      ofList: true,
      example: { signal: { type: 'headcount_crossed_threshold' } },
    })
  })
})
