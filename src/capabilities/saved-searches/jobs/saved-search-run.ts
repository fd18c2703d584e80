import { milli } from '../../../lib/credits.ts'
import { endEvent } from '../../../platform/jobs/index.ts'
import type { Movements } from '../../../platform/lists/index.ts'
import { savedSearchRunCompleted } from '../events.ts'
import type { RunRow } from '../run-rows.ts'
import { defineJob } from '../slice.ts'

/** Parameters of a run. */
export interface RunParams {
  runId: string
  savedSearchId: string
  /** ISO 8601. */
  startedAt: string
  /** The most milli-credits that it may cost. */
  maxMilli?: number
}

type Ended = Pick<RunRow, 'status' | 'movements'> & { completedAt: string | null }

const nobody: Movements = { joined: 0, returned: 0, left: 0, stayed: 0 }

/** The job itself is free: new results of a run are charged with its members, at the exact price. */
export const savedSearchRun = defineJob<RunParams, null, Ended>({
  id: 'savedSearchRun',
  async work({ params, deps, organizationId, jobId: taskId, nowMs, signal }) {
    const { runId, maxMilli } = params
    const most = maxMilli === undefined ? undefined : milli(maxMilli)
    const order = { organizationId, runId, taskId, most, nowMs, signal }
    const { status, movements, completedAt } = await deps.runs.carryOut(order)
    const ended = { status, movements, completedAt: completedAt?.toISOString() ?? null }
    return [{ state: 'delivered', output: ended, lines: [] }]
  },
  async record(tx, { params, deps }, ended) {
    if (ended.some(({ outcome }) => outcome.state === 'failed')) await deps.runs.fail(tx, params.runId)
  },
  async conclude(_, outputs) {
    const [ended] = await outputs()
    return ended ?? {}
  },
  abandon: (tx, { params, deps }) => deps.runs.fail(tx, params.runId),
  event: endEvent(savedSearchRunCompleted, ({ params, result, error }) => {
    const { status, movements, completedAt = null } = (result ?? {}) as Partial<Ended>
    const { company = nobody, person = nobody } = movements ?? {}
    return {
      saved_search_id: params.savedSearchId,
      saved_search_run_id: params.runId,
      started_at: params.startedAt,
      completed_at: completedAt,
      success: status === 'COMPLETED',
      num_companies_joined: company.joined,
      num_companies_returned: company.returned,
      num_companies_departed: company.left,
      num_companies_stayed: company.stayed,
      num_people_joined: person.joined,
      num_people_returned: person.returned,
      num_people_departed: person.left,
      num_people_stayed: person.stayed,
      error: status === 'COMPLETED' ? null : (error ?? reasons[status ?? 'FAILED'] ?? reasons.FAILED),
    }
  }),
})

const reasons: Partial<Record<RunRow['status'], string>> & { FAILED: string } = {
  FAILED: 'The run failed and changed nothing.',
  REJECTED_NO_FUNDS:
    'The new results cost more than the credit balance, or the X-Max-Credits of the request, covers. Nothing was changed or charged.',
}
