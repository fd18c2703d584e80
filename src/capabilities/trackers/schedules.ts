import type { Events } from '../../platform/events/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import {
  defineSchedule,
  startedBy,
  type ScheduleKind,
  type Schedules,
} from '../../platform/schedules/index.ts'
import type { Queryable } from '../../store/postgres/index.ts'
import { trackerListRunUpcoming } from './events.ts'
import { trackerRefresh } from './jobs/tracker-refresh.ts'
import { noticeKind, refreshKind, type Tracker } from './list-kinds.ts'
import type { Refreshes } from './refreshes.ts'
import type { EntityType } from './rules/states.ts'
import { selectIsRunning } from './run-rows.ts'
import type { Trackers } from './trackers.ts'

interface ScheduleSettings {
  trackers: Trackers
  refreshes: Refreshes
  schedules: Pick<Schedules, 'find'>
  jobs: Jobs
  events: Events
}

/** Finds a list of either kind that is not archived. */
async function findList(
  { lists }: Trackers,
  tx: Queryable,
  { organizationId, subjectId }: { organizationId: string | null; subjectId: string },
): Promise<{ entityType: EntityType; list: Tracker } | undefined> {
  if (organizationId === null) return undefined
  for (const entityType of ['company', 'person'] as const) {
    const list = await lists[entityType].find(tx, organizationId, subjectId)
    if (list !== undefined) return list.archivedAt === null ? { entityType, list } : undefined
  }
  return undefined
}

/** Refreshes a list by its schedule. */
export const refreshSchedule = ({ trackers, refreshes, jobs }: ScheduleSettings): ScheduleKind =>
  defineSchedule({
    kind: refreshKind,
    async run({ tx, organizationId, subjectId }) {
      const list = await findList(trackers, tx, { organizationId, subjectId })
      if (list === undefined || organizationId === null) return { outcome: 'skipped', reason: 'gone' }
      if (await selectIsRunning(tx, subjectId)) return { outcome: 'skipped', reason: 'still-running' }
      const planned = await refreshes.plan(list.list, list.entityType)
      const { params, lines } = planned
      const order = { organizationId, operationId: 'tracker.refresh', params, isScheduled: true }
      const begun = await jobs.begin(tx, trackerRefresh, lines.length > 0 ? { ...order, lines } : order)
      // A refresh by hand began at this very moment: the slot is tried again and then finds it.
      if (begun.begun && !(await refreshes.begin(tx, { organizationId, taskId: begun.taskId, planned })))
        throw new Error(`another refresh of ${subjectId} began`)
      return startedBy(begun)
    },
  })

/** Announces a refresh a day ahead. */
export const noticeSchedule = ({ trackers, schedules, events }: ScheduleSettings): ScheduleKind =>
  defineSchedule({
    kind: noticeKind,
    async run({ tx, organizationId, subjectId }) {
      const tracker = await findList(trackers, tx, { organizationId, subjectId })
      const refresh = await schedules.find({ kind: refreshKind, subjectId }, tx)
      if (tracker === undefined || refresh === undefined || organizationId === null)
        return { outcome: 'skipped', reason: 'gone' }
      if (refresh.paused) return { outcome: 'skipped', reason: 'asked' }
      const { entityType, list } = tracker
      await events.append(tx, trackerListRunUpcoming, {
        organizationId,
        data: {
          success: true,
          listId: list.id,
          listName: list.name,
          entityType,
          expectedRefreshAt: refresh.nextSlotAt.toISOString(),
          refreshIntervalDays: list.settings.refreshIntervalDays,
        },
      })
      return { outcome: 'done' }
    },
  })
