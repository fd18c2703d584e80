import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { savedSearchId } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const undoSkipNextSavedSearchRun = operation({
  id: 'undoSkipNextSavedSearchRun',
  route: 'POST /v1/saved-search/undo-skip',
  tag,
  summary: 'Have the next run of a saved search after all',
  describe: 'The next run by the schedule is not left out any more.',
  input: z.object({ savedSearchId }),
  output: z.object({
    id: z.string(),
    skipUntil: z.iso.datetime().nullable().describe('Null: none is left out.'),
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
