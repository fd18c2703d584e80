import { z } from 'zod'
import { free, perMinute, withDefault } from '../../../operation/index.ts'
import { readItems } from '../answers.ts'
import { prospectEntry } from '../entry.ts'
import { prospectItem, invalidItem, listNames, maxEntries, namedList } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const addProspectsToExclusionList = operation({
  id: 'addProspectsToExclusionList',
  route: 'POST /v1/exclusions/prospects/add-to-list',
  tag,
  summary: 'Add prospects to an exclusion list',
  tasks: ['block people, do not contact'],
  describe:
    'Adds up to 5,000 prospects in one transaction, whether or not the corpus knows them. Existing entries do not change. Unreadable items are skipped and listed in invalidProspects.',
  input: z.object({
    ...listNames,
    prospects: withDefault(z.array(prospectItem).max(maxEntries), []).describe(
      'Each names a person by profile, slug, user id or e-mail address; an item with several is one entry that matches any of them.',
    ),
  }),
  output: z.object({
    listId: z.string(),
    prospectsAdded: z.int().describe('New entries.'),
    duplicates: z.int().describe('Items already on the list, or repeated in the request.'),
    invalidProspects: z.array(invalidItem),
  }),
  price: free('Exclusion lists are free.'),
  limit: perMinute(60),
  timeoutMs: 60_000,
  follows: 'createProspectExclusionList',
  fails: ['not-found', 'exclusion-list-full'],
  examples: [
    {
      name: 'By any identifier',
      input: {
        listId: 'pexcl_0Iv3kTn4cN5mZK2qH8wLrA',
        prospects: [{ pnetUrl: 'https://pnet.example/in/ramon-santos-xq6yt1-example' }],
      },
    },
  ],
  items: { list: 'prospects', answers: 'invalidProspects', by: { place: 'index' } },
  effect: 'changes',
  repeatable: true,
  async handle({ input, call, deps }) {
    const listId = namedList(input)
    const { entries, invalid } = readItems(input.prospects, (item) => prospectEntry(item, deps.network))
    const added = await deps.prospects.add(call, listId, entries)
    return {
      listId,
      prospectsAdded: added,
      duplicates: entries.length - added,
      invalidProspects: invalid,
    }
  },
})
