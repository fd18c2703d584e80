import { makeCredit, type Call, type HandOverRequest, type JobAccount } from '../../src/operation/index.ts'
import { endEvent, bindJobs, type ItemOutcome, type JobDefinition } from '../../src/platform/jobs/index.ts'
import { sql } from '../../src/store/postgres/index.ts'
import { countingCompleted } from './counting-event.ts'
import type { TestOrganization, TestPlatform } from './platform.ts'
import { companies, spendingOn } from './spending.ts'

/** What the work of a counting job does with an item; the text of the item decides. */
export interface CountingDeps {
  /** Called before each batch with the items' texts; may throw, or cancel. */
  onWork(texts: string[]): Promise<void> | void
}

export type CountingJob = JobDefinition<{ note: string }, string, { text: string }, CountingDeps>

/** A job whose items are texts: `nothing…` finds nothing, everything else costs a credit. */
export function countingJob(batch: number, id = 'counting'): CountingJob {
  return bindJobs<CountingDeps>('test')({
    id,
    batch,
    event: endEvent(countingCompleted, ({ jobId, state, delivered, total, error }) => ({
      task_id: jobId,
      success: state === 'completed',
      delivered,
      total,
      error,
    })),
    async work({ deps }, items) {
      await deps.onWork(items.map(({ input }) => input))
      return items.map(({ input }): ItemOutcome<{ text: string }> => {
        if (input.startsWith('nothing')) return { state: 'empty' }
        return { state: 'delivered', output: { text: input.toUpperCase() }, lines: companies(1) }
      })
    },
  })
}

/** A call of an organization, for what handlers hand to jobs. */
export function callOf({ caller }: TestOrganization, nowMs: number, requestId = 'req_poll'): Call {
  return {
    ...caller,
    requestId,
    operationId: 'countThings',
    nowMs,
    signal: AbortSignal.timeout(6e4),
    address: '127.0.0.1',
    credit: makeCredit(undefined),
    advise: () => undefined,
    warn: () => undefined,
  }
}

/** Starts a job as the pipeline does: hold, then hand over. Answers the task id. */
export async function startCounting(
  platform: TestPlatform,
  org: TestOrganization,
  start: {
    job: CountingJob
    items: readonly string[]
    holdUnits?: number
    replay?: HandOverRequest['replay']
  },
): Promise<string> {
  const spending = spendingOn(platform)
  const request = spending.ask(org, companies(start.holdUnits ?? start.items.length))
  const hold = await spending.held(request)
  const call = callOf(org, platform.clock.now(), request.requestId)
  const answer = await platform.jobs.start(start.job, call, {
    params: { note: 'a note' },
    items: start.items,
    charging: 'later',
    output: (taskId) => ({ taskId }),
  })
  const { requestId, operationId, caller } = request
  const account: JobAccount = { caller, requestId, operationId, hold }
  const { replay } = start
  const begin: HandOverRequest['begin'] = async (tx) => answer.begin?.(tx, account)
  await platform.ledger.handOver({ caller, hold, begin, ...(replay === undefined ? {} : { replay }) })
  return answer.output.taskId
}

/** What a job delivered, what its items say they cost, and what the journal says. */
export async function moneyOf(platform: TestPlatform, org: TestOrganization, taskId: string) {
  const [items] = await platform.db.query<{ delivered: number; charged: number }>(sql`
    SELECT count(*) FILTER (WHERE state = 'delivered') AS delivered, COALESCE(sum(charged), 0)::bigint AS charged
    FROM job_items WHERE job_id = ${taskId}`)
  const captured = (await spendingOn(platform).journal(org))
    .filter(([kind]) => kind === 'capture')
    .reduce((sum, [, amount]) => sum + amount, 0)
  return { delivered: items?.delivered ?? 0, charged: items?.charged ?? 0, captured }
}
