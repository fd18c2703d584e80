import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { readOperatorOrigin } from '../../../platform/audit/index.ts'
import { importId, importView, refusing, viewOfImport } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'

export const pauseImport = operation({
  id: 'pauseImport',
  route: 'POST /operator/v1/imports/{importId}/pause',
  tag: operatorTag,
  summary: 'Pause an import',
  describe:
    'Ends an import after the batch that is being written; startImport goes on with it. What was loaded stays. 409 for one that has ended. For the operator of the installation.',
  input: z.object({ importId }),
  output: importView,
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  fails: ['not-found', 'conflict'],
  repeatable: true,
  examples: [{ name: 'An import', input: { importId: 'imp_01jz0000000000000000000000' } }],
  effect: 'changes',
  handle: ({ input, call, deps }) =>
    refusing(async () => {
      const one = await deps.imports.stop(input.importId, 'pause', readOperatorOrigin(call))
      return one && viewOfImport(one)
    }),
})
