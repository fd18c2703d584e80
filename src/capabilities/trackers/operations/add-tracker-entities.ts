import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { addMembers } from '../members.ts'
import { addedMembers, initialSignals, invalidItem } from '../schema.ts'
import { operation, tag } from '../slice.ts'
import { companies, people, pickItems, type TrackedKind } from '../tracked-kinds.ts'

const makeAddition = (kind: TrackedKind, { id: operationId, invalid }: { id: string; invalid: string }) =>
  operation({
    id: operationId,
    route: `PUT /v1/tracker/${kind.entityType}-lists/{listId}/${kind.plural}`,
    tag,
    summary: `Add ${kind.plural} to a tracker list`,
    tasks: [`watch more ${kind.plural}`],
    describe: `Adds ${kind.plural} by any identifier. Items that cannot be read, or that name no ${kind.entityType} of the corpus, are listed in ${invalid} by index; the others are added. New members are compared from the next refresh on, which is a free baseline for them.`,
    input: z.object({
      listId: kind.listId,
      ...kind.items,
      initialSignals,
    }),
    output: z.object({ ...addedMembers, [invalid]: z.array(invalidItem) }),
    items: { list: kind.plural, answers: invalid, by: { place: 'index' } },
    price: free('Adding is free.'),
    limit: perMinute(60),
    timeoutMs: 60_000,
    follows: kind.follows,
    fails: ['not-found', 'tracker-list-full'],
    examples: [
      {
        name: 'By any identifier',
        input: { listId: kind.exampleId, ...kind.exampleItems },
      },
    ],
    effect: 'changes',
    isAgentTool: true,
    repeatable: true,
    async handle({ input, call, deps }) {
      const { listId: id, initialSignals: initial } = input
      const request = { entityType: kind.entityType, id, items: pickItems(input), initial }
      const { invalid: refused, ...added } = await addMembers(deps, call, request)
      return { ...added, [invalid]: refused }
    },
  })

export const addTrackerCompanies = makeAddition(companies, {
  id: 'addTrackerCompanies',
  invalid: 'invalidCompanies',
})

export const addTrackerPeople = makeAddition(people, { id: 'addTrackerPeople', invalid: 'invalidPeople' })
