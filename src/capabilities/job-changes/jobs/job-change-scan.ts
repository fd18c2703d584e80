import { endEvent } from '../../../platform/jobs/index.ts'
import { jobChangeScanCompleted } from '../events.ts'
import { selectProfiles } from '../profile-rows.ts'
import type { MovementCounts, ScanStatus } from '../scan-rows.ts'
import { defineJob } from '../slice.ts'

/** Parameters of a scan. */
export interface ScanParams {
  scanId: string
  listId: string
  /** ISO 8601. */
  startedAt: string
}

/** Items: batches of profiles to fetch live, and finally the comparison of the list. */
type Step = { refresh: string[] } | { compare: true }

interface Ended {
  status: ScanStatus
  movements: MovementCounts | null
}

/** The job itself is free: movements are charged when they are stored, at the exact price. */
export const jobChangeScan = defineJob<ScanParams, Step, Ended | null>({
  id: 'jobChangeScan',
  async plan({ params: { listId }, organizationId, deps }) {
    const batches = await deps.scans.toRefresh({ organizationId, listId })
    return [...batches.map((refresh) => ({ refresh })), { compare: true as const }]
  },
  async work({ params, organizationId, jobId: taskId, deps, signal }, items) {
    const [item] = items
    const of = { organizationId, listId: params.listId }
    if (item !== undefined && 'refresh' in item.input) {
      const profiles = await selectProfiles(deps.db, of, item.input.refresh)
      const urls = profiles.map(({ pnetUrl }) => pnetUrl)
      await deps.scans.refresh(urls, signal)
      return [{ state: 'delivered', output: null, lines: [] }]
    }
    const { status, movements } = await deps.scans.carryOut({ ...of, scanId: params.scanId, taskId, signal })
    return [{ state: 'delivered', output: { status, movements }, lines: [] }]
  },
  async record(tx, { params, deps }, ended) {
    if (ended.some(({ outcome, input }) => 'compare' in input && outcome.state === 'failed'))
      await deps.scans.fail(tx, params.scanId)
  },
  async conclude(_, outputs) {
    return (await outputs()).at(-1) ?? {}
  },
  abandon: (tx, { params, deps }) => deps.scans.fail(tx, params.scanId),
  event: endEvent(jobChangeScanCompleted, ({ params, result, error }) => {
    const { status = 'FAILED', movements } = (result ?? {}) as Partial<Ended>
    const success = status === 'COMPLETED'
    return {
      list_id: params.listId,
      scan_id: params.scanId,
      success,
      status,
      started_at: params.startedAt,
      total_movements: Object.values(movements ?? {}).reduce((sum, count) => sum + count, 0),
      error: success ? null : (error ?? reasons[status] ?? 'The scan failed and changed nothing.'),
    }
  }),
})

const reasons: Partial<Record<ScanStatus, string>> = {
  REJECTED_NO_FUNDS:
    'The credit balance does not cover the movements found. Nothing was reported or charged; the next scan finds them again.',
}
