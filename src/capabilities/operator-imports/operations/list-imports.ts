import { z } from 'zod'
import { free, makePage, openPage, pageInput, perMinute } from '../../../operation/index.ts'
import { importView, viewOfImport } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'

export const listImports = operation({
  id: 'listImports',
  route: 'GET /operator/v1/imports',
  tag: operatorTag,
  summary: 'List the imports',
  describe:
    'Pages through the files that were loaded over the interface, the newest first, with what came of each. For the operator of the installation.',
  input: z.object(pageInput({ sizes: { default: 50, most: 200 } })),
  output: z.object({ imports: z.array(importView), nextCursor: z.string().nullish() }),
  price: free(),
  limit: perMinute(120),
  access: 'operator',
  fails: ['invalid-cursor'],
  pages: 'nextCursor',
  examples: [{ name: 'The newest', input: { pageSize: 10 } }],
  effect: 'reads',
  async handle({ input: { pageSize: size, cursor }, deps }) {
    const seal = { key: deps.secret, of: 'listImports', organizationId: '' }
    const before = openPage(cursor, seal, z.string())
    const imports = await deps.imports.list({ before, most: size + 1 })
    const { items, nextCursor } = makePage(imports, { size, seal, position: ({ id }) => id })
    return { imports: items.map(viewOfImport), ...(nextCursor === null ? {} : { nextCursor }) }
  },
})
