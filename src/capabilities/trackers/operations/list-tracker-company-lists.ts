import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { companyTrackerView } from '../schema.ts'
import { operation, tag } from '../slice.ts'
import { companyView, listViews } from '../views.ts'

export const listTrackerCompanyLists = operation({
  id: 'listTrackerCompanyLists',
  route: 'GET /v1/tracker/company-lists',
  tag,
  summary: 'List the tracker lists of companies',
  describe: 'Returns the lists of the organization that are not archived, the newest first.',
  input: z.object({}),
  output: z.object({ lists: z.array(companyTrackerView) }),
  price: free('Lists are free to read.'),
  limit: perMinute(120),
  examples: [{ name: 'All', input: {} }],
  effect: 'reads',
  handle: async ({ call, deps }) => ({
    lists: await listViews(deps, call, { entityType: 'company', view: companyView }),
  }),
})
