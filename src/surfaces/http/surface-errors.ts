import type { IncomingMessage } from 'node:http'
import type { Clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { errorAnswer, Failure, type Answer, type AnswerLinks } from '../../operation/index.ts'
import { readHeader } from './to-incoming.ts'

export interface SurfaceErrorPorts {
  clock: Clock
  links: AnswerLinks
  /** Called with every 5xx and its cause; `operationId` is empty where no operation was reached. */
  onError(error: { requestId: string; errorCode: string; operationId: string; cause: unknown }): void
}

/** Answers an error that no operation raised, with the body and headers the pipeline uses. */
export function surfaceError(
  ports: SurfaceErrorPorts,
  thrown: unknown,
  context: { request?: IncomingMessage; operationId?: string; headers?: Record<string, string> } = {},
): Answer {
  const failure = thrown instanceof Failure ? thrown : new Failure('internal', { cause: thrown })
  const requestId = newId('req', ports.clock)
  const answer = errorAnswer(failure, {
    header: (name) => (context.request === undefined ? undefined : readHeader(context.request, name)),
    requestId,
    operationId: context.operationId,
    links: ports.links,
  })
  if (failure.kind.status >= 500) {
    const cause = failure.cause ?? failure
    ports.onError({
      requestId,
      errorCode: answer.errorCode,
      operationId: context.operationId ?? '',
      cause,
    })
  }
  return { status: answer.status, headers: { ...answer.headers, ...context.headers }, body: answer.body }
}
