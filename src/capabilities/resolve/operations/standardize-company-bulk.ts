import { z } from 'zod'
import { perMinute } from '../../../operation/index.ts'
import { eachItem } from '../bulk.ts'
import { minConfidence } from '../schema.ts'
import { operation, resolversTag } from '../slice.ts'
import { standardizeCompany } from '../standardize.ts'
import { companyText, standardizedCompanies } from '../standardize-schema.ts'

export const standardizeCompanyBulk = operation({
  id: 'standardizeCompanyBulk',
  route: 'POST /v1/standardize/company/bulk',
  tag: resolversTag,
  summary: 'Bring many company identifiers into standard form',
  describe:
    'Reads 1 to 100 texts that each name a company in any way, as standardizeCompany does, and returns the known and the unknown ones, both in the order of the request. Each known one is charged once, however often and in whatever way it is named; the others are free. The balance must cover all of them.',
  input: z.object({ identifiers: z.array(companyText).min(1).max(100), minConfidence }),
  output: standardizedCompanies,
  price: (p) =>
    p.perRequest({
      key: 'standardizeCompany',
      most: ({ identifiers }) => identifiers.length,
      // However it was written, a company is charged once.
      units: ({ companiesFound }) =>
        new Set(companiesFound.map(({ pnetUrl, websiteUrl, name }) => pnetUrl ?? websiteUrl ?? name)).size,
    }),
  limit: perMinute(30),
  examples: [
    { name: 'A website and a name', input: { identifiers: ['https://www.be--husk.com', 'Behusk Networks'] } },
  ],
  items: { list: 'identifiers', answers: 'companiesFound', by: { text: 'identifier' } },
  effect: 'spends',
  async handle({ input, call, deps }) {
    const { identifiers, minConfidence } = input
    const companies = await eachItem(
      { deps, call, member: 'identifiers', none: undefined },
      identifiers,
      (joined, own, identifier) => standardizeCompany(joined, own, { identifier, minConfidence }),
    )
    return {
      companiesFound: companies.filter((company) => company !== undefined),
      companiesNotFound: identifiers.filter((_, index) => companies[index] === undefined),
    }
  },
})
