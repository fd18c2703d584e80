import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { listMade, newList } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const createProspectExclusionList = operation({
  id: 'createProspectExclusionList',
  route: 'POST /v1/exclusions/prospects/create-list',
  tag,
  summary: 'Create a list of prospects to leave out',
  tasks: ['suppression list of people'],
  describe:
    "Creates an empty exclusion list. Searches, counts and saved searches that name it leave out its people; with isOrganizationWide all of the organization's do, and say so in advice.",
  input: z.object(newList),
  output: listMade,
  price: free('Exclusion lists are free.'),
  limit: perMinute(60),
  fails: ['too-many-exclusion-lists'],
  examples: [{ name: 'A list for searches that name it', input: { name: 'Customers' } }],
  effect: 'changes',
  async handle({ input, call, deps }) {
    const { id, name } = await deps.prospects.create(call, input)
    return { listId: id, name }
  },
})
