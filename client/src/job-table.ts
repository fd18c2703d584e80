import * as operations from './generated/operations.ts'
import type { Input, Operation, OperationId, Output } from './operation.ts'

export interface JobState {
  isDone: boolean
  percent?: number | undefined
  /** Why it ended without its result. */
  failure?: string | undefined
}

/** A start, and how to follow what it started. */
export interface Job<Start extends OperationId = OperationId, Poll extends OperationId = OperationId> {
  start: Operation<Start>
  poll: Operation<Poll>
  /** Takes what the poll is asked with. */
  cancel?: Operation
  /** Whether the poll says what the job cost, once it has ended. */
  costIn: 'poll' | 'ledger'
  ask(started: Output<Start>, input: Input<Start>): Input<Poll>
  state(output: Output<Poll>): JobState
}

const job = <Start extends OperationId, Poll extends OperationId>(form: Job<Start, Poll>) => form

/** Words of all jobs for an end; the other words mean that they go on. */
const done = new Set(['done', 'completed', 'normal'])
const broken = new Set(['failed', 'canceled', 'expired', 'withdrawn', 'rejected_no_funds', 'draft'])

function stateOf(
  status: string,
  more: { percent?: number | undefined; error?: string | null | undefined } = {},
): JobState {
  const word = status.toLowerCase()
  const isBroken = broken.has(word)
  const failure = more.error ?? `The job ended as ${status}. Read its page for the reasons.`
  return {
    isDone: isBroken || done.has(word),
    percent: more.percent,
    failure: isBroken ? failure : undefined,
  }
}

const share = (completed: number, all: number) => (all === 0 ? 0 : Math.floor((100 * completed) / all))

export const enrichList = job({
  start: operations.startEnrichList,
  poll: operations.pollEnrichList,
  cancel: operations.cancelEnrichList,
  costIn: 'poll',
  ask: ({ runId }) => ({ runId }),
  state: ({ run }) => stateOf(run.status, { percent: run.progressPercent, error: run.error }),
})

export const batchContactDetails = job({
  start: operations.startBatchContactDetails,
  poll: operations.pollBatchContactDetails,
  cancel: operations.cancelBatchContactDetails,
  costIn: 'ledger',
  ask: ({ taskId }) => ({ taskId }),
  state({ done: isDone, failed, canceled, progressPercent: percent }) {
    if (failed || canceled) return stateOf(failed ? 'failed' : 'canceled')
    return { isDone, percent }
  },
})

export const exhaustiveContact = job({
  start: operations.triggerExhaustiveContactEnrichment,
  poll: operations.pollExhaustiveContactEnrichmentResult,
  costIn: 'poll',
  ask: ({ taskId }) => ({ taskId }),
  state: ({ done: isDone, profile }) =>
    isDone && profile.status === 'failed' ? stateOf('failed', { error: profile.error }) : { isDone },
})

export const mosaic = job({
  start: operations.startMosaic,
  poll: operations.pollMosaic,
  cancel: operations.cancelMosaic,
  costIn: 'poll',
  ask: ({ runId }) => ({ runId }),
  state: ({ run }) =>
    stateOf(run.status, { percent: share(run.processedRowCount, run.rowCount), error: run.error }),
})

export const depthChart = job({
  start: operations.startDepthChart,
  poll: operations.pollDepthChart,
  costIn: 'poll',
  ask: ({ reportId }) => ({ reportId }),
  state: ({ status, errorMessage }) => stateOf(status, { error: errorMessage }),
})

export const batchLiveEnrich = job({
  start: operations.startBatchLiveEnrich,
  poll: operations.pollBatchLiveEnrich,
  costIn: 'poll',
  ask: ({ taskId }) => ({ taskId }),
  state: ({ status, progress }) =>
    stateOf(status, { percent: share(progress.total - progress.pending, progress.total) }),
})

/** How every export is followed, whatever its rows are from. */
const exportFollowing = {
  poll: operations.getExport,
  costIn: 'ledger',
  ask: ({ exportId }: { exportId: string }) => ({ exportId }),
  state: ({ status, progressPercent, error }: Output<'getExport'>) =>
    stateOf(status, { percent: progressPercent, error }),
} as const

export const companyExport = job({ ...exportFollowing, start: operations.exportCompanies })
export const prospectExport = job({ ...exportFollowing, start: operations.exportProspects })
export const companySearchExport = job({ ...exportFollowing, start: operations.exportCompanySearch })
export const peopleSearchExport = job({ ...exportFollowing, start: operations.exportPeopleSearch })
export const jobSearchExport = job({ ...exportFollowing, start: operations.exportJobSearch })
export const companyListExport = job({ ...exportFollowing, start: operations.exportListCompanies })
export const peopleListExport = job({ ...exportFollowing, start: operations.exportListPeople })

export const audienceBuild = job({
  start: operations.buildAudience,
  poll: operations.getAudienceStatus,
  costIn: 'ledger',
  ask: (_, { audienceId }) => ({ audienceId }),
  state: ({ status, progressPercent, buildError }) =>
    stateOf(status, { percent: progressPercent, error: buildError }),
})

export const audienceEnrichment = job({
  start: operations.triggerEnrichment,
  poll: operations.getEnrichmentStatus,
  costIn: 'ledger',
  ask: (_, { audienceId }) => ({ audienceId }),
  state: ({ currentStage, progressPercent }) => stateOf(currentStage, { percent: progressPercent }),
})

export const localBusinessSearch = job({
  start: operations.startLocalBusinessSearch,
  poll: operations.pollLocalBusinessSearch,
  costIn: 'poll',
  ask: ({ taskId }) => ({ taskId }),
  state: ({ status }) => stateOf(status),
})

export const domainLookup = job({
  start: operations.domainLookupTrigger,
  poll: operations.domainLookupPolling,
  costIn: 'poll',
  ask: ({ domainAgentRunId }) => ({ domainAgentRunId }),
  state: ({ status }) => stateOf(status),
})

export const socialMediaLookup = job({
  start: operations.socialMediaLookupTrigger,
  poll: operations.socialMediaLookupPolling,
  costIn: 'poll',
  ask: ({ runId }) => ({ runId }),
  state: ({ status }) => stateOf(status),
})

export const socialMediaBatch = job({
  start: operations.socialMediaLookupBatchTrigger,
  poll: operations.socialMediaLookupBatchPolling,
  costIn: 'poll',
  ask: ({ runId }) => ({ runId }),
  state: ({ status, overallStats }) =>
    stateOf(status, {
      percent: share(overallStats.totalPeople - overallStats.numRemaining, overallStats.totalPeople),
    }),
})

export const codehostLookup = job({
  start: operations.codehostLookupTrigger,
  poll: operations.codehostLookupPoll,
  costIn: 'poll',
  ask: ({ codehostLookupRunId }) => ({ codehostLookupRunId }),
  state: ({ status }) => stateOf(status),
})

export const codehostToPnet = job({
  start: operations.codehostToPnetTrigger,
  poll: operations.codehostToPnetPolling,
  costIn: 'poll',
  ask: ({ codehostToPnetRunId }) => ({ codehostToPnetRunId }),
  state: ({ status }) => stateOf(status),
})

export const savedSearchRun = job({
  start: operations.manuallySpawnSavedSearchRun,
  poll: operations.getSavedSearchRunStatus,
  costIn: 'ledger',
  ask: ({ id }) => ({ savedSearchRunId: id }),
  state: ({ run }) => stateOf(run.status),
})
