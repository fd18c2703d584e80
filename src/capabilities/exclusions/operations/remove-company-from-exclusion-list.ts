import { z } from 'zod'
import { free, perMinute, withDefault } from '../../../operation/index.ts'
import { readIdentifiers } from '../answers.ts'
import { companyEntry } from '../entry.ts'
import { identifiers, invalidIdentifier, listNames, namedList } from '../schema.ts'
import { operation, tag } from '../slice.ts'

const details = z.object({
  domains: identifiers('Host names, also with scheme and path.'),
  pnetUrls: identifiers('Pages: URLs, slugs or organization ids.'),
  pnetSlugs: identifiers('Slugs of pages.'),
  pnetOrgIds: identifiers('Organization ids.'),
})

export const removeCompanyFromExclusionList = operation({
  id: 'removeCompanyFromExclusionList',
  route: 'POST /v1/exclusions/companies/remove-from-list',
  tag,
  summary: 'Remove companies from an exclusion list',
  tasks: ['unblock a company, take it off the do not contact list'],
  describe:
    'Removes every entry that has one of the identifiers, with all of its identifiers. Identifiers not on the list are ignored; unreadable ones are listed in invalidIdentifiers.',
  input: z.object({
    ...listNames,
    excludedCompanyDetails: withDefault(details, details.parse({})).describe(
      'Identifiers of the entries to remove.',
    ),
  }),
  output: z.object({
    deletedExcludedCompanies: z.int().describe('Entries that were removed.'),
    invalidIdentifiers: z.array(invalidIdentifier),
  }),
  price: free('Exclusion lists are free.'),
  limit: perMinute(60),
  timeoutMs: 60_000,
  follows: 'createCompanyExclusionList',
  fails: ['not-found'],
  examples: [
    {
      name: 'Remove an entry',
      input: { listId: 'cexcl_0Iv3kTn4cN5mZK2qH8wLrA', excludedCompanyDetails: { domains: ['acme.com'] } },
    },
  ],
  effect: 'changes',
  repeatable: true,
  async handle({ input, call, deps }) {
    const listId = namedList(input)
    const { tokens, invalid } = readIdentifiers(input.excludedCompanyDetails, {
      domains: (text) => companyEntry({ domain: text }, deps.network),
      pnetUrls: (text) => companyEntry({ pnetUrl: text }, deps.network),
      pnetSlugs: (text) => companyEntry({ pnetSlug: text }, deps.network),
      pnetOrgIds: (text) => companyEntry({ pnetOrgId: text }, deps.network),
    })
    const removed = await deps.companies.remove(call, listId, tokens)
    return { deletedExcludedCompanies: removed.length, invalidIdentifiers: invalid }
  },
})
