import type { Clock } from '../../lib/clock.ts'
import type { Events } from '../../platform/events/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import {
  defineSchedule,
  startedBy,
  type ScheduleKind,
  type Schedules,
} from '../../platform/schedules/index.ts'
import { savedSearchRunUpcoming } from './events.ts'
import { savedSearchRun } from './jobs/saved-search-run.ts'
import { noticeKind, runKind, type SavedSearchLists } from './list-kind.ts'
import { insertRun, selectIsRunning, type ExecutionMode } from './run-rows.ts'
import { newRunId } from './runs.ts'

interface ScheduleSettings {
  clock: Clock
  lists: SavedSearchLists
  schedules: Pick<Schedules, 'find'>
  jobs: Jobs
  events: Events
}

/** A run by the schedule. */
export const runSchedule = ({ lists, jobs, clock }: ScheduleSettings): ScheduleKind =>
  defineSchedule({
    kind: runKind,
    async run({ tx, organizationId, subjectId }) {
      if (organizationId === null) return { outcome: 'skipped', reason: 'gone' }
      const savedSearch = await lists.find(tx, organizationId, subjectId)
      if (savedSearch === undefined || savedSearch.archivedAt !== null)
        return { outcome: 'skipped', reason: 'gone' }
      const { settings, search } = savedSearch
      if (settings.skipsNext) {
        const change = { settings: { ...settings, skipsNext: false }, by: 'system' }
        await lists.change(tx, organizationId, subjectId, change)
        return { outcome: 'skipped', reason: 'asked' }
      }
      if (await selectIsRunning(tx, subjectId)) return { outcome: 'skipped', reason: 'still-running' }
      const startedAt = new Date(clock.now())
      const run = { id: newRunId(clock), savedSearchId: subjectId, startedAt }
      const params = { runId: run.id, savedSearchId: subjectId, startedAt: startedAt.toISOString() }
      const order = {
        organizationId,
        operationId: 'saved_search.run',
        params,
        items: [null],
        isScheduled: true,
      }
      const begun = await jobs.begin(tx, savedSearchRun, order)
      if (begun.begun) {
        const executionMode: ExecutionMode = 'automatically_triggered'
        const row = {
          ...run,
          organizationId,
          executionMode,
          taskId: begun.taskId,
          search: search?.number ?? null,
        }
        // Asked for by hand this very moment: the slot is tried again, and then finds that run.
        if (!(await insertRun(tx, row))) throw new Error(`another run of ${subjectId} began`)
      }
      return startedBy(begun)
    },
  })

/** The notice a day before a run. */
export const noticeSchedule = ({ lists, schedules, events }: ScheduleSettings): ScheduleKind =>
  defineSchedule({
    kind: noticeKind,
    async run({ tx, organizationId, subjectId }) {
      const run = await schedules.find({ kind: runKind, subjectId }, tx)
      const savedSearch =
        organizationId === null ? undefined : await lists.find(tx, organizationId, subjectId)
      if (run === undefined || savedSearch === undefined || organizationId === null)
        return { outcome: 'skipped', reason: 'gone' }
      const { type, maxCompanies, maxProfiles, skipsNext } = savedSearch.settings
      if (run.paused || skipsNext) return { outcome: 'skipped', reason: 'asked' }
      await events.append(tx, savedSearchRunUpcoming, {
        organizationId,
        data: {
          saved_search_id: subjectId,
          saved_search_name: savedSearch.name,
          expected_run_at: run.nextSlotAt.toISOString(),
          type,
          max_new_companies_per_run: type === 'prospect_only' ? 0 : maxCompanies,
          max_new_profiles_per_run: type === 'company_only' ? 0 : maxProfiles,
          success: true,
        },
      })
      return { outcome: 'done' }
    },
  })
