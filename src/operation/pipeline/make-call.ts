import { shortMessage, shortPath } from '../../lib/short-message.ts'
import { makeCredit, type Call } from '../call.ts'
import type { Warning } from '../envelope.ts'
import type { Caller, RecordTracer } from '../ports.ts'
import type { Admitted } from './admit.ts'
import { readMaxCredits } from './spend-headers.ts'

/** What a handler adds to its answer beside the output. */
export interface Notes {
  warnings: Warning[]
  advice: string[]
}

/** Stands for the caller of operations that need no key. */
const nobody: Caller = { organizationId: '', keyId: '', keyPrefix: '', mode: 'live' }

/** What the handler knows besides its input; its warnings and advice go to `notes`. */
export function makeCall(
  { operation, caller = nobody, progress, incoming, isStrict }: Admitted,
  context: { nowMs: number; tracer?: RecordTracer | undefined; signal: AbortSignal; notes: Notes },
): Call {
  const { nowMs, tracer, signal, notes } = context
  return {
    ...caller,
    requestId: progress.requestId,
    operationId: operation.id,
    address: incoming.address,
    idempotencyKey: progress.slot?.key,
    maxCredits: caller === nobody ? undefined : readMaxCredits(incoming),
    nowMs,
    signal,
    credit: makeCredit(progress.hold),
    tracer,
    isStrict,
    advise: (line) => {
      const short = shortMessage(line)
      // Both sides of a combined question may give the same advice.
      if (!notes.advice.includes(short)) notes.advice.push(short)
    },
    warn: (field, message) =>
      notes.warnings.push({
        field: shortPath(progress.givenPath?.(field) ?? field),
        message: shortMessage(message),
      }),
  }
}
