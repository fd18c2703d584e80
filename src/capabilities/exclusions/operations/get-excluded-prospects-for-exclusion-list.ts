import { z } from 'zod'
import { free, outsideId, perMinute } from '../../../operation/index.ts'
import { entriesPage } from '../answers.ts'
import { entryId, parseIdentifiers, buildPageUrl } from '../entry.ts'
import { listNames, namedList, nextPage, pageMembers } from '../schema.ts'
import { operation, tag } from '../slice.ts'

const prospect = z.object({
  id: z.string(),
  pnetUrl: z.string().nullable(),
  pnetUserId: outsideId(z.string().nullable()),
  email: z.string().nullable(),
})

export const getExcludedProspectsForExclusionList = operation({
  id: 'getExcludedProspectsForExclusionList',
  route: 'POST /v1/exclusions/prospects/read-from-list',
  tag,
  summary: 'Read the people of an exclusion list',
  describe:
    'Returns a page of the entries, in the order they were added, with the identifiers they were added by.',
  input: z.object({ ...listNames, ...pageMembers }),
  output: z.object({ prospects: z.array(prospect), ...nextPage }),
  pages: 'nextCursor',
  price: free('Exclusion lists are free.'),
  limit: perMinute(120),
  follows: 'createProspectExclusionList',
  fails: ['not-found', 'invalid-cursor'],
  examples: [{ name: 'The first entries', input: { exclusionListId: 'pexcl_0Iv3kTn4cN5mZK2qH8wLrA' } }],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const { secret, network } = deps
    const listId = namedList(input, 'exclusionListId')
    const { pageSize: size, cursor } = input
    const { keys, ...next } = await entriesPage(deps.prospects, { call, secret, listId, size, cursor })
    const prospects = keys.map((key) => {
      const identifiers = parseIdentifiers(key)
      const { id: pnetUserId, email } = identifiers
      return {
        id: entryId(listId, key),
        pnetUrl: buildPageUrl('person', identifiers, network),
        pnetUserId,
        email,
      }
    })
    return { prospects, ...next }
  },
})
