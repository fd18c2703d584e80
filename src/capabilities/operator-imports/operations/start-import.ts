import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { readOperatorOrigin } from '../../../platform/audit/index.ts'
import { choiceMembers, importId, importView, readChoice, refusing, viewOfImport } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'

export const startImport = operation({
  id: 'startImport',
  route: 'POST /operator/v1/imports/{importId}/start',
  tag: operatorTag,
  summary: 'Load an uploaded file',
  describe:
    'Loads a file in the background, in a process of its own with low priority, one at a time in an installation. It also goes on with one that was paused, canceled, interrupted, or that failed: rows already loaded cost little and change nothing. Progress is in getImport. 409 for one that runs or is done. For the operator of the installation; `almanac import` does the same on the machine.',
  input: z.object({ importId, ...choiceMembers }),
  output: importView,
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  fails: ['not-found', 'conflict'],
  examples: [{ name: 'As guessed', input: { importId: 'imp_01jz0000000000000000000000' } }],
  effect: 'changes',
  handle: ({ input: { importId: id, ...choice }, call, deps }) =>
    refusing(async () => {
      const one = await deps.imports.start(id, readChoice(choice), readOperatorOrigin(call))
      return one && viewOfImport(one)
    }),
})
