import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { savedSearchId } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const skipNextSavedSearchRun = operation({
  id: 'skipNextSavedSearchRun',
  route: 'POST /v1/saved-search/skip-next-run',
  tag,
  summary: 'Skip the next run of a saved search',
  tasks: ['pause the next run'],
  describe: 'Skips the next scheduled run; repeating the request skips no other one.',
  input: z.object({ savedSearchId }),
  output: z.object({
    id: z.string(),
    skipUntil: z.iso.datetime().nullable().describe('The first run after the skipped one.'),
  }),
  price: free('Changing a saved search is free.'),
  limit: perMinute(60),
  follows: 'createSavedSearch',
  fails: ['not-found', 'conflict', 'saved-search-paused'],
  examples: [{ name: 'The next one', input: { savedSearchId: 'ssearch_01kf3wz3a0s6n4yq8b2c7d5e9f' } }],
  effect: 'changes',
  repeatable: true,
  async handle({ input, call, deps }) {
    const saved = await deps.savedSearches.skipNext(call, input.savedSearchId, true)
    const { nextRunAt } = await deps.savedSearches.nextRunAt(saved)
    return { id: input.savedSearchId, skipUntil: nextRunAt?.toISOString() ?? null }
  },
})
