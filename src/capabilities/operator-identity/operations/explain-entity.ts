import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { findEntity } from '../find-entity.ts'
import { entityName, kind, mergeView, refusing, viewOfMerge } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'
import { summarizeEntity } from '../summary.ts'

export const explainEntity = operation({
  id: 'explainEntity',
  route: 'GET /operator/v1/identity/explain',
  tag: operatorTag,
  summary: 'Explain why records count as one entity',
  describe:
    'Returns the identifiers of an entity with others that carry them, what each source gave, and its merges. Contact details stay sealed. For the operator of the installation; `almanac identity explain` does the same on the machine.',
  input: z.object({ kind, entity: entityName }),
  output: z.object({
    entityId: z.string(),
    name: z.string().nullable(),
    exists: z.boolean().describe('False: it was merged into another, or ended.'),
    observedAt: z.string().nullable(),
    identifiers: z.array(z.object({ token: z.string(), sharedWith: z.array(z.string()) })),
    sources: z.array(
      z.object({
        source: z.string(),
        observedAt: z.string(),
        confidence: z.number(),
        members: z.array(z.string()).nullable().describe('Null: all that no other source is named for.'),
      }),
    ),
    merges: z.array(mergeView),
  }),
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  examples: [{ name: 'By domain', input: { kind: 'companies', entity: 'acme.example' } }],
  effect: 'reads',
  handle: ({ input, deps: { identity } }) =>
    refusing('entity', async () => {
      const id = await findEntity(identity, input.kind, input.entity)
      const {
        name,
        sources,
        merges,
        id: entityId,
        ...rest
      } = summarizeEntity(await identity.explain(input.kind, id))
      return {
        ...rest,
        entityId,
        name: typeof name === 'string' ? name : null,
        sources: sources.map(({ members, ...source }) => ({
          ...source,
          members: members === 'all others' ? null : [...members],
        })),
        merges: merges.map(viewOfMerge),
      }
    }),
})
