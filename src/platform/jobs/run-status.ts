import type { JobState } from './job-rows.ts'

export const runStatuses = ['pending', 'running', 'done', 'failed', 'canceled'] as const

/** The state of a run in a list of runs. */
export const runStatusOf: Record<JobState, (typeof runStatuses)[number]> = {
  queued: 'pending',
  running: 'running',
  completed: 'done',
  failed: 'failed',
  canceled: 'canceled',
}
