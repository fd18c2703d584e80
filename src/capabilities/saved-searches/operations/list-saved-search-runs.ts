import { z } from 'zod'
import { free, openPage, makePage, perMinute } from '../../../operation/index.ts'
import { selectRuns } from '../run-rows.ts'
import { listPages, nextCursor, runItem, savedSearchId } from '../schema.ts'
import { operation, tag } from '../slice.ts'
import { buildItem } from '../views.ts'

export const listSavedSearchRuns = operation({
  id: 'listSavedSearchRuns',
  route: 'POST /v1/saved-search/run/list',
  tag,
  summary: 'List the runs of a saved search',
  describe: 'Returns a page of all runs, the newest first.',
  input: z.object({ savedSearchId, ...listPages }),
  output: z.object({ runs: z.array(runItem), nextCursor }),
  pages: 'nextCursor',
  price: free('Runs are free to read.'),
  limit: perMinute(120),
  follows: 'createSavedSearch',
  fails: ['not-found', 'invalid-cursor'],
  examples: [
    { name: 'The newest', input: { savedSearchId: 'ssearch_01kf3wz3a0s6n4yq8b2c7d5e9f', pageSize: 10 } },
  ],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const { pageSize: size, cursor } = input
    const { organizationId } = call
    const { id: savedSearchId } = await deps.savedSearches.find(organizationId, input.savedSearchId)
    const seal = { key: deps.secret, of: 'listSavedSearchRuns', organizationId, query: { savedSearchId } }
    const before = openPage(cursor, seal, z.string())
    const runs = await selectRuns(deps.db, savedSearchId, { before, most: size + 1 })
    const page = makePage(runs, { size, seal, position: ({ id }) => id })
    return { runs: page.items.map(buildItem), nextCursor: page.nextCursor }
  },
})
