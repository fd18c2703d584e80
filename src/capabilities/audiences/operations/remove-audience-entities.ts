import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { removeByHand } from '../hand-members.ts'
import { companySide, pickItems, prospectSide, type MemberSide } from '../member-sides.ts'
import { audienceId, handCounts } from '../schema.ts'
import { operation } from '../slice.ts'

/** `asQuery`: items as they stand in a query. */
const makeRemoval = (side: MemberSide, { id: operationId, asQuery }: { id: string; asQuery: string }) =>
  operation({
    id: operationId,
    route: `DELETE /v1/audiences/{audienceId}/${side.plural}`,
    tag: 'Additions',
    summary: `Remove ${side.of} from an audience by hand`,
    tasks: [`take a ${side.one} out of an audience`],
    describe: `Removes ${side.of} by any identifier. Those that match nobody in the audience are returned. A later build brings back whom its search finds: to keep them out, change the search or put them on an organization-wide exclusion list. Clients that send no body with a DELETE name them in the query, as JSON: \`${side.plural}=${asQuery}\`.`,
    input: z.object({ audienceId, ...side.items }),
    output: z.object({
      audienceId: z.string(),
      removed: z.int(),
      notFound: z.int(),
      failedIdentifiers: z.array(z.string()).describe('Those that match nobody in the audience.'),
      ...handCounts,
    }),
    price: free('Removing is free.'),
    limit: perMinute(60),
    follows: 'createAudience',
    fails: ['not-found', 'audience-building'],
    examples: [
      {
        name: 'No longer wanted',
        input: { audienceId: 'aud_01kf3wz3a0s6n4yq8b2c7d5e9f', ...side.exampleItems },
      },
    ],
    effect: 'changes',
    repeatable: true,
    async handle({ input, call, deps }) {
      const { audienceId: id } = input
      const order = { kind: side.kind, audienceId: id, items: pickItems(input) }
      return { audienceId: id, ...(await removeByHand(deps, call, order)) }
    },
  })

export const removeAudienceCompanies = makeRemoval(companySide, {
  id: 'removeAudienceCompanies',
  asQuery: '[{"domain":"acme.example"}]',
})

export const removeAudienceProspects = makeRemoval(prospectSide, {
  id: 'removeAudienceProspects',
  asQuery: '[{"pnetSlug":"ada-example"}]',
})
