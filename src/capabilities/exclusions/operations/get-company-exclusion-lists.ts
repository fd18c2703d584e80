import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { listViews } from '../answers.ts'
import { listView } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const getCompanyExclusionLists = operation({
  id: 'getCompanyExclusionLists',
  route: 'POST /v1/exclusions/companies/get-lists',
  tag,
  summary: 'List the exclusion lists of companies',
  describe: 'Returns all company exclusion lists of the organization, newest first.',
  input: z.object({}),
  output: z.object({ lists: z.array(listView) }),
  price: free('Exclusion lists are free.'),
  limit: perMinute(120),
  examples: [{ name: 'All lists', input: {} }],
  effect: 'reads',
  handle: ({ call, deps }) => listViews(deps.companies, call.organizationId),
})
