import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { archivedView } from '../schema.ts'
import { operation, tag } from '../slice.ts'
import { companies, people, type TrackedKind } from '../tracked-kinds.ts'

const makeDeletion = (
  kind: TrackedKind,
  { id: operationId, tasks }: { id: string; tasks: readonly string[] },
) =>
  operation({
    id: operationId,
    route: `DELETE /v1/tracker/${kind.entityType}-lists/{listId}`,
    tag,
    summary: `Archive a tracker list of ${kind.plural}`,
    tasks,
    describe:
      'Archives a list: it is no longer refreshed or listed. A running refresh stops and charges nothing more. The list and its signals can still be read. Archiving it again changes nothing.',
    input: z.object({ listId: kind.listId }),
    output: archivedView,
    price: free('Archiving is free.'),
    limit: perMinute(60),
    follows: kind.follows,
    fails: ['not-found'],
    examples: [{ name: 'No longer needed', input: { listId: kind.exampleId } }],
    effect: 'changes',
    repeatable: true,
    async handle({ input: { listId: id }, call, deps }) {
      await deps.trackers.archive(call, { entityType: kind.entityType, id })
      return { id, archived: true }
    },
  })

export const deleteTrackerCompanyList = makeDeletion(companies, {
  id: 'deleteTrackerCompanyList',
  tasks: ['stop watching companies, delete a tracker'],
})

export const deleteTrackerPersonList = makeDeletion(people, { id: 'deleteTrackerPersonList', tasks: [] })
