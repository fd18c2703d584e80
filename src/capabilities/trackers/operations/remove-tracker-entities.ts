import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { removeMembers } from '../members.ts'
import { removedMembers } from '../schema.ts'
import { operation, tag } from '../slice.ts'
import { companies, people, pickItems, type TrackedKind } from '../tracked-kinds.ts'

/** `asQuery`: items as they stand in a query. */
const makeRemoval = (kind: TrackedKind, { id: operationId, asQuery }: { id: string; asQuery: string }) =>
  operation({
    id: operationId,
    route: `DELETE /v1/tracker/${kind.entityType}-lists/{listId}/${kind.plural}`,
    tag,
    summary: `Remove ${kind.plural} from a tracker list`,
    tasks: [`stop watching a ${kind.entityType}`],
    describe: `Removes ${kind.plural} by any identifier. Those that match nobody in the list are returned. Clients that send no body with a DELETE name them in the query, as JSON: \`${kind.plural}=${asQuery}\`.`,
    input: z.object({
      listId: kind.listId,
      ...kind.items,
    }),
    output: removedMembers,
    price: free('Removing is free.'),
    limit: perMinute(60),
    follows: kind.follows,
    fails: ['not-found'],
    examples: [
      {
        name: 'Watched no longer',
        input: { listId: kind.exampleId, ...kind.exampleItems },
      },
    ],
    effect: 'changes',
    repeatable: true,
    handle: ({ input, call, deps }) =>
      removeMembers(deps, call, {
        entityType: kind.entityType,
        id: input.listId,
        items: pickItems(input),
      }),
  })

export const removeTrackerCompanies = makeRemoval(companies, {
  id: 'removeTrackerCompanies',
  asQuery: '[{"domain":"acme.example"}]',
})

export const removeTrackerPeople = makeRemoval(people, {
  id: 'removeTrackerPeople',
  asQuery: '[{"pnetSlug":"ada-example"}]',
})
