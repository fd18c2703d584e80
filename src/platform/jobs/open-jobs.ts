import { z } from 'zod'
import type { Log } from '../../lib/log.ts'
import type { Clock } from '../../lib/clock.ts'
import { noCredits, type MilliCredits } from '../../lib/credits.ts'
import { newId } from '../../lib/ids.ts'
import {
  Failure,
  JobAnswer,
  openPage,
  sealPage,
  type Call,
  type JobAccount,
  type JobCredits,
  type PriceLine,
} from '../../operation/index.ts'
import type { Postgres, Queryable } from '../../store/postgres/index.ts'
import type { Events } from '../events/index.ts'
import type { CreditLedger } from '../ledger/index.ts'
import { beginJob, type BeginOutcome, type BeginRequest } from './begin-job.ts'
import type { AnyJob, JobDefinition } from './define-job.ts'
import { keepsFile, type FileKept } from './forget-jobs.ts'
import {
  deleteExpired,
  insertJob,
  lockJob,
  selectIsUnfinished,
  selectItems,
  selectJob,
  selectJobs,
  selectBacklog,
  selectRuns,
  selectUnfinished,
  type JobBacklog,
  type JobFilter,
  type ItemView,
  type JobRow,
} from './job-rows.ts'
import { openQueue, type Queue } from './queue.ts'
import { renewResult } from './renew-result.ts'
import {
  closeJob,
  endJob,
  readPages,
  runJob,
  type Runner,
  type JobSandbox,
  type KnownJob,
} from './run-job.ts'

const jobPosition = z.int()

/** Results are kept this long after the start. */
const keepMs = 30 * 86_400_000
/** A job that is still unfinished then is put in line again, in case the queue lost it. */
const reviveAfterMs = 600_000
const sweepBatch = 500

export interface JobsSettings {
  db: Postgres
  clock: Clock
  ledger: CreditLedger
  events: Events
  /** Seals cursors. */
  secret: Buffer
  log: Log
}

/** A job as a poll sees it. */
export interface JobView<P = object> extends Omit<JobRow, 'params' | 'holdId' | 'unitPrices'> {
  params: P
  /** Ended, whatever the end. */
  done: boolean
  /** Items that ended: delivered, empty and failed ones. */
  completed: number
  remaining: number
  /** 0 to 100, whole. */
  progressPercent: number
  /** Seconds left at the pace so far; null before the first item and after the last. */
  etaSeconds: number | null
}

/** A job with the key that started it; null where no request did. */
export interface StartedJob<P = object> extends JobView<P> {
  keyId: string | null
}

/** A stretch of a job's items, in order; while the job runs, up to the first one still being worked on. */
export interface ItemPage {
  items: ItemView[]
  /** Continues after these items; undefined after the last one. */
  nextCursor: string | undefined
}

export interface StartRequest<P, I> {
  params: P
  /** Left out when the job plans them itself. */
  items?: readonly I[]
  /** How chargeInfo reports it: paid as delivered, or the worst case at once with the rest given back. */
  charging: 'later' | 'upfront'
  /** The most the job can cost, for operations whose price is `late`: held now. */
  lines?: readonly PriceLine[]
}

export interface Jobs {
  /** Makes a kind of job known, with the dependencies its work is given. */
  register(definition: AnyJob, deps: unknown, sandbox?: JobSandbox): void
  /** For a start operation's handler to return: the job begins in the transaction that acknowledges it. */
  start<P extends object, I, R, D, O>(
    definition: JobDefinition<P, I, R, D>,
    call: Call,
    request: StartRequest<P, I> & { output(taskId: string): O },
  ): Promise<JobAnswer<O>>
  /**
   * Begins a job that no request asked for, in the caller's transaction: with its place in line and a hold of its own, or
   * not at all. Await `ready` before that transaction.
   */
  begin<P extends object, I, R, D>(
    tx: Queryable,
    definition: JobDefinition<P, I, R, D>,
    request: BeginRequest<P, I>,
  ): Promise<BeginOutcome>
  /** Makes the tables of the queue where they are missing. */
  ready(): Promise<void>
  /** Whether a job has yet to end. */
  isUnfinished(on: Queryable, taskId: string): Promise<boolean>
  /** A job of the caller's organization. Throws Failure 'not-found' for any other id. Adds the advice of polling. */
  find<P extends object, I, R, D>(
    definition: JobDefinition<P, I, R, D>,
    call: Call,
    taskId: string,
  ): Promise<JobView<P>>
  /** The same for whoever asks on an organization's behalf: undefined for any other id, and no advice. */
  look(which: { id: string; kind: string; organizationId: string }): Promise<JobView | undefined>
  /** Throws Failure 'invalid-cursor'. */
  items(job: JobView<object>, page: { cursor?: string | undefined; take: number }): Promise<ItemPage>
  /** The newest jobs of one kind of the caller's organization, or those before one of them. */
  list<P extends object, I, R, D>(
    definition: JobDefinition<P, I, R, D>,
    call: Pick<Call, 'organizationId'>,
    page: { after: { id: string; createdAtMs: number } | undefined; most: number },
  ): Promise<StartedJob<P>[]>
  /** All items of a job in order, so many at a time. */
  pages(job: Pick<JobView, 'id'>, most: number): AsyncGenerator<ItemView[]>
  /**
   * Changes the result that a job ended with, to what `make` has read by then. False where it was withdrawn, or is
   * meanwhile; if somebody is removed meanwhile, `make` reads again.
   */
  renewResult(taskId: string, make: () => Promise<(result: object) => object>): Promise<boolean>
  /**
   * Ends a job now and gives back what it has not delivered. A job that already ended keeps its end and gives back nothing.
   */
  cancel<P extends object, I, R, D>(
    definition: JobDefinition<P, I, R, D>,
    call: Call,
    taskId: string,
  ): Promise<{ job: JobView<P>; refunded: MilliCredits }>
  /** Takes jobs as they come, until `close`. */
  startWorkers(): Promise<void>
  /** Takes what is in line now and answers how many; for commands and tests. */
  workNow(): Promise<number>
  /** Works on one job here, whatever its state in the queue. */
  run(taskId: string): Promise<void>
  /** Unfinished jobs by kind and state; the oldest 10,000 if there are more. */
  backlog(): Promise<JobBacklog[]>
  /** Jobs of all organizations, newest first, for operators. */
  pageOfJobs(filter: JobFilter): Promise<JobView[]>
  /** Puts an unfinished job in line again, in the caller's transaction; answers whether it has yet to end. */
  requeue(tx: Queryable, taskId: string): Promise<JobView | undefined>
  /** Ends a job of any organization, as its own cancel does; `isEnded`: it had ended before. */
  cancelAny(
    tx: Queryable,
    taskId: string,
  ): Promise<{ job: JobView; refunded: MilliCredits; isEnded: boolean } | undefined>
  /** Puts unfinished jobs in line again, in case the queue lost them, and gives up those past their 30 days. */
  revive(nowMs: number): Promise<void>
  /** Whether a job's result still names a file of it: what links to files ask. */
  keepsFile(taskId: string, blobId: string): Promise<FileKept>
  /** Removes finished jobs past their 30 days, a batch; answers how many. */
  purge(nowMs: number): Promise<number>
  /** Takes no more, lets running jobs reach the end of their batch. */
  close(): Promise<void>
}

/** Opens nothing by itself: the queue's tables are made when the first job is started or workers begin. */
export function openJobs(settings: JobsSettings): Jobs {
  const { db } = settings
  const queue = openQueue(settings)
  const stopping = new AbortController()
  const definitions = new Map<string, KnownJob>()
  const runner: Runner = {
    ...settings,
    signal: stopping.signal,
    findDefinition: (kind) => definitions.get(kind),
  }
  const run = (taskId: string, traceparent?: string) => runJob(runner, taskId, traceparent)

  return {
    ...customerSide(settings, runner, queue),
    ...operatorSide(settings, runner, queue),
    begin: (tx, definition, request) => beginJob({ ...settings, queue, keepMs }, tx, { definition, request }),
    ready: () => queue.ready(),
    isUnfinished: selectIsUnfinished,
    register(definition, deps, sandbox) {
      if (definitions.has(definition.id)) throw new Error(`two jobs are called ${definition.id}`)
      definitions.set(definition.id, { definition, deps, sandbox })
    },
    startWorkers: () => queue.work(run),
    workNow: () => queue.drain(run),
    run,
    backlog: () => selectBacklog(db),
    async revive(nowMs) {
      const unfinished = await selectUnfinished(db, { beforeMs: nowMs - reviveAfterMs, most: sweepBatch })
      if (unfinished.length > 0) await queue.ready()
      for (const job of unfinished) await db.transact((tx) => queue.enqueue(tx, job))
      const overdue = await selectUnfinished(db, { beforeMs: nowMs - keepMs, most: sweepBatch })
      for (const { id } of overdue) await endJob(runner, id, { error: 'The job did not end in 30 days.' })
    },
    keepsFile: (taskId, blobId) => keepsFile(db, taskId, blobId),
    purge: (nowMs) => deleteExpired(db, nowMs, sweepBatch),
    async close() {
      stopping.abort()
      await queue.close()
    },
  }
}

/** What operations ask of jobs. */
function customerSide(
  { db, clock, secret }: JobsSettings,
  runner: Runner,
  queue: Queue,
): Pick<Jobs, 'start' | 'find' | 'look' | 'items' | 'list' | 'pages' | 'renewResult' | 'cancel'> {
  return {
    async start(definition, call, request) {
      await queue.ready()
      const id = newId('task', clock)
      const { params, items, lines } = request
      const nowMs = clock.now()
      const begin = async (tx: Queryable, account: JobAccount) => {
        const { caller, ...paid } = account
        const payer = { ...paid, organizationId: caller.organizationId, keyId: caller.keyId }
        const job = { id, kind: definition.id, params, items, account: payer, nowMs }
        await insertJob(tx, { ...job, expiresAtMs: nowMs + keepMs })
        await queue.enqueue(tx, { id, organizationId: call.organizationId })
      }
      return new JobAnswer({
        output: request.output(id),
        credits: startCredits[request.charging],
        begin,
        lines,
      })
    },
    async find(definition, call, taskId) {
      const which = { id: taskId, kind: definition.id, organizationId: call.organizationId }
      const row = await selectJob(db, which)
      if (row === undefined) throw new Failure('not-found')
      const view = buildView<never>(row, clock.now())
      if (!view.done) call.advise('Poll at most every 30 seconds until the run has ended.')
      return view
    },
    async look(which) {
      const row = await selectJob(db, which)
      return row && buildView<object>(row, clock.now())
    },
    items: (job, page) => readItems({ db, secret }, job, page),
    async list(definition, { organizationId }, page) {
      const rows = await selectRuns(db, { kind: definition.id, organizationId }, page)
      return rows.map((row) => ({ ...buildView<never>(row, clock.now()), keyId: row.keyId }))
    },
    pages: (job, most) => readPages(db, job, most),
    renewResult: (taskId, make) => renewResult(db, taskId, make),
    async cancel(definition, call, taskId) {
      const which = { id: taskId, kind: definition.id, organizationId: call.organizationId }
      return db.transact(async (tx) => {
        const row = await selectJob(tx, which, true)
        if (row === undefined) throw new Failure('not-found')
        return cancelJob<never>(runner, tx, row)
      })
    },
  }
}

/** What operators ask of the jobs of all organizations. */
function operatorSide(
  { db, clock }: JobsSettings,
  runner: Runner,
  queue: Queue,
): Pick<Jobs, 'pageOfJobs' | 'requeue' | 'cancelAny'> {
  return {
    pageOfJobs: async (filter) => (await selectJobs(db, filter)).map((row) => buildView(row, clock.now())),
    async requeue(tx, taskId) {
      const row = await lockJob(tx, taskId)
      if (row !== undefined && row.finishedAt === null) await queue.enqueue(tx, row)
      return row && buildView(row, clock.now())
    },
    async cancelAny(tx, taskId) {
      const row = await lockJob(tx, taskId)
      return row && { ...(await cancelJob(runner, tx, row)), isEnded: row.finishedAt !== null }
    },
  }
}

/** Ends a locked job, unless it has ended. */
async function cancelJob<P>(
  runner: Runner,
  tx: Queryable,
  row: JobRow,
): Promise<{ job: JobView<P>; refunded: MilliCredits }> {
  const nowMs = runner.clock.now()
  if (row.finishedAt !== null) return { job: buildView<P>(row, nowMs), refunded: noCredits }
  const end = { state: 'canceled' as const, error: 'The job was canceled.' }
  const refunded = await closeJob(runner, tx, row, end)
  return { job: buildView<P>({ ...row, ...end, finishedAt: new Date(nowMs) }, nowMs), refunded }
}

/** Items in their order, up to the first that is still worked on. */
async function readItems(
  { db, secret }: Pick<JobsSettings, 'db' | 'secret'>,
  job: Parameters<Jobs['items']>[0],
  { cursor, take }: Parameters<Jobs['items']>[1],
): ReturnType<Jobs['items']> {
  const seal = { key: secret, of: `job ${job.id}`, organizationId: job.organizationId }
  const after = openPage(cursor, seal, jobPosition) ?? -1
  const itemViews = await selectItems(db, job.id, { after, most: take })
  const pending = itemViews.findIndex(({ state }) => state === 'pending')
  const items = pending === -1 ? itemViews : itemViews.slice(0, pending)
  const last = items.at(-1)?.position ?? after
  const isLast = job.done && (pending !== -1 || last + 1 >= (job.total ?? 0))
  return { items, nextCursor: isLast ? undefined : sealPage(last, seal) }
}

const startCredits: Record<StartRequest<never, never>['charging'], JobCredits> = {
  later: {
    method: 'charging-later',
    message: 'Results are charged when they are delivered; the poll says how much.',
  },
  upfront: {
    method: 'held-upfront',
    message:
      'Charged for every item at the start; credits for undelivered items are given back when the task ends.',
  },
}

function buildView<P>(row: JobRow, nowMs: number): JobView<P> {
  const { params, holdId: _hold, unitPrices: _prices, ...rest } = row
  const completed = row.delivered + row.empty + row.failed
  const total = row.total ?? 0
  const remaining = total - completed
  const done = row.finishedAt !== null
  const elapsedMs = row.startedAt === null ? 0 : nowMs - row.startedAt.getTime()
  const share = total === 0 ? 0 : completed / total
  return {
    ...rest,
    params: params as P,
    done,
    completed,
    remaining,
    progressPercent: done && row.state === 'completed' ? 100 : Math.floor(share * 100),
    etaSeconds: done || completed === 0 ? null : Math.ceil(((elapsedMs / completed) * remaining) / 1e3),
  }
}
