import { z } from 'zod'
import { free, openPage, makePage, perMinute } from '../../../operation/index.ts'
import { listPages, nextCursor } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const listSavedSearch = operation({
  id: 'listSavedSearch',
  route: 'POST /v1/saved-search/list',
  tag,
  summary: 'List saved searches',
  describe: 'Returns a page of the saved searches of the organization, the newest first.',
  input: z.object(listPages),
  output: z.object({
    savedSearches: z.array(z.object({ id: z.string(), name: z.string() })),
    nextCursor,
  }),
  pages: 'nextCursor',
  price: free('Saved searches are free to read.'),
  limit: perMinute(120),
  fails: ['invalid-cursor'],
  examples: [{ name: 'The newest', input: { pageSize: 10 } }],
  effect: 'reads',
  async handle({ input: { pageSize: size, cursor }, call: { organizationId }, deps }) {
    const seal = { key: deps.secret, of: 'listSavedSearch', organizationId }
    const after = openPage(cursor, seal, z.string())
    const savedSearches = await deps.lists.page(deps.db, organizationId, { after, most: size + 1 })
    const page = makePage(savedSearches, { size, seal, position: ({ id }) => id })
    return { savedSearches: page.items.map(({ id, name }) => ({ id, name })), nextCursor: page.nextCursor }
  },
})
