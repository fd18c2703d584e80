import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { savedSearchFailures } from '../failures.ts'
import { selectRuns } from '../run-rows.ts'
import { runView, savedSearchId } from '../schema.ts'
import { operation, tag } from '../slice.ts'
import { readRun } from '../views.ts'

export const getLatestSavedSearchRun = operation({
  id: 'getLatestSavedSearchRun',
  route: 'POST /v1/saved-search/run/get-latest',
  tag,
  summary: 'Read the latest run of a saved search',
  describe: 'Returns the run that began last, ended or not; 404 before the first.',
  input: z.object({ savedSearchId }),
  output: z.object({ run: runView }),
  price: free('Runs are free to read.'),
  limit: perMinute(120),
  follows: 'createSavedSearch',
  fails: ['not-found', 'no-run-yet'],
  examples: [{ name: 'The latest', input: { savedSearchId: 'ssearch_01kf3wz3a0s6n4yq8b2c7d5e9f' } }],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const { id } = await deps.savedSearches.find(call.organizationId, input.savedSearchId)
    const [run] = await selectRuns(deps.db, id, { most: 1 })
    if (run === undefined) throw savedSearchFailures.of('no-run-yet')
    return { run: await readRun(deps, call, run) }
  },
})
