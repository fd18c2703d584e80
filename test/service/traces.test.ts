import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { importFile } from '../../src/corpus/import/index.ts'
import { openTracing } from '../../src/platform/telemetry/index.ts'
import { spansOf, type ReceivedSpan } from '../support/spans.ts'
import { webhookReceiver } from '../support/webhook-receiver.ts'
import { openResolveTest } from '../worlds/resolve.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'

/** Whether a span is below another one, by their parents. */
function placesOf(spans: readonly ReceivedSpan[]) {
  const above = new Map(spans.map((span) => [span.spanId, span.parentSpanId]))
  const isBelow = (spanId: string | undefined, top: string | undefined): boolean =>
    spanId !== undefined && (spanId === top || isBelow(above.get(spanId), top))
  return isBelow
}

test('a request, its statements, the job that it begins and the webhook that tells its end are one trace, without what was asked', async () => {
  const { service } = await openResolveTest()
  const org = await service.org(1_000)
  const [collector, receiver] = [await webhookReceiver(), await webhookReceiver()]
  const send = (route: string, body: object) =>
    service.send(route, {
      key: org.rawKey,
      body,
      headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
    })
  await service.send('POST /v1/webhooks/endpoints', {
    key: org.rawKey,
    body: { url: `${receiver.url}/hook` },
  })
  const close = await openTracing(loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }))
  onTestFinished(close)
  const started = await send('POST /v1/domain-lookup/trigger', { companyInfo: [{ name: 'Globex Inc' }] })
  expect(started.status, started.text).toBe(200)
  await send('POST /v1/company-count', { searchParams: {} })
  await service.almanac.jobs.workNow()
  // Another process sends it later, outside of all spans.
  await service.almanac.webhooks.deliverNow()
  await close()

  // Jobs and deliveries that other tests of the world left have traces of their own.
  const spans = spansOf(collector.calls).filter((span) => span.traceId === traceId)
  const request = spans.find(({ name }) => name === 'POST /v1/domain-lookup/trigger')
  expect(request?.attributes).toMatchObject({
    'http.route': '/v1/domain-lookup/trigger',
    'http.response.status_code': 200,
    'almanac.organization.id': org.organizationId,
  })
  const job = spans.find(({ name }) => name.startsWith('job '))
  const isBelow = placesOf(spans)
  expect(isBelow(job?.spanId, request?.spanId)).toBe(true)
  const steps = (system: string) => spans.filter(({ attributes }) => attributes['db.system.name'] === system)
  expect(steps('postgresql').some(({ spanId }) => isBelow(spanId, job?.spanId))).toBe(true)
  expect(steps('clickhouse').length).toBeGreaterThan(0)
  const delivery = spans.find(({ name }) => name === 'deliver http')
  expect(isBelow(delivery?.spanId, job?.spanId)).toBe(true)
  expect(receiver.calls).toHaveLength(1)
  expect(receiver.calls[0]?.headers).not.toHaveProperty('traceparent')
  const told = JSON.stringify(collector.calls)
  for (const secret of ['Globex', org.rawKey, receiver.url]) expect(told).not.toContain(secret)
})

test('a mail of events that two requests caused names both traces', async () => {
  const { service } = await openResolveTest()
  const org = await service.org(1_000)
  const collector = await webhookReceiver()
  const { db } = service
  const destination = {
    organizationId: org.organizationId,
    url: 'mailto:nobody@example.com',
    kind: 'mail' as const,
    digest: 'daily' as const,
    digestHour: 8,
  }
  const { endpoint } = await db.transact((tx) => service.almanac.webhooks.create(tx, destination))
  const close = await openTracing(loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }))
  onTestFinished(close)
  const other = traceId.replace('4b', '5c')
  for (const trace of [traceId, other]) {
    const started = await service.send('POST /v1/domain-lookup/trigger', {
      key: org.rawKey,
      body: { companyInfo: [{ name: 'Globex Inc' }] },
      headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01` },
    })
    expect(started.status, started.text).toBe(200)
  }
  await service.almanac.jobs.workNow()
  await db.transact((tx) => service.almanac.webhooks.releaseDigest(tx, endpoint.id))
  await service.almanac.webhooks.deliverNow()
  await close()
  const mails = spansOf(collector.calls).filter(({ name }) => name === 'deliver mail')
  const traces = mails.map(({ links = [] }) => links.map((link) => link.traceId).toSorted())
  expect(traces).toContainEqual([traceId, other])
})

test('an import that a request put in line is in its trace, batch by batch, without its rows', async () => {
  const { service } = await openResolveTest()
  const collector = await webhookReceiver()
  const folder = await mkdtemp(join(tmpdir(), 'almanac-traces-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'companies.jsonl')
  await writeFile(file, '{"preferred_name":"Initech","domains":["initech.example"]}\n')
  const close = await openTracing(loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }))
  onTestFinished(close)
  await importFile({
    kind: 'companies',
    file,
    source: 'test',
    observedAt: new Date(service.clock.now()),
    batchRows: 10,
    writer: service.almanac.writer,
    onRejects: async () => undefined,
    traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
  })
  await close()
  const spans = spansOf(collector.calls).filter((span) => span.traceId === traceId)
  const whole = spans.find(({ name }) => name === 'import companies')
  const batch = spans.find(({ name }) => name === 'write batch')
  expect(whole?.parentSpanId).toBe('00f067aa0ba902b7')
  expect(batch?.parentSpanId).toBe(whole?.spanId)
  const isBelow = placesOf(spans)
  const statement = spans.findLast(({ attributes }) => attributes['db.system.name'] === 'postgresql')
  expect(isBelow(statement?.spanId, whole?.spanId)).toBe(true)
  expect(JSON.stringify(collector.calls)).not.toMatch(/initech/i)
})
