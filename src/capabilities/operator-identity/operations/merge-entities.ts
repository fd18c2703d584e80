import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { readOperatorOrigin } from '../../../platform/audit/index.ts'
import { findEntity } from '../find-entity.ts'
import { entityName, kind, noteDecision, refusing } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'

export const mergeEntities = operation({
  id: 'mergeEntities',
  route: 'POST /operator/v1/identity/merge',
  tag: operatorTag,
  summary: 'Merge two entities into one',
  describe:
    'Makes two entities one: identifiers, contacts and history of both stay with the first. splitMerge undoes it. For the operator of the installation; `almanac identity merge` does the same on the machine.',
  input: z.object({
    kind,
    into: entityName.describe('The entity that remains.'),
    from: entityName.describe('The entity that is merged into it.'),
    reason: z.string().trim().min(1).max(500).describe('Why they are the same; kept with the merge.'),
  }),
  output: z.object({ mergeId: z.string(), entityId: z.string(), mergedId: z.string() }),
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  timeoutMs: 120_000,
  examples: [
    {
      name: 'Two companies',
      input: { kind: 'companies', into: 'acme.example', from: 'acme-robotics.example', reason: 'One brand' },
    },
  ],
  effect: 'changes',
  handle: ({ input: { kind: of, reason, ...names }, call, deps }) =>
    refusing('into', async () => {
      const { identity } = deps
      const into = await findEntity(identity, of, names.into)
      const from = await refusing('from', () => findEntity(identity, of, names.from))
      const { actor } = readOperatorOrigin(call)
      const mergeId = await identity.merge(of, { into, from, actor, reason })
      const detail = { kind: of, into, from }
      await noteDecision(deps, call, { action: 'identity.merged', subject: mergeId, detail })
      return { mergeId, entityId: into, mergedId: from }
    }),
})
