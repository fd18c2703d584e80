import type { Jobs } from '../../src/platform/jobs/index.ts'
import { defineSchedule, startedBy, type ScheduleKind } from '../../src/platform/schedules/index.ts'
import { killedJob } from './killed-job.ts'

/** Begins a counting job of three credits at each slot, in processes that are to be killed. */
export const killedSchedule = (jobs: Jobs, onRun: () => void): ScheduleKind =>
  defineSchedule({
    kind: 'counting',
    async run({ tx, organizationId }) {
      onRun()
      const begun = await jobs.begin(tx, killedJob, {
        organizationId: organizationId ?? '',
        operationId: 'counting.run',
        params: { note: '' },
        items: ['a', 'b', 'c'],
        lines: [{ key: 'companySearchResult', units: 3 }],
      })
      return startedBy(begun)
    },
  })
