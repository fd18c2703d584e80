import { type MilliCredits, noCredits } from '../../lib/credits.ts'
import type { Call } from '../call.ts'
import { Failure } from '../failure.ts'
import type { BalanceView } from '../ports.ts'
import type { Admitted } from './admit.ts'
import { makeAnswerHeaders } from './answer.ts'
import type { Answer } from './exchange.ts'
import { followed } from './follow.ts'
import type { PipelinePorts } from './progress.ts'
import { mayHaveMedia } from './validate.ts'

/** The handler's output, and what its operation needs to show it in another form. */
interface OutputContext {
  output: unknown
  call: Call
  deps: unknown
  balance: Promise<BalanceView> | undefined
}

/**
 * The answer in the operation's own media type, without the envelope; a stream stays open behind it. Undefined when the
 * envelope answers. Only free operations have such a form, so nothing was held and there is nothing to settle.
 */
export async function answerMedia(
  ports: PipelinePorts,
  request: Admitted,
  { output, call, deps, balance }: OutputContext,
): Promise<(Answer & { charged: MilliCredits }) | undefined> {
  const { operation, incoming, input, progress } = request
  if (output instanceof Failure || !mayHaveMedia(operation, incoming)) return undefined
  const media = operation.media?.render(output as never, input)
  if (media === undefined) return undefined
  const read = operation.media?.follow?.({ output: output as never, input, call, deps: deps as never })
  const stream = read === undefined ? {} : { stream: followed(ports, request, read) }
  const { requestId, admission } = progress
  const remaining = (await balance)?.available
  const headers = makeAnswerHeaders({ requestId, charged: noCredits, remaining, admission })
  return {
    status: 200,
    headers: { ...headers, ...media.headers, 'content-type': media.contentType },
    body: media.body,
    charged: noCredits,
    ...stream,
  }
}
