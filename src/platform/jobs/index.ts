export type { BeginOutcome, BeginRequest } from './begin-job.ts'
export {
  endEvent,
  type EndEvent,
  isJob,
  bindJobs,
  type AnyJob,
  type EndedOutcome,
  type ItemOutcome,
  type JobContext,
  type JobDefinition,
  type JobItem,
  type JobSpec,
  type JobSummary,
} from './define-job.ts'
export { forgetJobs, withdrawResults, type FileKept } from './forget-jobs.ts'
export type { ItemView, JobState } from './job-rows.ts'
export {
  openJobs,
  type ItemPage,
  type Jobs,
  type JobsSettings,
  type JobView,
  type StartedJob,
  type StartRequest,
} from './open-jobs.ts'
export { pollAnswer, pollRun, pollStatus, type RunPage } from './poll-run.ts'
export { cancelRun, canceledRun, listedRun, listRuns, runListInput } from './run-list.ts'
export { runStatuses, runStatusOf } from './run-status.ts'
export { installQueue } from './queue.ts'
export { WorkOvertaken, type JobSandbox } from './run-job.ts'
