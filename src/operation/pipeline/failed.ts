import type { MilliCredits } from '../../lib/credits.ts'
import { StoreUnavailable } from '../../store/postgres/index.ts'
import type { AnyOperation } from '../define.ts'
import { Failure } from '../failure.ts'
import type { Caller } from '../ports.ts'
import { errorAnswer } from './answer.ts'
import type { Answer, Incoming } from './exchange.ts'
import { toFailure } from './handle.ts'
import { OutOfCredits } from './hold.ts'
import { ProvokedFailure } from './sandbox.ts'
import type { PipelinePorts, Progress } from './progress.ts'

/** Releases the credits set aside and writes the error answer. */
export async function failed(
  ports: PipelinePorts,
  operation: AnyOperation,
  context: { thrown: unknown; incoming: Incoming; progress: Progress },
): Promise<Answer & { errorCode: string }> {
  const { incoming, progress } = context
  const failure = asGiven(toFailure(context.thrown), progress)
  // Best effort: the hold and the lease of the key expire anyway.
  const closing = Promise.allSettled([
    progress.hold === undefined ? undefined : ports.ledger.release(progress.hold),
    progress.slot === undefined ? undefined : ports.idempotency.abandon(progress.slot),
  ])
  // An unreachable store would only be waited for a second time. After any other failure a retry finds its key free.
  if (!(failure.cause instanceof StoreUnavailable)) await closing
  const answer = errorAnswer(failure, {
    header: (name) => incoming.header(name),
    requestId: progress.requestId,
    operationId: operation.id,
    links: ports.links,
    admission: progress.admission,
    remaining: await remainingAfter(ports, failure, progress.caller),
  })
  if (failure.kind.status >= 500 && !(failure instanceof ProvokedFailure)) {
    const { requestId } = progress
    ports.onError({
      requestId,
      errorCode: answer.errorCode,
      operationId: operation.id,
      cause: failure.cause ?? failure,
    })
  }
  return answer
}

/** The failure with the paths of its issues as the client wrote them. */
function asGiven(failure: Failure, { givenPath }: Progress): Failure {
  const { issues, code, kind, cause, retryAfterSeconds } = failure
  if (issues === undefined || givenPath === undefined) return failure
  const issuesAsSent = issues.map((issue) => ({ ...issue, path: givenPath(issue.path) }))
  if (issuesAsSent.every(({ path }, index) => path === issues[index]?.path)) return failure
  const more = {
    issues: issuesAsSent,
    cause,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  }
  return new Failure(code, more, kind)
}

/** A rate limit refusal reads no store, and neither does a failure of a store. */
async function remainingAfter(
  ports: PipelinePorts,
  failure: Failure,
  caller: Caller | undefined,
): Promise<MilliCredits | undefined> {
  const { status } = failure.kind
  if (caller === undefined || status === 429 || status >= 500) return undefined
  if (failure instanceof OutOfCredits) return failure.balance.available
  return ports.ledger.balance(caller.organizationId).then(
    ({ available }) => available,
    () => undefined,
  )
}
