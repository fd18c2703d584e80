import type { MilliCredits } from '../../lib/credits.ts'
import type { Call } from '../call.ts'
import type { AnyOperation } from '../define.ts'
import type { ChargeInfo } from '../envelope.ts'
import { Failure } from '../failure.ts'
import { JobAnswer } from '../job-answer.ts'
import { Paid, type PaidMore } from '../paid.ts'
import type { BalanceView, Caller, RecordTracer } from '../ports.ts'
import { readText, writeWithRaw } from '../raw-json.ts'
import { findKeeper, type Admitted } from './admit.ts'
import { buildChargeInfo } from './answer.ts'
import { billedFailure } from './billed-failure.ts'
import { chargeLines } from './charge-lines.ts'
import { checkOutput } from './check-output.ts'
import type { Answer } from './exchange.ts'
import { handle } from './handle.ts'
import { holdForJob, refuseRestricted } from './hold.ts'
import { jobChargeInfo } from './job-charge.ts'
import { makeCall, type Notes } from './make-call.ts'
import { answerMedia } from './media-answer.ts'
import type { PipelinePorts } from './progress.ts'
import { settle, type Moved } from './settle.ts'
import { strictAdvice } from './strict.ts'

/** Where and when a request is worked on: a sandbox has its own data and clock. */
export interface Surroundings {
  deps: unknown
  nowMs: number
  tracer?: RecordTracer | undefined
}

/** What a handler did, and the balance that was read meanwhile. */
interface Work {
  result: object
  call: Call
  balance: Promise<BalanceView> | undefined
}

/** Handles the call and settles it: the part that runs once for each charge. */
export async function perform(
  ports: PipelinePorts,
  request: Admitted,
  surroundings: Surroundings,
): Promise<Answer & { charged: MilliCredits }> {
  const unread = strictAdvice(request.operation, request.warnings)
  const notes = {
    warnings: [...request.warnings],
    advice: [...request.advice, ...(unread === undefined ? [] : [unread])],
  }
  const work = await runHandler(ports, request, { ...surroundings, notes })
  await keepFile(ports, request)
  await holdLate(ports, request, work.result)
  const { result } = work
  const output = result instanceof JobAnswer || result instanceof Paid ? (result.output as object) : result
  const media = await answerMedia(ports, request, { ...work, output, deps: surroundings.deps })
  return media ?? settleWork(ports, request, { ...work, output, notes })
}

/** Runs the handler, and refuses it where no subscription can be used. */
async function runHandler(
  ports: PipelinePorts,
  request: Admitted,
  { deps, nowMs, tracer, notes }: Surroundings & { notes: Notes },
): Promise<Work> {
  const { operation, caller, progress, input, file, incoming } = request
  const abort = new AbortController()
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
  return { result, call, balance }
}

/** Keeps the file of a request that was accepted. */
async function keepFile(
  ports: PipelinePorts,
  { operation, caller, file, progress }: Admitted,
): Promise<void> {
  const organizationId = findKeeper(operation, caller)
  if (file === undefined || operation.file === undefined || organizationId === undefined) return
  const untilMs = progress.nowMs + operation.file.keepMs
  await ports.files?.keep(file, { organizationId, untilMs })
}

/** Sets aside what a job may cost whose size is only known once its start has run. */
async function holdLate(
  ports: PipelinePorts,
  { operation, incoming, progress, caller }: Admitted,
  result: object,
): Promise<void> {
  if (!(result instanceof JobAnswer) || result.lines === undefined || caller === undefined) return
  const { requestId, nowMs } = progress
  const call = { incoming, caller, requestId, nowMs, lines: [...result.lines] }
  const reservation = await holdForJob(ports.ledger, operation, call)
  if (reservation !== undefined) progress.hold = reservation
}

/** Charges what was delivered and renders the answer in its envelope. */
function settleWork(
  ports: PipelinePorts,
  request: Admitted,
  { result, output, balance, notes }: Work & { output: object; notes: Notes },
): Promise<Answer & { charged: MilliCredits }> {
  const { operation, caller, progress, input } = request
  const job = result instanceof JobAnswer ? result : undefined
  const lines = chargeLines(operation, { result, input, hold: progress.hold })
  const { decide, charged }: PaidMore = result instanceof Paid ? result : {}
  const note = caller?.mode === 'test' ? undefined : findNote(result)
  const message = note ?? writeFreeMessage(operation, caller, lines.length > 0)
  const render = (moved: Moved): Answer['body'] => {
    const chargeInfo =
      jobChargeInfo(job?.credits, moved, ports.links) ?? buildChargeInfo({ ...moved, message }, ports.links)
    const body = writeWithRaw(operation.bare ? output : envelope(output, chargeInfo, notes))
    if (ports.checkOutputs) checkOutput(operation, readText(body))
    return body
  }
  // What a handler changed may be the balance itself (a purchase).
  const read = operation.effect === 'changes' ? undefined : balance
  const done = { lines, balance: read, render, job, decide, charged }
  if (output instanceof Failure) return billedFailure(ports, request, { failure: output, done, message })
  return settle(ports, request, done)
}

/** Why an answer is free, where its handler says so. */
function findNote(result: object): string | undefined {
  if (result instanceof Paid) return result.note
  if (!(result instanceof JobAnswer)) return undefined
  return 'whenFree' in result.credits ? result.credits.whenFree : undefined
}

function envelope(output: unknown, chargeInfo: ChargeInfo, { warnings, advice }: Notes): object {
  return {
    output,
    chargeInfo,
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(advice.length > 0 ? { advice } : {}),
  }
}

/** Nothing was found, or everything found had been paid for before. */
const nothingToPay = 'Nothing chargeable was found, so nothing is charged.'

function writeFreeMessage(operation: AnyOperation, caller: Caller | undefined, isDelivered: boolean): string {
  if (caller?.mode === 'test') return 'Sandbox keys are never charged.'
  return isDelivered || operation.price.kind === 'free' ? operation.price.describe : nothingToPay
}
