import { logContext, type Log } from '../../lib/log.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { inRootSpan } from '../../lib/tracing.ts'
import type { Clock } from '../../lib/clock.ts'
import { noCredits, type MilliCredits } from '../../lib/credits.ts'
import { EngineUnavailable } from '../../store/clickhouse/index.ts'
import type { Hold } from '../../operation/index.ts'
import { StoreUnavailable, type Postgres, type Queryable } from '../../store/postgres/index.ts'
import type { Events } from '../events/index.ts'
import { countRemovals, RemovedMeanwhile, requireNoRemoval } from '../privacy/index.ts'
import { ChargeAboveHold, HoldGone, type CreditLedger } from '../ledger/index.ts'
import { costOutcomes, sumByKey, sumCost } from './cost-outcomes.ts'
import type { AnyJob, ItemOutcome, JobContext } from './define-job.ts'
import {
  addProgress,
  beginRun,
  countAttempt,
  endItems,
  excuseRun,
  finishJob,
  readHold,
  lockUnfinished,
  planItems,
  selectItems,
  selectPending,
  type EndedItem,
  type ItemView,
  type JobRow,
  type PendingItem,
} from './job-rows.ts'

/** Attempts an item, and runs a job without progress, are given before they are parked. */
const maxAttempts = 5
const maxItems = 100_000

/** The process is ending; the job continues elsewhere. */
class RunInterrupted extends Error {
  override readonly name = 'RunInterrupted'
}

/** Where jobs of sandbox organizations run. */
export interface JobSandbox {
  /** Runs the job there; for an organization that is not a sandbox nothing runs. */
  enter(
    organizationId: string,
    work: (surroundings: { deps: unknown; nowMs: number }) => Promise<void>,
  ): Promise<{ entered: boolean }>
}

export interface KnownJob {
  definition: AnyJob
  deps: unknown
  sandbox: JobSandbox | undefined
}

export interface Runner {
  db: Postgres
  clock: Clock
  ledger: CreditLedger
  events: Events
  log: Log
  /** Aborts when the process is about to end. */
  signal: AbortSignal
  findDefinition(kind: string): KnownJob | undefined
}

interface Run {
  job: JobRow
  /** The number of people removed before it began; results are only stored while that number is unchanged. */
  removals: number
  definition: AnyJob
  context: JobContext<object, never>
}

/** Works on a job until it has ended, in the trace of whoever began it (`parent`). Throws what stopped it short of that; the queue then brings it back. */
export async function runJob(runner: Runner, jobId: string, parent?: string): Promise<void> {
  for (let isOver = false; !isOver;) {
    const removals = await countRemovals(runner.db)
    const job = await beginRun(runner.db, jobId, runner.clock.now())
    if (job === undefined) return
    const { organizationId, requestId } = job
    isOver = await logContext.run({ jobId, organizationId, requestId }, () =>
      inRootSpan(
        () => ({ ...jobSpan(job), parent }),
        () => runBegun(runner, job, removals),
      ),
    )
  }
}

const jobSpan = ({ id, kind, organizationId }: JobRow) => ({
  name: `job ${kind}`,
  kind: 'consumer' as const,
  attributes: { 'almanac.job.id': id, 'almanac.job.kind': kind, 'almanac.organization.id': organizationId },
})

/** False when it must start again, because its input or what it read may concern somebody removed meanwhile. */
async function runBegun(runner: Runner, job: JobRow, removals: number): Promise<boolean> {
  const jobId = job.id
  const jobDefinition = runner.findDefinition(job.kind)
  try {
    if (jobDefinition === undefined) throw new Error(`no job is called ${job.kind}`)
    const { definition, deps, sandbox } = jobDefinition
    const work = async (surroundings: { deps: unknown; nowMs: number }) => {
      const context: JobContext<object, never> = {
        jobId,
        organizationId: job.organizationId,
        requestId: job.requestId,
        params: job.params,
        unitPrices: job.unitPrices,
        deps: surroundings.deps as never,
        nowMs: surroundings.nowMs,
        signal: runner.signal,
      }
      await carryOut(runner, { job, removals, definition, context })
    }
    const { entered } = (await sandbox?.enter(job.organizationId, work)) ?? { entered: false }
    if (!entered) await work({ deps, nowMs: runner.clock.now() })
  } catch (error) {
    if (error instanceof RemovedMeanwhile) {
      await excuseRun(runner.db, jobId)
      return false
    }
    await settleFailure(runner, job, error)
  }
  return true
}

async function carryOut(runner: Runner, run: Run): Promise<void> {
  const { job, removals, definition, context } = run
  if (job.total === null) {
    const items = (await definition.plan?.(context)) ?? []
    if (items.length > maxItems) throw new Error(`${job.kind} planned ${items.length} items`)
    await runner.db.transact(async (tx) => {
      await requireNoRemoval(tx, removals)
      await planItems(tx, job.id, items)
    })
  }
  if (!(await workThrough(runner, run))) return
  const result = await definition.conclude?.(
    context,
    () => readOutputs(runner.db, job),
    (most) => readPages(runner.db, job, most),
  )
  await endJob(runner, job.id, { removals, ...(result === undefined ? {} : { result }) })
  await definition.announce?.(context)
}

/** The next items, and what is prepared for them meanwhile. */
interface Begun {
  items: readonly PendingItem[]
  ahead: Promise<unknown> | undefined
}

/** Works on items in order; false when the job was ended from outside meanwhile. */
async function workThrough(runner: Runner, run: Run): Promise<boolean> {
  const { job, definition } = run
  let from = 0
  // After a run that ended without progress, something in the next batch may be ending the process.
  let oneByOne = job.runsWithoutProgress > 1 ? definition.batch : 0
  let next: Promise<Begun> | undefined
  try {
    for (;;) {
      if (runner.signal.aborted) throw new RunInterrupted('the process is ending')
      const { items, ahead } = await (next ?? begin(runner, run, { from, isAlone: oneByOne > 0 }))
      next = undefined
      const first = items[0]
      if (first === undefined) return true
      if (oneByOne === 0 && first.attempts > 0) {
        oneByOne = definition.batch
        continue
      }
      const outcomes =
        oneByOne > 0 ? await workOnOne(runner, run, first) : await workOnBatch(run, items, ahead)
      if (outcomes === undefined) {
        oneByOne = definition.batch
        continue
      }
      from = (items.at(-1) as PendingItem).position + 1
      oneByOne = Math.max(0, oneByOne - 1)
      if (oneByOne === 0 && definition.ahead !== undefined)
        next = begin(runner, run, { from, isAlone: false })
      // Its callers are notified.
      next?.catch(() => undefined)
      if (!(await commit(runner, run, { items, outcomes }))) return false
    }
  } finally {
    // No part of a run continues after it.
    await next?.then(({ ahead }) => ahead).catch(() => undefined)
  }
}

/**
 * Takes the next items. An item tried before may be ending the process, so it is only prepared once its attempt is counted.
 */
async function begin(
  { db }: Runner,
  { job, definition, context }: Run,
  { from, isAlone }: { from: number; isAlone: boolean },
): Promise<Begun> {
  const items = await selectPending(db, job.id, { from, most: isAlone ? 1 : definition.batch })
  const [first] = items
  if (isAlone || first === undefined || first.attempts > 0) return { items, ahead: undefined }
  const ahead = definition.ahead?.(context, items)
  ahead?.catch(() => undefined)
  return { items, ahead }
}

/** Undefined when an item made it throw: they are then worked on one by one. */
async function workOnBatch(
  run: Run,
  items: readonly PendingItem[],
  ahead: Promise<unknown> | undefined,
): Promise<ItemOutcome<unknown>[] | undefined> {
  try {
    return await run.definition.work(run.context, items, await ahead)
  } catch (error) {
    if (isOutage(error) || run.context.signal.aborted) throw error
    return undefined
  }
}

/** Tries one item up to the last attempt, counted before it begins: an item that ends the process counts too. */
async function workOnOne(runner: Runner, run: Run, item: PendingItem): Promise<ItemOutcome<unknown>[]> {
  const { position } = item
  for (;;) {
    const attempts = await countAttempt(runner.db, run.job.id, { position, by: 1 })
    if (attempts > maxAttempts) return [{ state: 'failed' }]
    try {
      const ahead = await run.definition.ahead?.(run.context, [item])
      return await run.definition.work(run.context, [item], ahead)
    } catch (error) {
      if (isOutage(error) || run.context.signal.aborted) {
        await countAttempt(runner.db, run.job.id, { position, by: -1 })
        throw error
      }
      runner.log('job item failed', {
        level: 'warn',
        job: run.job.id,
        position,
        attempts,
        cause: String(error),
      })
      if (attempts === maxAttempts) return [{ state: 'failed' }]
      await delay(20 * 2 ** attempts)
    }
  }
}

/** Outcomes, their charge and the counts in one transaction; false when the job has ended meanwhile. */
async function commit(
  runner: Runner,
  { job, removals, definition, context }: Run,
  done: { items: readonly PendingItem[]; outcomes: readonly ItemOutcome<unknown>[] },
): Promise<boolean> {
  const { items, outcomes } = done
  if (outcomes.length !== items.length)
    throw new Error(`${job.kind} answered ${outcomes.length} of ${items.length} items`)
  const hold = readHold(job)
  const whole = items.map(({ position, input }, index) => ({
    position,
    input,
    outcome: outcomes[index] as ItemOutcome<unknown>,
  }))
  return runner.db.transact(async (tx) => {
    await requireNoRemoval(tx, removals)
    // A cancel waits for this row or is seen by it: nothing is charged after its answer.
    if ((await lockUnfinished(tx, job.id)) === undefined) return false
    const { organizationId } = job
    const costed = await costOutcomes(tx, { job, definition, context }, whole)
    const ended = costed.map(({ position, outcome, lines }): EndedItem => {
      const charge = hold === undefined ? noCredits : sumCost(lines, hold.unitPrices)
      return { position, outcome, charge, kept: pickOutput(definition, outcome) }
    })
    const stored = await endItems(tx, job.id, ended)
    const mine = costed.filter(({ position }) => stored.has(position))
    const lines = mine.flatMap(({ lines: own }) => own)
    const charged =
      hold === undefined
        ? noCredits
        : await runner.ledger.captureForJob(tx, { organizationId, hold }, sumByKey(lines))
    await definition.record?.(tx, context, mine)
    const count = (state: string) => mine.filter(({ outcome }) => outcome.state === state).length
    const more = { delivered: count('delivered'), empty: count('empty'), failed: count('failed'), charged }
    await addProgress(tx, job.id, more)
    return true
  })
}

const pickOutput = ({ keeps }: AnyJob, { output }: ItemOutcome<unknown>): unknown =>
  keeps === undefined || output === undefined || output === null ? output : keeps(output)

/** Ends a job whose items are done, or that cannot continue: gives back the rest of its hold and announces the end. */
export async function endJob(
  runner: Omit<Runner, 'signal'>,
  jobId: string,
  end: { result?: object; error?: string; removals?: number },
): Promise<void> {
  await runner.db.transact(async (tx) => {
    if (end.removals !== undefined) await requireNoRemoval(tx, end.removals)
    const job = await lockUnfinished(tx, jobId)
    if (job === undefined) return
    const nothingButFailures = job.failed > 0 && job.delivered + job.empty === 0
    const error = end.error ?? (nothingButFailures ? 'Every item failed.' : null)
    const state = error === null ? 'completed' : 'failed'
    await closeJob(runner, tx, job, { state, error, ...(end.result ? { result: end.result } : {}) })
  })
}

/** Closes a locked job in its caller's transaction; answers what was given back. */
export async function closeJob(
  runner: Omit<Runner, 'signal'>,
  tx: Queryable,
  job: JobRow,
  end: { state: 'completed' | 'failed' | 'canceled'; error: string | null; result?: object },
): Promise<MilliCredits> {
  const hold = readHold(job)
  const nowMs = runner.clock.now()
  const free = { id: job.id, amount: noCredits, unitPrices: job.unitPrices }
  if (end.state === 'completed') await chargeWhole(runner, tx, job, { hold: hold ?? free, nowMs })
  const refunded = hold === undefined ? noCredits : await runner.ledger.closeJobHold(tx, hold)
  await finishJob(tx, job.id, { ...end, nowMs })
  const jobDefinition = runner.findDefinition(job.kind)
  if (jobDefinition === undefined) return refunded
  const { definition, deps } = jobDefinition
  const { id: jobId, organizationId } = job
  if (end.state !== 'completed')
    await definition.abandon?.(tx, { jobId, organizationId, params: job.params, deps: deps as never, nowMs })
  const { params, delivered, empty, failed } = job
  const { state, error } = end
  const counts = { total: job.total ?? 0, delivered, empty, failed, result: end.result ?? null }
  const data = definition.event.data({ jobId, params, state, error, ...counts })
  await runner.events.append(tx, definition.event.definition, { organizationId, data })
  return refunded
}

/** Charges what a job costs once it is complete, be that nothing at a price of 0; a job without prices is not asked. */
async function chargeWhole(
  runner: Omit<Runner, 'signal'>,
  tx: Queryable,
  { id, kind, organizationId, requestId, params }: JobRow,
  { hold, nowMs }: { hold: Hold; nowMs: number },
): Promise<void> {
  if (Object.keys(hold.unitPrices).length === 0) return
  const { definition, deps } = runner.findDefinition(kind) ?? {}
  const whole = { jobId: id, organizationId, requestId, params, deps: deps as never, nowMs }
  const lines = await definition?.costWhole?.(tx, whole)
  if (lines === undefined || lines.length === 0) return
  const charged = await runner.ledger.captureForJob(tx, { organizationId, hold }, lines)
  await addProgress(tx, id, { delivered: 0, empty: 0, failed: 0, charged })
}

/** Thrown by `record` when the job's counterpart was ended meanwhile by somebody who also ends the job: nothing is stored. */
export class WorkOvertaken extends Error {}

/** Parks a job that cannot end well; anything else goes back to the queue. */
async function settleFailure(runner: Runner, job: JobRow, error: unknown): Promise<void> {
  if (error instanceof HoldGone) {
    // Its start was answered with an error: it must cost nothing.
    await endJob(runner, job.id, { error: 'The start of this job was not acknowledged.' })
    return
  }
  if (isOutage(error) || runner.signal.aborted) {
    await excuseRun(runner.db, job.id).catch(() => {})
    throw error
  }
  if (!(error instanceof WorkOvertaken))
    runner.log('job failed', { level: 'error', job: job.id, kind: job.kind, cause: describe(error) })
  const isOver = job.runsWithoutProgress >= maxAttempts || error instanceof ChargeAboveHold
  if (!isOver) throw error
  await endJob(runner, job.id, { error: 'The job failed and was given up after 5 attempts.' })
}

async function readOutputs(db: Postgres, job: JobRow): Promise<unknown[]> {
  const items = await selectItems(db, job.id, { after: -1, most: maxItems })
  return items.map(({ output }) => (output === null ? null : (JSON.parse(output) as unknown)))
}

const itemsPerPage = 500

/** Items in order, so many at a time. */
export async function* readPages(
  db: Postgres,
  { id }: Pick<JobRow, 'id'>,
  most = itemsPerPage,
): AsyncGenerator<ItemView[]> {
  let after = -1
  for (;;) {
    const page = await selectItems(db, id, { after, most })
    const last = page.at(-1)
    if (last === undefined) return
    yield page
    after = last.position
  }
}

const isOutage = (error: unknown) =>
  error instanceof StoreUnavailable || error instanceof EngineUnavailable || error instanceof RunInterrupted

const describe = (error: unknown) => (error instanceof Error ? error.stack : String(error))
