import { z } from 'zod'
import { free, makePage, openPage, pageInput, perMinute } from '../../../operation/index.ts'
import { answerExport } from '../export-answer.ts'
import { exportView } from '../schema.ts'
import { operation } from '../slice.ts'

const position = z.tuple([z.number(), z.string()])

export const listExports = operation({
  id: 'listExports',
  route: 'GET /v1/exports',
  tag: 'Additions',
  summary: 'List exports',
  tasks: ['which files were exported', 'download an earlier export again'],
  describe:
    'Returns the exports of the organization of the last forty days, the newest first, as getExport does. Each answer has new links.',
  input: z.object({ ...pageInput({ sizes: { default: 25, most: 100 } }) }),
  output: z.object({
    exports: z.array(exportView),
    hasMore: z.boolean(),
    nextCursor: z.string().nullable().describe('Pass as cursor for the next page; null at the end.'),
  }),
  pages: 'nextCursor',
  price: free('Listing exports is free.'),
  limit: perMinute(120),
  fails: ['invalid-cursor'],
  examples: [{ name: 'The newest', input: { pageSize: 10 } }],
  effect: 'reads',
  async handle({ input: { cursor, pageSize: size }, call, deps }) {
    const { organizationId } = call
    const seal = { key: deps.secret, of: 'listExports', organizationId }
    const last = openPage(cursor, seal, position)
    const after = last === undefined ? undefined : { createdAt: new Date(last[0]), id: last[1] }
    const views = await deps.exports.list(organizationId, { after, most: size + 1 })
    const { items, nextCursor } = makePage(views, {
      size,
      seal,
      position: ({ createdAt, exportId }) => [createdAt.getTime(), exportId],
    })
    const attributionUrl = items.some(({ downloadUrl }) => downloadUrl !== null)
      ? await deps.findAttribution()
      : null
    return {
      exports: items.map((view) => answerExport(view, attributionUrl)),
      hasMore: nextCursor !== null,
      nextCursor,
    }
  },
})
