import { noCredits, toCredits, type MilliCredits } from '../../lib/credits.ts'
import type { AnyOperation } from '../define.ts'
import type { Caller, RequestLog } from '../ports.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Answer, Incoming } from './exchange.ts'
import type { AnswerLine } from './progress.ts'

/**
 * Writes the request to the organization's log. Requests without a caller belong to no organization, and a 429 is not
 * logged.
 */
export function recordRequest(
  ports: { requestLog: RequestLog; clock: Clock },
  operation: AnyOperation,
  done: {
    answer: Answer & { errorCode?: string; charged?: MilliCredits }
    incoming: Incoming
    progress: { requestId: string; caller?: Caller; rawInput?: unknown; nowMs: number }
  },
): void {
  const { answer, incoming, progress } = done
  if (progress.caller === undefined || answer.status === 429) return
  ports.requestLog.record({
    id: progress.requestId,
    organizationId: progress.caller.organizationId,
    keyId: progress.caller.keyId,
    operationId: operation.id,
    method: operation.method,
    routePath: operation.path,
    statusCode: answer.status,
    durationMs: Math.max(0, ports.clock.now() - progress.nowMs),
    errorCode: answer.errorCode ?? null,
    creditsCharged: answer.charged ?? noCredits,
    request: progress.rawInput ?? null,
    atMs: progress.nowMs,
    source: progress.caller.sessionId === undefined ? (incoming.source ?? 'api') : 'console',
  })
}

/** It contains no text of the client, and therefore no key. */
export function answerLine(
  { id }: AnyOperation,
  done: {
    answer: Answer & { errorCode?: string; charged?: MilliCredits }
    incoming: Incoming
    progress: { caller?: Caller }
    startedMs: number
  },
): AnswerLine {
  const { answer, incoming, progress, startedMs } = done
  return {
    operationId: id,
    status: answer.status,
    durationMs: Math.round((performance.now() - startedMs) * 10) / 10,
    credits: toCredits(answer.charged ?? noCredits),
    ...(answer.errorCode === undefined ? {} : { errorCode: answer.errorCode }),
    ...(progress.caller === undefined ? {} : { keyPrefix: progress.caller.keyPrefix }),
    address: incoming.address,
  }
}
