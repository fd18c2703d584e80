import { endEvent, bindJobs, type ItemOutcome } from '../../src/platform/jobs/index.ts'
import { countingCompleted } from '../support/counting-event.ts'
import type { CountingDeps, CountingJob } from '../support/jobs.ts'

/**
 * The counting job of test/support/jobs.ts in a file that loads the queue alone, for processes that are to be killed:
 * `nothing…` finds nothing, everything else costs a credit.
 */
export const killedJob: CountingJob = bindJobs<CountingDeps>('test')({
  id: 'counting',
  // Items worked on together.
  batch: 5,
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
      const lines = [{ key: 'companySearchResult', units: 1 } as const]
      return { state: 'delivered', output: { text: input.toUpperCase() }, lines }
    })
  },
})
