import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { addMembers } from '../members.ts'
import { addedMembers, companyItem, companyListId, initialSignals, invalidItem, maxItems } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const addTrackerCompanies = operation({
  id: 'addTrackerCompanies',
  route: 'PUT /v1/tracker/company-lists/{listId}/companies',
  tag,
  summary: 'Add companies to a tracker list',
  tasks: ['watch more companies'],
  describe:
    'Adds companies by any identifier. Items that cannot be read, or that name no company of the corpus, are listed in invalidCompanies by index; the others are added. New members are compared from the next refresh on, which is a free baseline for them.',
  input: z.object({
    listId: companyListId,
    companies: z.array(companyItem).min(1).max(maxItems).describe('Each with one or more identifiers.'),
    initialSignals,
  }),
  output: z.object({ ...addedMembers, invalidCompanies: z.array(invalidItem) }),
  items: { list: 'companies', answers: 'invalidCompanies', by: { place: 'index' } },
  price: free('Adding is free.'),
  limit: perMinute(60),
  timeoutMs: 60_000,
  follows: 'createTrackerCompanyList',
  fails: ['not-found', 'tracker-list-full'],
  examples: [
    {
      name: 'By any identifier',
      input: {
        listId: 'tclist_01kf3wz3a0s6n4yq8b2c7d5e9f',
        companies: [{ domain: 'be--husk.com' }],
      },
    },
  ],
  effect: 'changes',
  isAgentTool: true,
  repeatable: true,
  async handle({ input: { listId: id, companies: items, initialSignals: initial }, call, deps }) {
    const { invalid, ...added } = await addMembers(deps, call, { entityType: 'company', id, items, initial })
    return { ...added, invalidCompanies: invalid }
  },
})
