import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { spansOf } from '../../../test/support/spans.ts'
import { webhookReceiver } from '../../../test/support/webhook-receiver.ts'
import type { Log } from '../../lib/log.ts'
import { countLostSpans, inRootSpan, inSpan, tracePlace } from '../../lib/tracing.ts'
import { openOutbound } from '../outbound/index.ts'
import { openTracing, type TracingSettings } from './open-tracing.ts'
import { allowedMs } from '../../../test/support/machine-pace.ts'

const defaults: TracingSettings = {
  OTEL_SDK_DISABLED: false,
  OTEL_SERVICE_NAME: 'almanac',
  OTEL_TRACES_SAMPLER: 'parentbased_always_on',
  OTEL_TRACES_SAMPLER_ARG: 1,
}
const root = () => ({ name: 'root', kind: 'server' as const, attributes: { one: 1 } })
const step = () => ({ name: 'step', kind: 'client' as const, attributes: {} })
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const parent = `00-${traceId}-00f067aa0ba902b7-01`

async function begin(settings: Partial<TracingSettings>, log?: Log) {
  const close = await openTracing({ ...defaults, ...settings }, log)
  onTestFinished(close)
  return close
}

test('spans reach the collector with its headers, go on with the trace of the caller, and tell no message', async () => {
  const collector = await webhookReceiver()
  const close = await begin({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  })
  const work = inRootSpan(
    () => ({ ...root(), parent }),
    () => inSpan(step, () => Promise.reject(new TypeError('ann@example.com is wrong'))),
  )
  await expect(work).rejects.toThrow('is wrong')
  await close()
  const [call] = collector.calls
  expect(call).toMatchObject({ path: '/v1/traces', headers: { authorization: 'Bearer abc' } })
  expect(call?.body).toContain('deployment.environment.name')
  expect(call?.body).not.toContain('ann@example.com')
  const [inner, outer] = spansOf(collector.calls)
  expect(outer).toMatchObject({ name: 'root', traceId, parentSpanId: '00f067aa0ba902b7' })
  expect(inner).toMatchObject({ name: 'step', traceId, parentSpanId: outer?.spanId })
  expect(inner?.attributes).toEqual({ 'error.type': 'TypeError' })
})

test('what was not begun by a traced request is no step, and a broken traceparent begins a trace', async () => {
  const collector = await webhookReceiver()
  const close = await begin({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/own` })
  await inSpan(step, async () => expect(tracePlace()).toBeUndefined())
  await inRootSpan(
    () => ({ ...root(), parent: 'nonsense' }),
    async () => expect(tracePlace()?.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/),
  )
  await close()
  expect(collector.calls.map(({ path }) => path)).toEqual(['/own'])
  expect(spansOf(collector.calls).map(({ name }) => name)).toEqual(['root'])
})

test('work of several traces has one of its own that names them', async () => {
  const collector = await webhookReceiver()
  const close = await begin({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  await inRootSpan(
    () => ({ ...root(), links: [parent, 'nonsense'] }),
    async () => expect(tracePlace()?.traceId).not.toBe(traceId),
  )
  await close()
  expect(spansOf(collector.calls)[0]?.links).toMatchObject([{ traceId, spanId: '00f067aa0ba902b7' }])
})

test('the sampler decides on a request, whatever its client says, and a job follows its request', async () => {
  const collector = await webhookReceiver()
  const close = await begin({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: 0,
  })
  await inRootSpan(root, async () => inSpan(step, async () => undefined))
  for (const kind of ['server', 'consumer'] as const)
    await inRootSpan(
      () => ({ ...root(), kind, name: kind, parent }),
      async () => undefined,
    )
  await close()
  expect(spansOf(collector.calls).map(({ name }) => name)).toEqual(['consumer'])
})

test('a client that wants no trace is in one all the same, and its trace id chooses no share', async () => {
  const collector = await webhookReceiver()
  const close = await begin({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  await inRootSpan(
    () => ({ ...root(), parent: parent.replace(/01$/, '00') }),
    async () => expect(tracePlace()?.traceId).toBe(traceId),
  )
  await close()
  const halved = await begin({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: 0.5,
  })
  const [before] = spansOf(collector.calls)
  expect(before).toMatchObject({ name: 'root', traceId })
  for (let index = 0; index < 200; index++)
    await inRootSpan(
      () => ({ ...root(), name: 'halved', parent }),
      async () => undefined,
    )
  await halved()
  const reported = spansOf(collector.calls).filter(({ name }) => name === 'halved').length
  expect(reported).toBeGreaterThan(0)
  expect(reported).toBeLessThan(200)
})

test('spans that the collector refuses are told in the log', async () => {
  const collector = await webhookReceiver((response) => response.writeHead(400).end())
  const lines: unknown[] = []
  const close = await begin({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, (message, detail) =>
    lines.push({ message, ...detail }),
  )
  expect(countLostSpans()).toBe(0)
  await inRootSpan(root, async () => inSpan(step, async () => undefined))
  // Two full batches leave at once.
  for (let index = 0; index < 1_022; index++) await inRootSpan(root, async () => index)
  await expect.poll(() => countLostSpans()).toBe(1_024)
  await close()
  expect(countLostSpans()).toBeUndefined()
  expect(lines.slice(0, 1)).toEqual([
    {
      message: 'spans did not reach the collector of traces',
      level: 'warn',
      spans: 512,
      reason: expect.any(String),
    },
  ])
})

test('a request to outside is a step without its address, and carries no trace', async () => {
  const collector = await webhookReceiver()
  const stranger = await webhookReceiver()
  const close = await begin({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  const outbound = openOutbound({ allowLoopback: true })
  onTestFinished(() => outbound.close())
  await inRootSpan(root, () => outbound.request({ url: `${stranger.url}/people/ann` }))
  await close()
  expect(Object.keys(stranger.calls[0]?.headers ?? {})).not.toContain('traceparent')
  expect(spansOf(collector.calls)[0]).toMatchObject({
    name: 'GET outside',
    attributes: { 'http.request.method': 'GET', 'http.response.status_code': 200 },
  })
  expect(JSON.stringify(collector.calls)).not.toContain('people/ann')
})

test('a collector that never answers holds up neither the work nor the end', async () => {
  const collector = await webhookReceiver(() => undefined)
  const lines: { spans: number }[] = []
  const log: Log = (_, detail) => lines.push(detail as unknown as { spans: number })
  const close = await begin({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, log)
  const startMs = performance.now()
  // Several times what may wait.
  for (let index = 0; index < 10_000; index++) await inRootSpan(root, async () => index)
  await close()
  expect(performance.now() - startMs).toBeLessThan(allowedMs(10_000))
  expect(lines).toHaveLength(2)
  expect(lines.reduce((sum, { spans }) => sum + spans, 0)).toBeGreaterThan(5_000)
})

test('without an address, or when disabled, no part of the SDK is loaded', () => {
  const program = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
    const { openTracing } = await import('./src/platform/telemetry/open-tracing.ts')
    const defaults = ${JSON.stringify(defaults)}
    await openTracing(defaults)
    await openTracing({ ...defaults, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_SDK_DISABLED: true })
    console.log(loaded.filter((url) => url.includes('opentelemetry')).length)
    await openTracing({ ...defaults, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
    console.log(loaded.some((url) => url.includes('opentelemetry/sdk-trace')))`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: join(import.meta.dirname, '../../..'),
    encoding: 'utf8',
  })
  expect(stdout, stderr).toBe('0\ntrue\n')
})
