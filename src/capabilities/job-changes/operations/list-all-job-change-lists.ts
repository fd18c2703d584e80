import { z } from 'zod'
import { free, openPage, pageInput, makePage, perMinute } from '../../../operation/index.ts'
import { listViews } from '../list-view.ts'
import { listView } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const listAllJobChangeLists = operation({
  id: 'listAllJobChangeLists',
  route: 'POST /v1/job-changes/list-all',
  tag,
  summary: 'List job-change lists',
  describe: 'Returns a page of the job-change lists of the organization, newest first.',
  input: z.object(pageInput({ sizes: { default: 100, most: 100 } })),
  output: z.object({
    lists: z.array(listView),
    jobChangesLists: z.array(listView).describe('The same as lists.'),
    totalCount: z.int().describe('Lists on all pages.'),
    nextCursor: z.string().nullable().describe('Pass as cursor for the next page; null at the end.'),
  }),
  pages: 'nextCursor',
  price: free('Job-change lists are free to read.'),
  limit: perMinute(60),
  fails: ['invalid-cursor'],
  examples: [{ name: 'The newest', input: { pageSize: 10 } }],
  effect: 'reads',
  async handle({ input: { pageSize: size, cursor }, call: { organizationId, operationId: of }, deps }) {
    const seal = { key: deps.secret, of, organizationId }
    const after = openPage(cursor, seal, z.string())
    const [rows, totalCount] = await Promise.all([
      deps.lists.page(organizationId, { after, most: size + 1 }),
      deps.lists.count(organizationId),
    ])
    const { items, nextCursor } = makePage(rows, { size, seal, position: ({ id }) => id })
    const lists = await listViews(deps, items)
    return { lists, jobChangesLists: lists, totalCount, nextCursor }
  },
})
