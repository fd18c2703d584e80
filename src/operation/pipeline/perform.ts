import { type MilliCredits, noCredits } from '../../lib/credits.ts'
import { shortMessage, shortPath } from '../../lib/short-message.ts'
import { makeCredit, type Call } from '../call.ts'
import type { AnyOperation, Media } from '../define.ts'
import type { ChargeInfo, Warning } from '../envelope.ts'
import { Failure } from '../failure.ts'
import { JobAnswer } from '../job-answer.ts'
import { Paid } from '../paid.ts'
import type { BalanceView, Caller, RecordTracer } from '../ports.ts'
import type { PriceLine } from '../price.ts'
import { stringifyWithRaw } from '../raw-json.ts'
import type { Admitted } from './admit.ts'
import { answerHeaders, buildChargeInfo } from './answer.ts'
import { billedFailure } from './billed-failure.ts'
import { chargeLines } from './charge-lines.ts'
import { checkOutput } from './check-output.ts'
import type { Answer } from './exchange.ts'
import { followed } from './follow.ts'
import { handle } from './handle.ts'
import { holdForJob, refuseRestricted } from './hold.ts'
import { jobChargeInfo } from './job-charge.ts'
import type { PipelinePorts, Progress } from './progress.ts'
import { strictAdvice } from './strict.ts'
import { settle, type Moved } from './settle.ts'
import { mayHaveMedia } from './validate.ts'

/** Where and when a request is worked on: a sandbox has its own data and clock. */
export interface Surroundings {
  deps: unknown
  nowMs: number
  tracer?: RecordTracer | undefined
}

/** Handles the call and settles it: the part that runs once for each charge. */
export async function perform(
  ports: PipelinePorts,
  request: Admitted,
  { deps, nowMs, tracer }: Surroundings,
): Promise<Answer & { charged: MilliCredits }> {
  const { operation, caller, progress, input, file, incoming } = request
  const abort = new AbortController()
  const unread = strictAdvice(operation, request.warnings)
  const notes = {
    warnings: [...request.warnings],
    advice: [...request.advice, ...(unread === undefined ? [] : [unread])],
  }
  const call = makeCall(request, { nowMs, signal: abort.signal, notes, tracer })
  // Free operations show the balance too; it is read while the handler works.
  const balance =
    caller === undefined || progress.hold !== undefined
      ? undefined
      : ports.ledger.balance(caller.organizationId)
  balance?.catch(() => {})
  // A read can be withheld afterwards; anything else must not begin.
  const mayBegin = operation.effect !== 'changes'
  if (!mayBegin) await refuseRestricted(operation, caller, balance)
  const result = await handle(operation, deps, { input, call, file, abort, leaving: incoming.signal })
  if (mayBegin) await refuseRestricted(operation, caller, balance)
  await keepFile(ports, request)
  const job = result instanceof JobAnswer ? result : undefined
  if (job?.lines !== undefined && caller !== undefined) await holdLate(ports, request, caller, job.lines)
  const output = result instanceof JobAnswer || result instanceof Paid ? result.output : result
  const media =
    output instanceof Failure || !mayHaveMedia(operation, incoming)
      ? undefined
      : operation.media?.render(output as never, input)
  if (media !== undefined) {
    const read = operation.media?.follow?.({ output: output as never, input, call, deps: deps as never })
    const stream = read === undefined ? {} : { stream: followed(ports, request, read) }
    return { ...mediaAnswer(progress, media, await balance), ...stream }
  }
  const lines = chargeLines(operation, { result, input, hold: progress.hold })
  const render = (moved: Moved): string => {
    const message = freeMessage(operation, caller, lines.length > 0)
    const chargeInfo =
      jobChargeInfo(job?.credits, moved, ports.links) ?? buildChargeInfo({ ...moved, message }, ports.links)
    const body = stringifyWithRaw(operation.bare ? output : envelope(output, chargeInfo, notes))
    if (ports.checkOutputs) checkOutput(operation, body)
    return body
  }
  // What a handler changed may be the balance itself (a purchase).
  const done = { lines, balance: mayBegin ? balance : undefined, render, job }
  if (!(output instanceof Failure)) return settle(ports, request, done)
  const message = freeMessage(operation, caller, lines.length > 0)
  return billedFailure(ports, request, { failure: output, done, message })
}

/** For access without a caller. */
const nobody: Caller = { organizationId: '', keyId: '', keyPrefix: '', mode: 'live' }

interface Notes {
  warnings: Warning[]
  advice: string[]
}

function makeCall(
  { operation, caller = nobody, progress, incoming, isStrict }: Admitted,
  { nowMs, signal, notes, tracer }: Omit<Surroundings, 'deps'> & { signal: AbortSignal; notes: Notes },
): Call {
  return {
    ...caller,
    requestId: progress.requestId,
    operationId: operation.id,
    address: incoming.address,
    idempotencyKey: progress.slot?.key,
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

/** Keeps the file of a request that was accepted. */
async function keepFile(
  ports: PipelinePorts,
  { operation, caller, file, progress }: Admitted,
): Promise<void> {
  if (file === undefined || operation.file === undefined || caller === undefined) return
  const untilMs = progress.nowMs + operation.file.keepMs
  await ports.files?.keep(file, { organizationId: caller.organizationId, untilMs })
}

/** The hold of a job whose size is only known once its start has run. */
async function holdLate(
  ports: PipelinePorts,
  { operation, incoming, progress }: Admitted,
  caller: Caller,
  lines: readonly PriceLine[],
): Promise<void> {
  const { requestId, nowMs } = progress
  const call = { incoming, caller, requestId, nowMs, lines: [...lines] }
  const reservation = await holdForJob(ports.ledger, operation, call)
  if (reservation !== undefined) progress.hold = reservation
}

function envelope(output: unknown, chargeInfo: ChargeInfo, { warnings, advice }: Notes): object {
  return {
    output,
    chargeInfo,
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(advice.length > 0 ? { advice } : {}),
  }
}

/** An answer without the envelope. Nothing was held for it, so there is nothing to settle. */
function mediaAnswer(
  { requestId, admission }: Progress,
  media: Media,
  balance: BalanceView | undefined,
): Answer & { charged: MilliCredits } {
  const headers = answerHeaders({ requestId, charged: noCredits, remaining: balance?.available, admission })
  return {
    status: 200,
    headers: { ...headers, ...media.headers, 'content-type': media.contentType },
    body: media.body,
    charged: noCredits,
  }
}

/** Nothing was found, or everything found had been paid for before. */
const nothingToPay = 'Nothing chargeable was found, so nothing is charged.'

function freeMessage(operation: AnyOperation, caller: Caller | undefined, isDelivered: boolean): string {
  if (caller?.mode === 'test') return 'Sandbox keys are never charged.'
  return isDelivered || operation.price.kind === 'free' ? operation.price.describe : nothingToPay
}
