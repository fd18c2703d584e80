import { z } from 'zod'
import { free, perMinute, withDefault } from '../../../operation/index.ts'
import { readItems } from '../answers.ts'
import { companyEntry } from '../entry.ts'
import { companyItem, invalidItem, listNames, maxEntries, namedList } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const addCompaniesToExclusionList = operation({
  id: 'addCompaniesToExclusionList',
  route: 'POST /v1/exclusions/companies/add-to-list',
  tag,
  summary: 'Add companies to an exclusion list',
  tasks: ['block or blacklist domains', 'do not contact these companies'],
  describe:
    'Adds up to 5,000 companies in one transaction, whether or not the corpus knows them. Existing entries do not change. Unreadable items are skipped and listed in invalidCompanies.',
  input: z.object({
    ...listNames,
    companies: withDefault(z.array(companyItem).max(maxEntries), []).describe(
      'Each names a company by domain, page, slug or organization id; an item with several is one entry that matches any of them.',
    ),
  }),
  output: z.object({
    listId: z.string(),
    companiesAdded: z.int().describe('New entries.'),
    duplicates: z.int().describe('Items already on the list, or repeated in the request.'),
    invalidCompanies: z.array(invalidItem),
  }),
  price: free('Exclusion lists are free.'),
  limit: perMinute(60),
  timeoutMs: 60_000,
  follows: 'createCompanyExclusionList',
  fails: ['not-found', 'exclusion-list-full'],
  examples: [
    {
      name: 'By any identifier',
      input: {
        listId: 'cexcl_0Iv3kTn4cN5mZK2qH8wLrA',
        companies: [
          { domain: 'https://www.acme.com/about' },
          { pnetUrl: 'https://pnet.example/company/globex' },
        ],
      },
    },
  ],
  items: { list: 'companies', answers: 'invalidCompanies', by: { place: 'index' } },
  effect: 'changes',
  repeatable: true,
  async handle({ input, call, deps }) {
    const listId = namedList(input)
    const { entries, invalid } = readItems(input.companies, (item) => companyEntry(item, deps.network))
    const added = await deps.companies.add(call, listId, entries)
    return {
      listId,
      companiesAdded: added,
      duplicates: entries.length - added,
      invalidCompanies: invalid,
    }
  },
})
