import { endEvent } from '../../../platform/jobs/index.ts'
import { trackerListRunCompleted } from '../events.ts'
import { deleteAnswers } from '../filter-rows.ts'
import type { RefreshParams } from '../refreshes.ts'
import { workOnPart, planChecks, recordChecks, type CheckItem, type CheckResult } from '../run-refresh.ts'
import { endRun, lockRun, type LiveCounts, type RunStatus } from '../run-rows.ts'
import { defineJob } from '../slice.ts'

/** The end of a refresh. */
interface Ended {
  refreshedAt: string
  entityCount: number
  nextRefreshAt: string | null
  status: RunStatus
  error: string | null
  liveSources: LiveCounts | null
}

const archived = 'The list was archived during the refresh.'

/** Messages for refreshes that failed. */
const endings: Partial<Record<RunStatus, string>> = {
  REJECTED_NO_FUNDS:
    'The credits, or the X-Max-Credits of the request, did not cover all signals found, so some were not sent. The next refresh finds them again.',
  FAILED: 'Part of the list could not be checked. The next refresh checks it again.',
}

export const trackerRefresh = defineJob<RefreshParams, CheckItem, CheckResult>({
  id: 'trackerRefresh',
  plan: ({ deps, params, organizationId, nowMs, signal }) =>
    planChecks(deps, { params, organizationId, nowMs, signal }),
  async work({ deps, params, organizationId, nowMs, signal }, items) {
    const order = { params, organizationId, nowMs, signal }
    return Promise.all(items.map(async ({ input }) => workOnPart(deps, order, input)))
  },
  async record(tx, context, ended) {
    await recordChecks(tx, context, ended)
  },
  // Signals and answers have tables of their own.
  keeps: ({ checked, live }) => ({ checked, live, signals: [] }),
  async conclude({ deps, params, organizationId }): Promise<Ended> {
    const completedAt = new Date(deps.clock.now())
    const run = await deps.db.transact(async (tx) => {
      const lockedRun = await lockRun(tx, params.runId)
      await endRun(tx, params.runId, { status: 'COMPLETED', completedAt })
      await deleteAnswers(tx, { listId: params.listId, keep: params.rules.map(({ id }) => id) })
      return lockedRun
    })
    const { list } = await deps.trackers.findAny(organizationId, params.listId)
    const status = run === undefined || run.completedAt === null ? 'COMPLETED' : run.status
    const next = await deps.trackers.nextRefreshAt(params.listId)
    return {
      refreshedAt: (run?.completedAt ?? completedAt).toISOString(),
      entityCount: list.counts[params.entityType],
      nextRefreshAt: next?.toISOString() ?? null,
      status,
      error: list.archivedAt !== null && status === 'FAILED' ? archived : (endings[status] ?? null),
      liveSources: run?.live ?? null,
    }
  },
  abandon: (tx, { params, nowMs }) =>
    endRun(tx, params.runId, { status: 'FAILED', completedAt: new Date(nowMs) }),
  event: endEvent(trackerListRunCompleted, ({ params, result, state, error }) => {
    const ended = (result ?? {}) as Partial<Ended>
    const { listId, listName, entityType, refreshIntervalDays, startedAt } = params
    return {
      success: state === 'completed' && ended.status === 'COMPLETED',
      listId,
      listName,
      entityType,
      entityCount: ended.entityCount ?? 0,
      refreshedAt: ended.refreshedAt ?? startedAt,
      nextRefreshAt: ended.nextRefreshAt ?? null,
      refreshIntervalDays,
      liveSources: ended.liveSources ?? null,
      error: ended.error ?? (state === 'completed' ? null : (error ?? 'The refresh was stopped.')),
    }
  }),
})
