import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { addMembers } from '../members.ts'
import { addedMembers, personItem, personListId, initialSignals, invalidItem, maxItems } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const addTrackerPeople = operation({
  id: 'addTrackerPeople',
  route: 'PUT /v1/tracker/person-lists/{listId}/people',
  tag,
  summary: 'Add people to a tracker list',
  tasks: ['watch more people'],
  describe:
    'Adds people by any identifier. Items that cannot be read, or that name no person of the corpus, are listed in invalidPeople by index; the others are added. New members are compared from the next refresh on, which is a free baseline for them.',
  input: z.object({
    listId: personListId,
    people: z.array(personItem).min(1).max(maxItems).describe('Each with one or more identifiers.'),
    initialSignals,
  }),
  output: z.object({ ...addedMembers, invalidPeople: z.array(invalidItem) }),
  items: { list: 'people', answers: 'invalidPeople', by: { place: 'index' } },
  price: free('Adding is free.'),
  limit: perMinute(60),
  timeoutMs: 60_000,
  follows: 'createTrackerPersonList',
  fails: ['not-found', 'tracker-list-full'],
  examples: [
    {
      name: 'By any identifier',
      input: {
        listId: 'tplist_01kf3wz3a0s6n4yq8b2c7d5e9f',
        people: [{ pnetSlug: 'ramon-santos-xq6yt1-example' }],
      },
    },
  ],
  effect: 'changes',
  isAgentTool: true,
  repeatable: true,
  async handle({ input: { listId: id, people: items, initialSignals: initial }, call, deps }) {
    const { invalid, ...added } = await addMembers(deps, call, { entityType: 'person', id, items, initial })
    return { ...added, invalidPeople: invalid }
  },
})
