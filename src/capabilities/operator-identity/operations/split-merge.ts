import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { readOperatorOrigin } from '../../../platform/audit/index.ts'
import { mergeNumber, noteDecision, refusing } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'

export const splitMerge = operation({
  id: 'splitMerge',
  route: 'POST /operator/v1/identity/split',
  tag: operatorTag,
  summary: 'Undo a merge',
  describe:
    'Undoes a merge, also one that an import made: both are separate again, and what was learnt since stays with the entity that remained. For the operator of the installation; `almanac identity split` does the same on the machine.',
  input: z.object({ mergeId: mergeNumber }),
  output: z.object({ entityId: z.string(), restoredId: z.string() }),
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  timeoutMs: 120_000,
  examples: [{ name: 'A merge', input: { mergeId: '17' } }],
  effect: 'changes',
  handle: ({ input: { mergeId }, call, deps }) =>
    refusing('mergeId', async () => {
      const { actor } = readOperatorOrigin(call)
      const { kept: entityId, restored: restoredId } = await deps.identity.split(mergeId, { actor })
      const detail = { entityId, restoredId }
      await noteDecision(deps, call, { action: 'identity.split', subject: mergeId, detail })
      return { entityId, restoredId }
    }),
})
