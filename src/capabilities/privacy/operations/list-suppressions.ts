import { z } from 'zod'
import { free, openPage, pageInput, makePage, perMinute } from '../../../operation/index.ts'
import { suppressionView, buildView } from '../schema.ts'
import { operation, privacyTag } from '../slice.ts'

export const listSuppressions = operation({
  id: 'listSuppressions',
  route: 'GET /v1/privacy/suppressions',
  tag: privacyTag,
  summary: 'List people kept out of the corpus',
  describe:
    'Pages through the list of suppressions, the newest first. Each entry has its reason, time and number of identifiers, but not the person: identifiers are kept as digests. For the operator of the installation.',
  input: z.object(pageInput({ sizes: { default: 100, most: 1000 } })),
  output: z.object({ suppressions: z.array(suppressionView), nextCursor: z.string().nullish() }),
  pages: 'nextCursor',
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  fails: ['invalid-cursor'],
  examples: [{ name: 'The newest', input: { pageSize: 10 } }],
  effect: 'reads',
  async handle({ input: { pageSize: size, cursor }, call: { organizationId }, deps }) {
    const seal = { key: deps.secret, of: 'listSuppressions', organizationId }
    const before = openPage(cursor, seal, z.string())
    const suppressions = await deps.suppressions.list({ before, most: size + 1 })
    const { items, nextCursor } = makePage(suppressions, { size, seal, position: ({ id }) => id })
    return { suppressions: items.map(buildView), ...(nextCursor === null ? {} : { nextCursor }) }
  },
})
