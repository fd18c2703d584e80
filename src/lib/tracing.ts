/** What a span tells: never a key, a parameter, a body or anything of a person. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>

export interface SpanStart {
  /** Few different ones: what tells one piece of work from another is in the attributes. */
  name: string
  /** `server` answers a request, `client` waits for another program, `consumer` does work that was put in line, `internal` is any other. */
  kind: 'server' | 'client' | 'consumer' | 'internal'
  attributes: SpanAttributes
}

/** What caused work that was put in line: a `traceparent` each, where that was traced. */
export interface SpanCause {
  /** The work goes on with its trace. */
  parent?: string | undefined
  /** Traces that it belongs to beside its own: one mail tells what several requests caused. */
  links?: readonly string[]
}

/** A span under way, which ends with its work. */
export interface Span {
  add(attributes: SpanAttributes): void
  /** It went wrong though nothing was thrown; a word for the sort of fault. */
  fail(fault: string): void
}

export type SpanWork<T> = (span: Span) => Promise<T>

/** Where spans are reported to. */
export interface Tracing {
  /** A span that something outside of this work caused. A `traceparent` that cannot be read counts as none. */
  begin<T>(start: SpanStart, cause: SpanCause, work: SpanWork<T>): Promise<T>
  /** A span within the one that is under way here. */
  run<T>(start: SpanStart, work: SpanWork<T>): Promise<T>
  /** Whether a span that is recorded is under way here. */
  isInSpan(): boolean
  /** Of the span under way here; undefined outside of all. */
  place(): TracePlace | undefined
  /** Spans that did not reach the collector since the start. */
  lost(): number
}

export interface TracePlace {
  traceId: string
  spanId: string
  /** For work that goes on elsewhere. */
  traceparent: string
}

/** One for the process, as the log context is; undefined where nothing is reported, and then a span costs a comparison. */
let tracing: Tracing | undefined

const unreported: Span = { add: () => undefined, fail: () => undefined }

/** Spans of this process are reported there from now on, or no more. */
export function useTracing(now: Tracing | undefined): void {
  tracing = now
}

/**
 * Work that begins a trace, or goes on with the one of its parent, a `traceparent`. Whatever else runs here did not cause it:
 * timers and workers keep the context of the request that happened to start them.
 */
export function inRootSpan<T>(start: () => SpanStart & SpanCause, work: SpanWork<T>): Promise<T> {
  if (tracing === undefined) return work(unreported)
  const { parent, links, ...span } = start()
  return tracing.begin(span, { parent, ...(links === undefined ? {} : { links }) }, work)
}

/** A step of the work that is traced here. Outside of a span nothing is recorded: polls of idle workers would bury the rest. */
export function inSpan<T>(start: () => SpanStart, work: SpanWork<T>): Promise<T> {
  return tracing?.isInSpan() === true ? tracing.run(start(), work) : work(unreported)
}

/** Where the work stands in its trace. */
export function tracePlace(): TracePlace | undefined {
  return tracing?.place()
}

/** Spans that did not reach the collector since the start; undefined where none are reported. */
export function countLostSpans(): number | undefined {
  return tracing?.lost()
}

/** Which traces are reported, in the words of OpenTelemetry. */
export const samplerNames = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export type SamplerName = (typeof samplerNames)[number]
