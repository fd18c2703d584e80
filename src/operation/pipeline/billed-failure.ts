import type { MilliCredits } from '../../lib/credits.ts'
import type { Failure } from '../failure.ts'
import type { Admitted } from './admit.ts'
import { buildChargeInfo, errorAnswer } from './answer.ts'
import type { Answer } from './exchange.ts'
import type { PipelinePorts } from './progress.ts'
import { settle, type Done, type Moved } from './settle.ts'

/**
 * Answers a failure that is charged. Its lines are captured like those of a success, and with an idempotency key the error
 * is stored in the same transaction. The body says what it cost.
 */
export async function billedFailure(
  ports: PipelinePorts,
  request: Admitted,
  { failure, done, message }: { failure: Failure; done: Done; message: string },
): Promise<Answer & { charged: MilliCredits; errorCode?: string }> {
  const { incoming, operation, progress } = request
  const { requestId, admission } = progress
  let error: ReturnType<typeof errorAnswer> | undefined
  const render = (moved: Moved) => {
    error = errorAnswer(failure, {
      header: (name) => incoming.header(name),
      requestId,
      operationId: operation.id,
      links: ports.links,
      admission,
      chargeInfo: buildChargeInfo({ ...moved, message }, ports.links),
    })
    return error.body
  }
  const answer = await settle(ports, request, { ...done, render, status: failure.kind.status })
  const type = error?.headers['content-type']
  return {
    ...answer,
    ...(error === undefined ? {} : { errorCode: error.errorCode }),
    headers: { ...answer.headers, ...(type === undefined ? {} : { 'content-type': type }) },
  }
}
