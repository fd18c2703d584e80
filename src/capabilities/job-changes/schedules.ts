import type { Clock } from '../../lib/clock.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import { defineSchedule, startedBy, type ScheduleKind } from '../../platform/schedules/index.ts'
import { jobChangeScan } from './jobs/job-change-scan.ts'
import { scanKind, type JobChangeLists } from './list-kind.ts'
import { insertScan } from './scan-rows.ts'
import { newScanId } from './scans.ts'

/** The weekly scan of a list. */
export const scanSchedule = ({
  clock,
  lists,
  jobs,
}: {
  clock: Clock
  lists: JobChangeLists
  jobs: Jobs
}): ScheduleKind =>
  defineSchedule({
    kind: scanKind,
    async run({ tx, organizationId, subjectId: listId }) {
      const list = organizationId === null ? undefined : await lists.find(tx, organizationId, listId)
      if (organizationId === null || list === undefined || list.archivedAt !== null)
        return { outcome: 'skipped', reason: 'gone' }
      const startedAt = new Date(clock.now())
      const id = newScanId(clock)
      const params = { scanId: id, listId, startedAt: startedAt.toISOString() }
      const begun = await jobs.begin(tx, jobChangeScan, {
        organizationId,
        operationId: 'job_changes.scan',
        params,
        isScheduled: true,
      })
      if (
        begun.begun &&
        !(await insertScan(tx, { id, listId, organizationId, startedAt, taskId: begun.taskId }))
      )
        throw new Error(`another scan of ${listId} has not ended`)
      return startedBy(begun)
    },
  })
