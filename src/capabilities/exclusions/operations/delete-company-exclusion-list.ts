import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { listNames, namedLists } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const deleteCompanyExclusionList = operation({
  id: 'deleteCompanyExclusionList',
  route: 'POST /v1/exclusions/companies/delete-list',
  tag,
  summary: 'Delete exclusion lists of companies',
  describe:
    'Deletes lists: searches that begin afterwards do not know them, and cursors that left out their entries have to start again. One that is deleted already stays so; with one unknown id none is deleted.',
  input: z.object(listNames),
  output: z.object({
    listIds: z.array(z.string()),
    listIDs: z.array(z.string()).describe('The same as listIds.'),
  }),
  price: free('Exclusion lists are free.'),
  limit: perMinute(60),
  follows: 'createCompanyExclusionList',
  fails: ['not-found'],
  examples: [{ name: 'One list', input: { listIDs: ['cexcl_0Iv3kTn4cN5mZK2qH8wLrA'] } }],
  effect: 'changes',
  repeatable: true,
  async handle({ input, call, deps }) {
    const named = namedLists(input, 'listIDs')
    await deps.companies.delete(call, named)
    const ids = named.map(({ id }) => id)
    return { listIds: ids, listIDs: ids }
  },
})
