import type { ReceivedCall } from './webhook-receiver.ts'

export interface ReceivedSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: Record<string, unknown>
  links?: { traceId: string; spanId: string }[]
}

interface SentAttribute {
  key: string
  value: { stringValue?: string; intValue?: number; boolValue?: boolean }
}

interface SentTraces {
  resourceSpans: {
    scopeSpans: { spans: (Omit<ReceivedSpan, 'attributes'> & { attributes: SentAttribute[] })[] }[]
  }[]
}

/** The spans that a collector was sent, as OTLP writes them in JSON, in the order in which they ended. */
export function spansOf(calls: readonly ReceivedCall[]): ReceivedSpan[] {
  return calls
    .flatMap(({ body }) => (JSON.parse(body) as SentTraces).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map(({ attributes, ...span }) => ({
      ...span,
      attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
    }))
}
