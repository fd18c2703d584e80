import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { removeMembers } from '../members.ts'
import { personItem, personListId, maxItems, removedMembers } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const removeTrackerPeople = operation({
  id: 'removeTrackerPeople',
  route: 'DELETE /v1/tracker/person-lists/{listId}/people',
  tag,
  summary: 'Remove people from a tracker list',
  tasks: ['stop watching a person'],
  describe:
    'Removes people by any identifier. Those that match nobody in the list are returned. Clients that send no body with a DELETE name them in the query, as JSON: `people=[{"pnetSlug":"ada-example"}]`.',
  input: z.object({
    listId: personListId,
    people: z.array(personItem).min(1).max(maxItems).describe('Each with one or more identifiers.'),
  }),
  output: removedMembers,
  price: free('Removing is free.'),
  limit: perMinute(60),
  follows: 'createTrackerPersonList',
  fails: ['not-found'],
  examples: [
    {
      name: 'Watched no longer',
      input: {
        listId: 'tplist_01kf3wz3a0s6n4yq8b2c7d5e9f',
        people: [{ pnetSlug: 'ramon-santos-xq6yt1-example' }],
      },
    },
  ],
  effect: 'changes',
  repeatable: true,
  handle: ({ input: { listId: id, people: items }, call, deps }) =>
    removeMembers(deps, call, { entityType: 'person', id, items }),
})
