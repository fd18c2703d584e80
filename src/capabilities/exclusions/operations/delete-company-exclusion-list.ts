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
    'Deletes lists: later searches do not apply them, and cursors of searches that did have to start over. Deleting one again changes nothing; one unknown id fails the whole request.',
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
