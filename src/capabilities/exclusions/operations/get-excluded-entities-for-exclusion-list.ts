import { z } from 'zod'
import { externalId } from '../../../corpus/identify/index.ts'
import type { Call } from '../../../operation/index.ts'
import { free, outsideId, perMinute } from '../../../operation/index.ts'
import { companyNames } from '../company-names.ts'
import { entriesPage } from '../answers.ts'
import { entryId, parseIdentifiers, buildPageUrl } from '../entry.ts'
import { companies, prospects, type ExcludedKind } from '../excluded-kinds.ts'
import { listIdMembers, namedList, nextPage, entryPages } from '../schema.ts'
import { operation, tag, type ExclusionsDeps } from '../slice.ts'

interface Page {
  listId: string
  keys: string[]
}

const makeReading = <V extends z.ZodObject>(
  kind: ExcludedKind,
  {
    id,
    noun,
    entry,
    view,
  }: {
    id: string
    noun: string
    entry: V
    /** The entries of a page as they are shown. */
    view(page: Page, call: Call, deps: ExclusionsDeps): Promise<z.input<V>[]>
  },
) =>
  operation({
    id,
    route: `POST /v1/exclusions/${kind.plural}/read-from-list`,
    tag,
    summary: `Read the ${noun} of an exclusion list`,
    describe:
      'Returns a page of the entries, in the order they were added, with the identifiers they were added by.',
    input: z.object({ ...listIdMembers, ...entryPages }),
    output: z.object({ [kind.plural]: z.array(entry), ...nextPage }),
    pages: 'nextCursor',
    price: free('Exclusion lists are free.'),
    limit: perMinute(120),
    follows: kind.follows,
    fails: ['not-found', 'invalid-cursor'],
    examples: [{ name: 'The first entries', input: { exclusionListId: kind.exampleId } }],
    effect: 'reads',
    async handle({ input, call, deps }) {
      const listId = namedList(input, 'exclusionListId')
      const { pageSize: size, cursor } = input
      const { keys, ...next } = await entriesPage(deps[kind.plural], {
        call,
        secret: deps.secret,
        listId,
        size,
        cursor,
      })
      return { [kind.plural]: await view({ listId, keys }, call, deps), ...next }
    },
  })

export const getExcludedCompaniesForExclusionList = makeReading(companies, {
  id: 'getExcludedCompaniesForExclusionList',
  noun: 'companies',
  entry: z.object({
    id: z.string(),
    domain: z.string().nullable(),
    pnetUrl: z.string().nullable(),
    pnetOrgId: outsideId(z.string().nullable()),
    externalId: externalId.nullable().describe('Id in a register or another data set.'),
    name: z.string().nullable().describe('Name of the company, where the corpus knows it.'),
  }),
  async view({ listId, keys }, call, { lookups, network }) {
    const names = await companyNames(lookups, keys, call.signal)
    return keys.map((key, index) => {
      const identifiers = parseIdentifiers(key)
      return {
        id: entryId(listId, key),
        domain: identifiers.domain,
        pnetUrl: buildPageUrl('company', identifiers, network),
        pnetOrgId: identifiers.id,
        externalId: identifiers.externalId,
        name: names[index] ?? null,
      }
    })
  },
})

export const getExcludedProspectsForExclusionList = makeReading(prospects, {
  id: 'getExcludedProspectsForExclusionList',
  noun: 'people',
  entry: z.object({
    id: z.string(),
    pnetUrl: z.string().nullable(),
    pnetUserId: outsideId(z.string().nullable()),
    email: z.string().nullable(),
    externalId: externalId.nullable().describe('Id in a register or another data set.'),
  }),
  view: async ({ listId, keys }, _call, { network }) =>
    keys.map((key) => {
      const identifiers = parseIdentifiers(key)
      return {
        id: entryId(listId, key),
        pnetUrl: buildPageUrl('person', identifiers, network),
        pnetUserId: identifiers.id,
        email: identifiers.email,
        externalId: identifiers.externalId,
      }
    }),
})
