import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { removeMembers } from '../members.ts'
import { companyItem, companyListId, maxItems, removedMembers } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const removeTrackerCompanies = operation({
  id: 'removeTrackerCompanies',
  route: 'DELETE /v1/tracker/company-lists/{listId}/companies',
  tag,
  summary: 'Remove companies from a tracker list',
  tasks: ['stop watching a company'],
  describe:
    'Removes companies by any identifier. Those that match nobody in the list are returned. Clients that send no body with a DELETE name them in the query, as JSON: `companies=[{"domain":"acme.example"}]`.',
  input: z.object({
    listId: companyListId,
    companies: z.array(companyItem).min(1).max(maxItems).describe('Each with one or more identifiers.'),
  }),
  output: removedMembers,
  price: free('Removing is free.'),
  limit: perMinute(60),
  follows: 'createTrackerCompanyList',
  fails: ['not-found'],
  examples: [
    {
      name: 'Watched no longer',
      input: {
        listId: 'tclist_01kf3wz3a0s6n4yq8b2c7d5e9f',
        companies: [{ domain: 'be--husk.com' }],
      },
    },
  ],
  effect: 'changes',
  repeatable: true,
  handle: ({ input: { listId: id, companies: items }, call, deps }) =>
    removeMembers(deps, call, { entityType: 'company', id, items }),
})
