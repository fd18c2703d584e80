import { newId } from '../../lib/ids.ts'
import { logContext } from '../../lib/log.ts'
import { creditOf, type Call } from '../call.ts'
import type { AnyOperation, Media } from '../define.ts'
import type { Warning } from '../envelope.ts'
import { Failure } from '../failure.ts'
import type { BalanceView, Caller, ReceivedFile, Settled, StoredAnswer } from '../ports.ts'
import type { PriceLine } from '../price.ts'
import { JobAnswer } from '../job-answer.ts'
import { stringifyWithRaw } from '../raw-json.ts'
import { answerHeaders, chargeInfoOf } from './answer.ts'
import { authenticate, presentedKey } from './authenticate.ts'
import { checkOutput } from './check-output.ts'
import type { Answer, Incoming } from './exchange.ts'
import { handle } from './handle.ts'
import { guardSpend, hold, holdForJob, isDryRun, quote, refuseRestricted } from './hold.ts'
import { claimKey } from './idempotency.ts'
import { jobChargeInfo, shownCharge } from './job-charge.ts'
import { requireOperator } from './operator.ts'
import { permit } from './permit.ts'
import { receive } from './receive.ts'
import { receiveFile } from './receive-file.ts'
import { answerLine, recordRequest } from './record.ts'
import { inSandbox } from './sandbox.ts'
import { givenMembers, validate } from './validate.ts'
import { failed } from './failed.ts'
import type { PipelinePorts, Progress } from './progress.ts'

export type Pipeline = (operation: AnyOperation, deps: unknown, incoming: Incoming) => Promise<Answer>

/** One request from raw bytes to answer: the steps of ARCHITECTURE.md "Life of a request", in order. */
export function createPipeline(ports: PipelinePorts): Pipeline {
  return async (operation, deps, incoming) => {
    const nowMs = ports.clock.now()
    const startedMs = performance.now()
    const progress: Progress = { requestId: newId('req', ports.clock), nowMs }
    const { requestId } = progress
    return logContext.run({ requestId }, async () => {
      let answer: Answer & { errorCode?: string; charged?: number }
      try {
        answer = await served(ports, operation, { deps, incoming, progress })
      } catch (thrown) {
        answer = await failed(ports, operation, { thrown, incoming, progress })
      }
      recordRequest(ports, operation, { answer, incoming, progress })
      ports.onAnswer?.(answerLine(operation, { answer, incoming, progress, startedMs }))
      return answer
    })
  }
}

interface Work {
  deps: unknown
  incoming: Incoming
  progress: Progress
}

async function served(
  ports: PipelinePorts,
  operation: AnyOperation,
  work: Work,
): Promise<Answer & { charged?: number }> {
  const { incoming, progress } = work
  if (operation.access !== 'key') return servedKeyless(ports, operation, work)
  const body = parsed(incoming)
  if (body instanceof Failure && presentedKey(incoming, undefined) === undefined) throw body
  const caller = await authenticate(ports, incoming, body instanceof Failure ? undefined : body)
  progress.caller = caller
  const context = logContext.getStore()
  if (context !== undefined) context['organizationId'] = caller.organizationId
  permit(operation, caller, incoming.address)
  // All keys of an organization draw on one budget, those of its sandbox too.
  const budgetOf = caller.sandboxOf ?? caller.organizationId
  const admission = await ports.limiter.admit(budgetOf, operation.id, operation.limit)
  progress.admission = admission
  if (!admission.admitted)
    throw new Failure('rate-limited', { retryAfterSeconds: admission.retryAfterSeconds })
  if (body instanceof Failure) throw body
  progress.given = givenMembers(operation, incoming, body)
  const { input, warnings, given: members } = validate(operation, incoming, body)
  const file = await receiveFile(ports.files, operation, { incoming, caller })
  const given = file === undefined ? members : { ...members, file }
  const price = await quote(ports.ledger, operation, caller, input)
  if (isDryRun(operation, incoming)) return dryRun(ports, progress, { price, warnings, caller })
  const leaseEndsAtMs = progress.nowMs + operation.timeoutMs + 5_000
  const { requestId } = progress
  const claimed = await claimKey(ports.idempotency, operation, {
    incoming,
    caller,
    given,
    requestId,
    leaseEndsAtMs,
  })
  if (claimed.replay !== undefined) return replayed(ports, { progress, caller, stored: claimed.replay })
  if (claimed.slot !== undefined) progress.slot = claimed.slot
  if (operation.price.late !== true) {
    guardSpend(incoming, price.maxCredits)
    const { lines } = price
    // The answer to a key is stored with its charge, which a retry must find under way.
    const mayDefer = claimed.slot === undefined && operation.paysAfter?.(input) === true
    const call = { caller, requestId, nowMs: progress.nowMs, lines, mayDefer }
    const held = await hold(ports.ledger, operation, call)
    if (held !== undefined) progress.hold = held
  }
  const run = (at: { deps: unknown; nowMs: number }) =>
    charged(ports, operation, { ...work, ...at, input, file, warnings, caller })
  if (caller.mode === 'live' || ports.sandbox === undefined) return run({ ...work, nowMs: progress.nowMs })
  return inSandbox(ports.sandbox, { operation, caller, incoming, given }, run)
}

function parsed(incoming: Incoming): Record<string, unknown> | Failure {
  try {
    return receive(incoming.body)
  } catch (thrown) {
    if (thrown instanceof Failure) return thrown
    throw thrown
  }
}

/** Handles the call and settles it: the part that runs once for each charge. */
async function charged(
  ports: PipelinePorts,
  operation: AnyOperation,
  work: Work & {
    input: never
    file: ReceivedFile | undefined
    warnings: Warning[]
    caller: Caller
    nowMs: number
  },
): Promise<Answer & { charged: number }> {
  const { input, file, caller, progress, incoming } = work
  const abort = new AbortController()
  const warnings = [...work.warnings]
  const advice: string[] = []
  const call: Call = {
    ...caller,
    requestId: progress.requestId,
    operationId: operation.id,
    address: incoming.address,
    idempotencyKey: progress.slot?.key,
    nowMs: work.nowMs,
    signal: abort.signal,
    credit: creditOf(progress.hold),
    advise: (line) => advice.push(line),
    warn: (field, message) => warnings.push({ field, message }),
  }
  // Free operations show the balance too; it is read while the handler works.
  const balance = progress.hold === undefined ? ports.ledger.balance(caller.organizationId) : undefined
  balance?.catch(() => {})
  // Reading is undone by not answering; anything else must not begin.
  const mayBegin = operation.effect !== 'changes'
  if (!mayBegin) await refuseRestricted(operation, caller, balance)
  const leaving = incoming.signal
  const result = await handle(operation, work.deps, { input, call, file, abort, leaving })
  if (mayBegin) await refuseRestricted(operation, caller, balance)
  if (file !== undefined && operation.file !== undefined) {
    const untilMs = progress.nowMs + operation.file.keepMs
    await ports.files?.keep(file, { organizationId: caller.organizationId, untilMs })
  }
  const job = result instanceof JobAnswer ? result : undefined
  if (job?.lines !== undefined) await holdLate(ports, operation, work, job.lines)
  const output = job === undefined ? result : job.output
  const media = operation.media?.render(output as never, input)
  if (media !== undefined) return mediaAnswer(progress, media, await balance)
  const lines =
    job === undefined ? operation.price.charge(output as never, input, progress.hold?.unitPrices ?? {}) : []
  const render = (settled: { charged: number; balance: BalanceView | undefined }): string => {
    const message = freeMessage(operation, caller, lines.length > 0)
    const body = stringifyWithRaw({
      output,
      chargeInfo:
        jobChargeInfo(job?.credits, settled, ports.links) ??
        chargeInfoOf({ ...settled, message }, ports.links),
      ...(warnings.length > 0 ? { warnings } : {}),
      ...(advice.length > 0 ? { advice } : {}),
    })
    if (ports.checkOutputs) checkOutput(operation, body)
    return body
  }
  // What a handler changed may be the balance itself (a purchase).
  return settle(ports, operation, { work, lines, balance: mayBegin ? balance : undefined, render, job })
}

/** The hold of a job whose start alone could find out how much it is. */
async function holdLate(
  ports: PipelinePorts,
  operation: AnyOperation,
  { incoming, caller, progress }: Work & { caller: Caller },
  lines: readonly PriceLine[],
): Promise<void> {
  const { requestId, nowMs } = progress
  const call = { incoming, caller, requestId, nowMs, lines: [...lines] }
  const held = await holdForJob(ports.ledger, operation, call)
  if (held !== undefined) progress.hold = held
}

/** An answer without the envelope. Nothing was held for it, so there is nothing to settle. */
function mediaAnswer(
  { requestId, admission }: Progress,
  media: Media,
  balance: BalanceView | undefined,
): Answer & { charged: number } {
  const headers = answerHeaders({ requestId, charged: 0, remaining: balance?.available, admission })
  return {
    status: 200,
    headers: { ...headers, ...media.headers, 'content-type': media.contentType },
    body: media.body,
    charged: 0,
  }
}

/** Nothing was found, or all of it was paid for before. */
const nothingToPay = 'Nothing was found that has to be paid for, so nothing is charged.'

function freeMessage(operation: AnyOperation, caller: Caller, isDelivered: boolean): string {
  if (caller.mode === 'test') return 'Sandbox keys are never charged.'
  return isDelivered || operation.price.kind === 'free' ? operation.price.describe : nothingToPay
}

async function settle(
  ports: PipelinePorts,
  operation: AnyOperation,
  done: {
    work: Work & { caller: Caller }
    lines: PriceLine[]
    balance: Promise<BalanceView> | undefined
    render(settled: { charged: number; balance: BalanceView | undefined }): string
    job: JobAnswer | undefined
  },
): Promise<Answer & { charged: number }> {
  const { caller, progress } = done.work
  const { slot, requestId } = progress
  let body = ''
  let settled: Settled
  const keep = (outcome: Settled) => {
    body = done.render(outcome)
    return { status: 200, body, creditsCharged: shownCharge(done.job, outcome.charged) }
  }
  const replay = slot === undefined ? {} : { replay: { slot, answer: keep } }
  const { begin } = done.job ?? {}
  if (begin !== undefined) {
    const account = { caller, requestId, operationId: operation.id, hold: progress.hold }
    settled = await ports.ledger.handOver({
      caller,
      hold: progress.hold,
      begin: (tx) => begin(tx, account),
      ...replay,
    })
    if (slot === undefined) body = done.render(settled)
  } else if (progress.hold === undefined) {
    // What was read while the handler worked is out of date when the handler moved a job's credits.
    const read = done.job === undefined ? done.balance : undefined
    settled = { charged: 0, balance: await (read ?? ports.ledger.balance(caller.organizationId)) }
    body = done.render(settled)
    if (slot !== undefined) await ports.idempotency.complete(slot, { status: 200, body, creditsCharged: 0 })
  } else {
    settled = await ports.ledger.settle({
      caller,
      hold: progress.hold,
      requestId,
      operationId: operation.id,
      lines: done.lines,
      ...replay,
    })
    if (slot === undefined) body = done.render(settled)
  }
  delete progress.hold
  delete progress.slot
  const remaining = settled.balance.available
  const charged = shownCharge(done.job, settled.charged)
  const headers = answerHeaders({ requestId, charged, remaining, admission: progress.admission })
  return { status: 200, headers, body, charged }
}

/** Operations of everybody, and of the operator: no organization, no credits. */
async function servedKeyless(ports: PipelinePorts, operation: AnyOperation, work: Work): Promise<Answer> {
  const { incoming, progress } = work
  if (operation.access === 'operator') requireOperator(ports, incoming)
  const admission = ports.limiter.admitAddress(incoming.address, operation.id, operation.limit)
  progress.admission = admission
  if (!admission.admitted)
    throw new Failure('rate-limited', { retryAfterSeconds: admission.retryAfterSeconds })
  const { input, warnings } = validate(operation, incoming, receive(incoming.body))
  const abort = new AbortController()
  const nobody: Caller = { organizationId: '', keyId: '', keyPrefix: '', mode: 'live' }
  const call: Call = {
    ...nobody,
    requestId: progress.requestId,
    operationId: operation.id,
    address: work.incoming.address,
    nowMs: progress.nowMs,
    signal: abort.signal,
    credit: creditOf(undefined),
    advise: () => {},
    warn: (field, message) => warnings.push({ field, message }),
  }
  const output = await handle(operation, work.deps, { input, call, abort, leaving: work.incoming.signal })
  const media = operation.media?.render(output as never, input)
  if (media !== undefined) return mediaAnswer(progress, media, undefined)
  const chargeInfo = chargeInfoOf(
    { charged: 0, balance: undefined, message: operation.price.describe },
    ports.links,
  )
  const body = stringifyWithRaw(
    operation.bare ? output : { output, chargeInfo, ...(warnings.length > 0 ? { warnings } : {}) },
  )
  if (ports.checkOutputs) checkOutput(operation, body)
  return {
    status: 200,
    headers: answerHeaders({ requestId: progress.requestId, charged: 0, admission }),
    body,
  }
}

async function dryRun(
  ports: PipelinePorts,
  progress: Progress,
  found: { price: { maxCredits: number; breakdown: object[] }; warnings: Warning[]; caller: Caller },
): Promise<Answer> {
  const balance = await ports.ledger.balance(found.caller.organizationId)
  const chargeInfo = chargeInfoOf(
    { charged: 0, balance, message: 'A dry run changes nothing and is free.' },
    ports.links,
  )
  const { maxCredits, breakdown } = found.price
  const warnings = found.warnings.length > 0 ? { warnings: found.warnings } : {}
  const body = JSON.stringify({ output: { dryRun: { maxCredits, breakdown } }, chargeInfo, ...warnings })
  const headers = answerHeaders({
    requestId: progress.requestId,
    charged: 0,
    remaining: balance.available,
    admission: progress.admission,
  })
  return { status: 200, headers, body }
}

/** The stored answer: its body says what the first request was charged, the headers what this one was: nothing. */
async function replayed(
  ports: PipelinePorts,
  { progress, caller, stored }: { progress: Progress; caller: Caller; stored: StoredAnswer },
): Promise<Answer> {
  const { available } = await ports.ledger.balance(caller.organizationId)
  const headers = answerHeaders({
    requestId: progress.requestId,
    charged: 0,
    remaining: available,
    admission: progress.admission,
  })
  return { status: stored.status, headers: { ...headers, 'idempotent-replayed': 'true' }, body: stored.body }
}
