import type { Caller } from './caller.ts'
import { rows } from './pages.ts'
import type { CallOptions } from './settings.ts'
import { Canceled, JobFailed, Refused } from './errors.ts'
import { getLedger } from './generated/operations.ts'
import type { Job, JobState } from './job-table.ts'
import type { Answer, Input, OperationId, Output } from './operation.ts'

export interface JobOptions<Poll extends OperationId> extends CallOptions {
  /** Told after every poll. `percent` is undefined where the job does not say how far it is. */
  onProgress?: (progress: { percent: number | undefined; output: Output<Poll> }) => void
  /** Seconds between polls at most; default 10. The first polls come sooner. */
  maxPollSeconds?: number
}

/** A job that has ended well. */
export interface JobResult<Start extends OperationId, Poll extends OperationId> {
  started: Output<Start>
  /** What the last poll answered: its first page, where results come in pages. */
  output: Output<Poll>
  /** What the poll was asked with, to read further pages: `almanac.rows('poll…', ask)`. */
  ask: Input<Poll>
  /** Credits that all of it cost; undefined where the key may not read the ledger, or the start was a replay. */
  cost: number | undefined
}

/**
 * Starts a job, waits for its end and answers its result. When the signal is aborted the job is canceled at the service, where
 * there is a way to, and Canceled is thrown. The start itself is not interrupted: whoever aborted it would not know whether
 * a job runs.
 */
export async function runJob<Start extends OperationId, Poll extends OperationId>(
  caller: Caller,
  job: Job<Start, Poll>,
  input: Input<Start>,
  options: JobOptions<Poll> = {},
): Promise<JobResult<Start, Poll>> {
  const { signal, onProgress, maxPollSeconds = 10, ...callOptions } = options
  signal?.throwIfAborted()
  const start = await caller.call(job.start, input, callOptions)
  const ask = job.ask(start.output, input)
  const waiting = { caller, job, ask, signal, onProgress, maxPollSeconds }
  const { answer, state } = await waitForEnd(waiting).catch(async (error: unknown) => {
    if (signal?.aborted !== true) throw error
    throw await cancel({ caller, job, ask, startCost: start.cost, reason: signal.reason as unknown })
  })
  const cost = await readCost(caller, job, start, answer)
  caller.spend((cost ?? start.cost) - start.cost)
  if (state.failure !== undefined) throw new JobFailed(state.failure, answer.output)
  return { started: start.output, output: answer.output, ask, cost }
}

interface Waiting<Start extends OperationId, Poll extends OperationId> {
  caller: Caller
  job: Job<Start, Poll>
  ask: Input<Poll>
  signal: AbortSignal | undefined
  onProgress: JobOptions<Poll>['onProgress'] | undefined
  maxPollSeconds: number
}

async function waitForEnd<Start extends OperationId, Poll extends OperationId>(
  waiting: Waiting<Start, Poll>,
): Promise<{ answer: Answer<Output<Poll>>; state: JobState }> {
  const { caller, job, ask, signal, onProgress, maxPollSeconds } = waiting
  for (let polls = 0; ; polls += 1) {
    const answer = await caller.call(job.poll, ask, signal === undefined ? {} : { signal })
    const state = job.state(answer.output)
    onProgress?.({ percent: state.isDone ? 100 : state.percent, output: answer.output })
    if (state.isDone) return { answer, state }
    const seconds = Math.min(0.5 * 1.5 ** polls, maxPollSeconds)
    await caller.settings.wait(seconds * 1000, signal)
  }
}

/** Where the poll does not say what the job cost, the ledger does. */
async function readCost<Start extends OperationId, Poll extends OperationId>(
  caller: Caller,
  job: Job<Start, Poll>,
  start: Answer<unknown>,
  { chargeInfo }: Answer<unknown>,
): Promise<number | undefined> {
  if (job.costIn === 'poll')
    return chargeInfo?.method === 'charged-for-async-process' ? chargeInfo.creditsCharged : 0
  // The ledger knows a replayed start by the request that was first.
  if (start.requestId === undefined || start.isReplay) return undefined
  let credits = 0
  try {
    const input = { requestId: start.requestId, kind: ['capture', 'refund'], pageSize: 1_000 } as const
    for await (const entry of rows(caller, getLedger, { ...input, kind: [...input.kind] }))
      credits += entry.kind === 'refund' ? -entry.credits : entry.credits
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
  return credits
}

interface Canceling<Start extends OperationId, Poll extends OperationId> {
  caller: Caller
  job: Job<Start, Poll>
  ask: Input<Poll>
  startCost: number
  reason: unknown
}

async function cancel<Start extends OperationId, Poll extends OperationId>(
  canceling: Canceling<Start, Poll>,
): Promise<Canceled> {
  const { caller, job, ask, startCost, reason } = canceling
  if (job.cancel === undefined) return new Canceled(reason)
  const { output } = await caller.call(job.cancel, ask as never)
  const { canceled, creditsRefunded, creditsCharged } = output as unknown as {
    canceled: boolean
    creditsRefunded: number
    creditsCharged?: number
  }
  // A start that was paid at once gets back what was not delivered; others pay what was.
  if (startCost > 0) caller.spend(-creditsRefunded)
  else caller.spend(creditsCharged ?? 0)
  return new Canceled(reason, { isStopped: canceled, creditsRefunded })
}
