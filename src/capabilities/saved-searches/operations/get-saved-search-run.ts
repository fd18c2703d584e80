import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { runView, savedSearchRunId } from '../schema.ts'
import { operation, tag } from '../slice.ts'
import { requireRun, readRun } from '../views.ts'

export const getSavedSearchRun = operation({
  id: 'getSavedSearchRun',
  route: 'POST /v1/saved-search/run/get',
  tag,
  summary: 'Read a run of a saved search',
  describe: 'Returns the progress, parameters, changes and cost of the run.',
  input: z.object({ savedSearchRunId }),
  output: z.object({ run: runView }),
  price: free('Runs are free to read.'),
  limit: perMinute(120),
  follows: 'manuallySpawnSavedSearchRun',
  fails: ['not-found'],
  examples: [{ name: 'A run', input: { savedSearchRunId: 'ssrun_01kf3wz3a0s6n4yq8b2c7d5e9g' } }],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const run = await requireRun(deps, call, input.savedSearchRunId)
    return { run: await readRun(deps, call, run) }
  },
})
