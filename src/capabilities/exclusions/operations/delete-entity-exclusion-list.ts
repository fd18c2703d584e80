import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { companies, prospects, type ExcludedKind } from '../excluded-kinds.ts'
import { listIdMembers, namedLists } from '../schema.ts'
import { operation, tag } from '../slice.ts'

/** `member`: the spelling that examples and refusals of this operation use. */
const makeDeletion = (kind: ExcludedKind, { id, member }: { id: string; member: 'listIds' | 'listIDs' }) =>
  operation({
    id,
    route: `POST /v1/exclusions/${kind.plural}/delete-list`,
    tag,
    summary: `Delete exclusion lists of ${kind.plural}`,
    describe:
      'Deletes lists: later searches do not apply them, and cursors of searches that did have to start over. Deleting one again changes nothing; one unknown id fails the whole request.',
    input: z.object(listIdMembers),
    output: z.object({
      listIds: z.array(z.string()),
      listIDs: z.array(z.string()).describe('The same as listIds.'),
    }),
    price: free('Exclusion lists are free.'),
    limit: perMinute(60),
    follows: kind.follows,
    fails: ['not-found'],
    examples: [{ name: 'One list', input: { [member]: [kind.exampleId] } }],
    effect: 'changes',
    repeatable: true,
    async handle({ input, call, deps }) {
      const named = namedLists(input, member)
      await deps[kind.plural].delete(call, named)
      const ids = named.map(({ id: listId }) => listId)
      return { listIds: ids, listIDs: ids }
    },
  })

export const deleteCompanyExclusionList = makeDeletion(companies, {
  id: 'deleteCompanyExclusionList',
  member: 'listIDs',
})

export const deleteProspectExclusionList = makeDeletion(prospects, {
  id: 'deleteProspectExclusionList',
  member: 'listIds',
})
