import { z } from 'zod'
import { Failure, free, optional, perMinute, withDefault } from '../../../operation/index.ts'
import { suppressionView, viewOf } from '../schema.ts'
import { operation, privacyTag } from '../slice.ts'

const isCursor = (text: string) => /^sup_[0-9a-z]{26}$/.test(text)

export const listSuppressions = operation({
  id: 'listSuppressions',
  route: 'GET /v1/privacy/suppressions',
  tag: privacyTag,
  summary: 'List who is kept out of the corpus',
  describe:
    'Pages through the list of suppressions, the newest first. It tells why and when, and how many identifiers each entry covers, but not who it is: identifiers are kept as digests. For the operator of the installation.',
  input: z.object({
    pageSize: withDefault(z.int().min(1).max(1000), 100),
    cursor: optional(z.string()),
  }),
  output: z.object({ suppressions: z.array(suppressionView), nextCursor: z.string().nullish() }),
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  fails: ['invalid-cursor'],
  examples: [{ name: 'The newest', input: { pageSize: 10 } }],
  effect: 'reads',
  async handle({ input: { pageSize, cursor }, deps }) {
    if (cursor !== undefined && !isCursor(cursor)) return new Failure('invalid-cursor')
    const found = await deps.suppressions.list({ before: cursor, most: pageSize + 1 })
    const page = found.slice(0, pageSize)
    const last = page.at(-1)
    return {
      suppressions: page.map(viewOf),
      ...(found.length > page.length && last !== undefined ? { nextCursor: last.id } : {}),
    }
  },
})
