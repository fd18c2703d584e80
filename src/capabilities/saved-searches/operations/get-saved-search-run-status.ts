import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { runStatus, savedSearchRunId } from '../schema.ts'
import { operation, tag } from '../slice.ts'
import { requireRun, buildStatus } from '../views.ts'

export const getSavedSearchRunStatus = operation({
  id: 'getSavedSearchRunStatus',
  route: 'POST /v1/saved-search/run/status',
  tag,
  summary: 'Poll a run of a saved search',
  describe:
    'Returns the progress of the run: NOT_STARTED, PROCESSING, COMPLETED, FAILED, or REJECTED_NO_FUNDS if the credits, or the X-Max-Credits of the request that started it, did not cover the new results. Poll at most every 30 seconds.',
  input: z.object({ savedSearchRunId }),
  output: z.object({ run: runStatus }),
  price: free('Polls are free.'),
  limit: perMinute(120),
  follows: 'manuallySpawnSavedSearchRun',
  fails: ['not-found'],
  examples: [{ name: 'A run', input: { savedSearchRunId: 'ssrun_01kf3wz3a0s6n4yq8b2c7d5e9g' } }],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const run = await requireRun(deps, call, input.savedSearchRunId)
    if (run.completedAt === null) call.advise('Poll at most every 30 seconds until completedAt is set.')
    return { run: buildStatus(run) }
  },
})
