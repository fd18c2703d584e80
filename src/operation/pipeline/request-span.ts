import type { Span } from '../../lib/tracing.ts'
import type { AnyOperation } from '../define.ts'
import type { Answer, Incoming } from './exchange.ts'
import type { Progress } from './progress.ts'

/** A request as a span: which operation, and nothing that the client sent but the trace it belongs to. */
export function requestSpan(operation: AnyOperation, incoming: Incoming, requestId: string) {
  return {
    name: `${operation.method} ${operation.path}`,
    kind: 'server' as const,
    parent: incoming.header('traceparent'),
    attributes: {
      'http.request.method': operation.method,
      'http.route': operation.path,
      'almanac.operation.id': operation.id,
      'almanac.request.id': requestId,
    },
  }
}

/** How it went, and for which organization. */
export function endSpan(
  span: Span,
  { status, errorCode }: Answer & { errorCode?: string },
  { caller }: Progress,
): void {
  span.add({ 'http.response.status_code': status, 'almanac.organization.id': caller?.organizationId })
  if (status >= 500) span.fail(String(status))
  else if (errorCode !== undefined) span.add({ 'error.type': String(status) })
}
