import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { savedSearchId } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const undoSkipNextSavedSearchRun = operation({
  id: 'undoSkipNextSavedSearchRun',
  route: 'POST /v1/saved-search/undo-skip',
  tag,
  summary: 'Undo skipping the next run of a saved search',
  describe: 'The next scheduled run is no longer skipped.',
  input: z.object({ savedSearchId }),
  output: z.object({
    id: z.string(),
    skipUntil: z.iso.datetime().nullable().describe('Null: no run is skipped.'),
  }),
  price: free('Changing a saved search is free.'),
  limit: perMinute(60),
  follows: 'createSavedSearch',
  fails: ['not-found', 'conflict', 'saved-search-paused'],
  examples: [{ name: 'The next one', input: { savedSearchId: 'ssearch_01kf3wz3a0s6n4yq8b2c7d5e9f' } }],
  effect: 'changes',
  repeatable: true,
  async handle({ input, call, deps }) {
    await deps.savedSearches.skipNext(call, input.savedSearchId, false)
    return { id: input.savedSearchId, skipUntil: null }
  },
})
