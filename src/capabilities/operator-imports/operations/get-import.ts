import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { importId, importView, refusing, viewOfImport } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'

export const getImport = operation({
  id: 'getImport',
  route: 'GET /operator/v1/imports/{importId}',
  tag: operatorTag,
  summary: 'Read how far an import is',
  describe:
    'Returns an import with its counts, rows a second and the time that is left. They are written once a second. For the operator of the installation.',
  input: z.object({ importId }),
  output: importView,
  price: free(),
  limit: perMinute(300),
  access: 'operator',
  fails: ['not-found'],
  examples: [{ name: 'An import', input: { importId: 'imp_01jz0000000000000000000000' } }],
  effect: 'reads',
  handle: ({ input, deps }) =>
    refusing(async () => {
      const one = await deps.imports.find(input.importId)
      return one && viewOfImport(one)
    }),
})
