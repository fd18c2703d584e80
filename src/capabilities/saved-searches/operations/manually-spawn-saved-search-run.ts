import { z } from 'zod'
import { countMilli } from '../../../lib/credits.ts'
import {
  free,
  JobAnswer,
  listedPrice,
  perMinute,
  type Call,
  type JobCredits,
} from '../../../operation/index.ts'
import { savedSearchFailures } from '../failures.ts'
import { savedSearchRun } from '../jobs/saved-search-run.ts'
import { insertRun, selectIsRunning } from '../run-rows.ts'
import { newRunId } from '../runs.ts'
import { savedSearchId } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const manuallySpawnSavedSearchRun = operation({
  id: 'manuallySpawnSavedSearchRun',
  route: 'POST /v1/saved-search/spawn',
  tag,
  summary: 'Run a saved search now',
  tasks: ['rerun a saved search at once'],
  describe: `Starts a run in the background, active or not; the schedule does not change. The run charges ${listedPrice('savedSearchCompany')} for each company and ${listedPrice('savedSearchProspect')} for each person that was never in the saved search before. The cost is known only after the search: if the credits, or the \`X-Max-Credits\` of this request, do not cover it, the run ends as REJECTED_NO_FUNDS, changes nothing and costs nothing. Poll getSavedSearchRunStatus at most every 30 seconds, or wait for the event saved_search.run_completed.`,
  input: z.object({ savedSearchId }),
  output: z.object({
    id: z.string().describe('Pass as savedSearchRunId to operations on runs.'),
    startedAt: z.iso.datetime(),
  }),
  price: free('Starting a run is free; the run charges for new results.'),
  limit: perMinute(20),
  dryRun: false,
  chargesLater: true,
  follows: 'createSavedSearch',
  fails: ['not-found', 'run-in-progress'],
  examples: [{ name: 'Now', input: { savedSearchId: 'ssearch_01kf3wz3a0s6n4yq8b2c7d5e9f' } }],
  effect: 'changes',
  async handle({ input, call, deps }) {
    const { organizationId } = call
    const saved = await deps.savedSearches.find(organizationId, input.savedSearchId)
    if (await selectIsRunning(deps.db, saved.id)) throw savedSearchFailures.of('run-in-progress')
    const id = newRunId(deps.clock)
    const began = new Date(call.nowMs)
    const startedAt = began.toISOString()
    const answer = await deps.jobs.start(savedSearchRun, call, {
      params: {
        runId: id,
        savedSearchId: saved.id,
        startedAt,
        ...(call.maxCredits !== undefined && { maxMilli: countMilli(call.maxCredits) }),
      },
      items: [null],
      charging: 'later',
      output: (taskId) => taskId,
    })
    const run = {
      id,
      organizationId,
      savedSearchId: saved.id,
      executionMode: 'manually_triggered' as const,
      taskId: answer.output,
      search: saved.search?.number ?? null,
      startedAt: began,
    }
    return new JobAnswer({
      output: { id, startedAt },
      credits: describeCredits(call),
      async begin(tx, account) {
        if (!(await insertRun(tx, run))) throw savedSearchFailures.of('run-in-progress')
        await answer.begin?.(tx, account)
      },
    })
  },
})

/** The cost of a run is known after its search; runs of sandboxes cost nothing. */
const describeCredits = ({ mode }: Call): JobCredits => ({
  method: 'charging-later',
  message: 'Credits are charged when the run ends, for new companies and people.',
  unheld: mode === 'live',
})
