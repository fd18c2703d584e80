import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { personTrackerView } from '../schema.ts'
import { operation, tag } from '../slice.ts'
import { personView, listViews } from '../views.ts'

export const listTrackerPersonLists = operation({
  id: 'listTrackerPersonLists',
  route: 'GET /v1/tracker/person-lists',
  tag,
  summary: 'List the tracker lists of people',
  describe: 'Returns the lists of the organization that are not archived, the newest first.',
  input: z.object({}),
  output: z.object({ lists: z.array(personTrackerView) }),
  price: free('Lists are free to read.'),
  limit: perMinute(120),
  examples: [{ name: 'All', input: {} }],
  effect: 'reads',
  handle: async ({ call, deps }) => ({
    lists: await listViews(deps, call, { entityType: 'person', view: personView }),
  }),
})
