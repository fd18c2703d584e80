import { z } from 'zod'
import { free, outsideId, perMinute } from '../../../operation/index.ts'
import { companyNames } from '../company-names.ts'
import { entriesPage } from '../answers.ts'
import { entryId, parseIdentifiers, buildPageUrl } from '../entry.ts'
import { listNames, namedList, nextPage, pageMembers } from '../schema.ts'
import { operation, tag } from '../slice.ts'

const company = z.object({
  id: z.string(),
  domain: z.string().nullable(),
  pnetUrl: z.string().nullable(),
  pnetOrgId: outsideId(z.string().nullable()),
  name: z.string().nullable().describe('Name of the company, where the corpus knows it.'),
})

export const getExcludedCompaniesForExclusionList = operation({
  id: 'getExcludedCompaniesForExclusionList',
  route: 'POST /v1/exclusions/companies/read-from-list',
  tag,
  summary: 'Read the companies of an exclusion list',
  describe:
    'Returns a page of the entries, in the order they were added, with the identifiers they were added by.',
  input: z.object({ ...listNames, ...pageMembers }),
  output: z.object({ companies: z.array(company), ...nextPage }),
  pages: 'nextCursor',
  price: free('Exclusion lists are free.'),
  limit: perMinute(120),
  follows: 'createCompanyExclusionList',
  fails: ['not-found', 'invalid-cursor'],
  examples: [{ name: 'The first entries', input: { exclusionListId: 'cexcl_0Iv3kTn4cN5mZK2qH8wLrA' } }],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const { secret, network, lookups } = deps
    const listId = namedList(input, 'exclusionListId')
    const { pageSize: size, cursor } = input
    const { keys, ...next } = await entriesPage(deps.companies, { call, secret, listId, size, cursor })
    const names = await companyNames(lookups, keys, call.signal)
    const companies = keys.map((key, index) => {
      const identifiers = parseIdentifiers(key)
      return {
        id: entryId(listId, key),
        domain: identifiers.domain,
        pnetUrl: buildPageUrl('company', identifiers, network),
        pnetOrgId: identifiers.id,
        name: names[index] ?? null,
      }
    })
    return { companies, ...next }
  },
})
