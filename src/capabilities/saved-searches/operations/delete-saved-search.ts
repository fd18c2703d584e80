import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { savedSearchId } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const deleteSavedSearch = operation({
  id: 'deleteSavedSearch',
  route: 'POST /v1/saved-search/delete',
  tag,
  summary: 'Delete a saved search',
  tasks: ['stop a saved search for good'],
  describe:
    'Ends a saved search: it runs no more, and is neither listed nor read by its id. A run under way ends as failed and costs nothing. Runs that have ended can still be read.',
  input: z.object({ savedSearchId }),
  output: z.object({ savedSearchId: z.string(), isDeleted: z.literal(true) }),
  price: free('Deleting is free.'),
  limit: perMinute(60),
  follows: 'createSavedSearch',
  fails: ['not-found'],
  examples: [{ name: 'One', input: { savedSearchId: 'ssearch_01kf3wz3a0s6n4yq8b2c7d5e9f' } }],
  effect: 'changes',
  async handle({ input, call, deps }) {
    await deps.savedSearches.archive(call, input.savedSearchId)
    return { savedSearchId: input.savedSearchId, isDeleted: true as const }
  },
})
