import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
  type Context,
  type Link,
  type Tracer,
} from '@opentelemetry/api'
import { ExportResultCode, parseKeyPairsIntoRecord, parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace'
import type { Log } from '../../lib/log.ts'
import type { SpanCause, SpanStart, SpanWork, Tracing } from '../../lib/tracing.ts'
import { version } from '../../lib/version.ts'
import { tellLostSpans, type LostSpans } from './lost-spans.ts'
import type { TracingSettings } from './open-tracing.ts'

/** Spans that wait for the collector, some kB each; what comes when so many wait is dropped. */
const mostWaiting = 2_048
/** How long the end of the process waits for the last spans to leave. */
const closeMs = 2_000
const exportMs = 5_000

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}

/** Sends spans to an OTLP collector, as JSON, in batches behind the work. */
export function reportSpans(
  settings: TracingSettings,
  { url, log }: { url: string; log: Log },
): { tracing: Tracing; close: () => Promise<void> } {
  const exporter = new OTLPTraceExporter({
    url,
    headers: parseKeyPairsIntoRecord(settings.OTEL_EXPORTER_OTLP_HEADERS),
    timeoutMillis: exportMs,
  })
  const lost = tellLostSpans(log)
  const provider = new TracerProvider({
    sampler: chooseSampler(settings),
    spanProcessors: [inBatches(exporter, lost)],
    resource: resourceFromAttributes({
      'service.version': version,
      ...parseKeyPairsIntoRecord(settings.OTEL_RESOURCE_ATTRIBUTES),
      'service.name': settings.OTEL_SERVICE_NAME,
    }),
  })
  return {
    tracing: createTracing(provider.getTracer('almanac', version), lost),
    // A collector that does not answer keeps no process alive.
    async close() {
      await waitAtMost(closeMs, provider.shutdown())
      lost.close()
    },
  }
}

/** Sends spans behind the work, and tells of those that find no room or are not taken. */
function inBatches(exporter: SpanExporter, lost: LostSpans): SpanProcessor {
  let waiting = 0
  const counted: SpanExporter = {
    export(spans, done) {
      waiting -= spans.length
      exporter.export(spans, (result) => {
        if (result.code !== ExportResultCode.SUCCESS)
          lost.add(spans.length, result.error?.message ?? 'the collector did not take them')
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
  }
  const batches = new BatchSpanProcessor({
    exporter: counted,
    maxQueueSize: mostWaiting,
    exportTimeoutMillis: exportMs,
  })
  return {
    onStart: (span, context) => batches.onStart(span, context),
    onEnd(span) {
      if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return
      if (waiting >= mostWaiting) return lost.add(1, `${mostWaiting} wait for the collector`)
      waiting += 1
      batches.onEnd(span)
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  }
}

/** Its contexts are its own: nothing is set for the whole process, and no other library is instrumented. */
function createTracing(tracer: Tracer, lost: LostSpans): Tracing {
  const contexts = new AsyncLocalStorage<Context>()
  const current = () => trace.getSpan(contexts.getStore() ?? ROOT_CONTEXT)
  async function within<T>(
    { before, links }: { before: Context; links?: Link[] },
    { name, kind, attributes }: SpanStart,
    work: SpanWork<T>,
  ): Promise<T> {
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes, ...(links && { links }) }, before)
    const fail = (fault: string) => {
      span.setAttribute('error.type', fault)
      span.setStatus({ code: SpanStatusCode.ERROR })
    }
    try {
      return await contexts.run(trace.setSpan(before, span), () =>
        work({ add: (more) => void span.setAttributes(more), fail }),
      )
    } catch (error) {
      // The name alone: messages quote what people sent.
      fail(error instanceof Error ? error.name : 'unknown')
      throw error
    } finally {
      span.end()
    }
  }
  return {
    begin: (start, cause, work) => within(causedBy(cause), start, work),
    run: (start, work) => within({ before: contexts.getStore() ?? ROOT_CONTEXT }, start, work),
    isInSpan: () => current()?.isRecording() === true,
    place() {
      const context = current()?.spanContext()
      if (context === undefined) return undefined
      const { traceId, spanId, traceFlags } = context
      const flags = traceFlags.toString(16).padStart(2, '0')
      return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-${flags}` }
    },
    lost: () => lost.total(),
  }
}

function causedBy({ parent, links = [] }: SpanCause): { before: Context; links: Link[] } {
  const place = parent === undefined ? null : parseTraceParent(parent)
  return {
    before: place === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...place, isRemote: true }),
    links: links.flatMap((link) => {
      const context = parseTraceParent(link)
      return context === null ? [] : [{ context }]
    }),
  }
}

function chooseSampler({
  OTEL_TRACES_SAMPLER: name,
  OTEL_TRACES_SAMPLER_ARG: ratio,
}: Pick<TracingSettings, 'OTEL_TRACES_SAMPLER' | 'OTEL_TRACES_SAMPLER_ARG'>): Sampler {
  const samplers = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  }
  const root = samplers[name.replace('parentbased_', '') as keyof typeof samplers]()
  if (!name.startsWith('parentbased_')) return root
  return new ParentBasedSampler({
    root,
    remoteParentSampled: unlessRequest(new AlwaysOnSampler(), root),
    remoteParentNotSampled: unlessRequest(new AlwaysOffSampler(), root),
  })
}

/**
 * A job follows the request of ours that began it. A request joins the trace of its client, who is not known yet: neither its
 * flag nor an id of its choice decides what is reported.
 */
function unlessRequest(ofJobs: Sampler, root: Sampler): Sampler {
  return {
    shouldSample(context, traceId, ...[name, kind, ...rest]) {
      if (kind !== SpanKind.SERVER) return ofJobs.shouldSample(context, traceId, name, kind, ...rest)
      return root.shouldSample(context, randomBytes(16).toString('hex'), name, kind, ...rest)
    },
    toString: () => `UnlessRequest{${ofJobs.toString()}, ${root.toString()}}`,
  }
}

/** Also resolves when the work fails or takes longer. */
async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  work.then(
    () => resolve(),
    () => resolve(),
  )
  await promise.finally(() => clearTimeout(timer))
}
