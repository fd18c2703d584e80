import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { personListId, personTrackerView } from '../schema.ts'
import { operation, tag } from '../slice.ts'
import { personView } from '../views.ts'

export const getTrackerPersonList = operation({
  id: 'getTrackerPersonList',
  route: 'GET /v1/tracker/person-lists/{listId}',
  tag,
  summary: 'Read a tracker list of people',
  describe: 'Returns a list with its rules, archived or not.',
  input: z.object({ listId: personListId }),
  output: personTrackerView,
  price: free('Lists are free to read.'),
  limit: perMinute(120),
  follows: 'createTrackerPersonList',
  fails: ['not-found'],
  examples: [{ name: 'One list', input: { listId: 'tplist_01kf3wz3a0s6n4yq8b2c7d5e9f' } }],
  effect: 'reads',
  async handle({ input: { listId: id }, call, deps }) {
    const list = await deps.trackers.find(call.organizationId, { entityType: 'person', id }, true)
    return personView(deps, list)
  },
})
