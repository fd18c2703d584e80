import { z } from 'zod'
import { free, perMinute, withDefault } from '../../../operation/index.ts'
import { readIdentifiers } from '../answers.ts'
import { prospectEntry, entryId } from '../entry.ts'
import { identifiers, invalidIdentifier, listNames, namedList } from '../schema.ts'
import { operation, tag } from '../slice.ts'

const details = z.object({
  pnetUrls: identifiers('Profiles: URLs, slugs, URNs or user ids.'),
  pnetSlugs: identifiers('Slugs of profiles.'),
  pnetUserIds: identifiers('User ids or URNs.'),
  emails: identifiers('E-mail addresses.'),
})

export const removeProspectFromExclusionList = operation({
  id: 'removeProspectFromExclusionList',
  route: 'POST /v1/exclusions/prospects/remove-from-list',
  tag,
  summary: 'Remove prospects from an exclusion list',
  tasks: ['unblock a person'],
  describe:
    'Removes every entry that has one of the identifiers, with all of its identifiers. Identifiers not on the list are ignored; unreadable ones are listed in invalidIdentifiers.',
  input: z.object({
    ...listNames,
    excludedProspectDetails: withDefault(details, details.parse({})).describe(
      'Identifiers of the entries to remove.',
    ),
  }),
  output: z.object({
    deletedExcludedProspectIds: z.array(z.string()).describe('Ids of the entries that were removed.'),
    invalidIdentifiers: z.array(invalidIdentifier),
  }),
  price: free('Exclusion lists are free.'),
  limit: perMinute(60),
  timeoutMs: 60_000,
  follows: 'createProspectExclusionList',
  fails: ['not-found'],
  examples: [
    {
      name: 'Remove an entry',
      input: {
        listId: 'pexcl_0Iv3kTn4cN5mZK2qH8wLrA',
        excludedProspectDetails: { pnetUrls: ['https://pnet.example/in/ramon-santos-xq6yt1-example'] },
      },
    },
  ],
  effect: 'changes',
  repeatable: true,
  async handle({ input, call, deps }) {
    const listId = namedList(input)
    const { tokens, invalid } = readIdentifiers(input.excludedProspectDetails, {
      pnetUrls: (text) => prospectEntry({ pnetUrl: text }, deps.network),
      pnetSlugs: (text) => prospectEntry({ pnetSlug: text }, deps.network),
      pnetUserIds: (text) => prospectEntry({ pnetUserId: text }, deps.network),
      emails: (text) => prospectEntry({ email: text }, deps.network),
    })
    const removed = await deps.prospects.remove(call, listId, tokens)
    return {
      deletedExcludedProspectIds: removed.map((key) => entryId(listId, key)),
      invalidIdentifiers: invalid,
    }
  },
})
