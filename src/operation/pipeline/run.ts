import type { MilliCredits } from '../../lib/credits.ts'
import { newId } from '../../lib/ids.ts'
import { logContext } from '../../lib/log.ts'
import { inRootSpan, type Span } from '../../lib/tracing.ts'
import type { AnyOperation } from '../define.ts'
import { admit } from './admit.ts'
import type { Answer, Incoming } from './exchange.ts'
import { failed } from './failed.ts'
import { perform, type Surroundings } from './perform.ts'
import type { PipelinePorts, Progress } from './progress.ts'
import { endSpan, requestSpan } from './request-span.ts'
import { answerLine, recordRequest } from './record.ts'
import { inSandbox } from './sandbox.ts'
import { setAside } from './set-aside.ts'

export type Pipeline = (operation: AnyOperation, deps: unknown, incoming: Incoming) => Promise<Answer>

/** One request from raw bytes to answer: the steps of ARCHITECTURE.md "Life of a request", in order. */
export function createPipeline(ports: PipelinePorts): Pipeline {
  return async (operation, deps, incoming) => {
    const nowMs = ports.clock.now()
    const startedMs = performance.now()
    const progress: Progress = { requestId: newId('req', ports.clock), nowMs }
    const { requestId } = progress
    const work = async (span: Span) => {
      let answer: Answer & { errorCode?: string; charged?: MilliCredits }
      try {
        answer = await served(ports, operation, { deps, incoming, progress })
      } catch (thrown) {
        answer = await failed(ports, operation, { thrown, incoming, progress })
      }
      recordRequest(ports, operation, { answer, incoming, progress })
      ports.onAnswer?.(answerLine(operation, { answer, incoming, progress, startedMs }))
      endSpan(span, answer, progress)
      return answer
    }
    const start = () => requestSpan(operation, incoming, requestId)
    return logContext.run({ requestId }, () => inRootSpan(start, work))
  }
}

async function served(
  ports: PipelinePorts,
  operation: AnyOperation,
  { deps, incoming, progress }: { deps: unknown; incoming: Incoming; progress: Progress },
): Promise<Answer & { charged?: MilliCredits }> {
  const request = await admit(ports, operation, { incoming, progress })
  const { caller, rawInput } = request
  const early = caller && (await setAside(ports, request, { caller, deps }))
  if (early !== undefined) return early
  const work = (surroundings: Surroundings) => perform(ports, request, surroundings)
  if (caller?.mode !== 'test' || ports.sandbox === undefined) {
    return work({ deps, nowMs: progress.nowMs, tracer: ports.tracer })
  }
  return inSandbox(ports.sandbox, { operation, caller, incoming, rawInput }, work)
}
