import { z } from 'zod'
import { companyRecord, type CompanyRecord } from '../../../corpus/records/index.ts'
import { distinctEntities, perMinute } from '../../../operation/index.ts'
import { givenCompanyTokens, identifierPair } from '../../../corpus/identify/index.ts'
import { resolveEach } from '../resolve-each.ts'
import { givenBack, minConfidence, quickMatch } from '../schema.ts'
import { operation, searchTag } from '../slice.ts'

const pair = identifierPair(['pnetSlug', 'pnetUrl', 'pnetOrgId', 'pnetOrgID', 'domain', 'entityId'], {
  describe: 'pnetOrgID is pnetOrgId, entityId the entity_id of a record, externalId an id in a register.',
  value: z.string(),
})

export const quickCompanyResolve = operation({
  id: 'quickCompanyResolve',
  route: 'POST /v1/company-resolve',
  tag: searchTag,
  summary: 'Resolve companies by identifier',
  tasks: ['company record by id, slug or domain'],
  describe:
    'Returns each of 1 to 100 identifiers with its company, in the order of the request. Former slugs resolve too; among companies that share a domain the most prominent is chosen. Each company found is charged once, however often and by whatever identifiers; an item that is not found, or cannot be an identifier, is free. The balance must cover all items.',
  input: z.object({
    companies: z.array(pair).min(1).max(100),
    minConfidence: minConfidence.describe(
      'Minimum confidence of each item, 0 to 1; a less sure one is not found, and free.',
    ),
  }),
  output: z.object({
    data: z
      .array(
        z.object({
          ...givenBack(pair),
          found: z.boolean(),
          company: companyRecord.nullable(),
          ...quickMatch,
        }),
      )
      .describe('Aligned with companies.'),
  }),
  price: (p) =>
    p.perRequest({
      key: 'companyResolve',
      most: ({ companies }) => companies.length,
      units: ({ data }) => distinctEntities(data.map(({ company }) => (company ? [company] : []))),
    }),
  paysAfter: () => true,
  limit: perMinute(120),
  examples: [
    {
      name: 'A domain and a slug',
      input: {
        companies: [
          { identifier: 'domain', value: 'be--husk.com' },
          { identifier: 'pnetSlug', value: 'behusk-networks-example' },
        ],
      },
    },
  ],
  items: { list: 'companies', answers: 'data' },
  effect: 'spends',
  async handle({ input, call, deps }) {
    const resolved = await resolveEach<CompanyRecord>(deps, call, {
      kind: 'companies',
      items: input.companies.map((item, index) => ({
        tokens: givenCompanyTokens(item, deps.network),
        path: `companies[${index}].value`,
        identifier: item.identifier,
      })),
      minConfidence: input.minConfidence,
    })
    return {
      data: input.companies.map((item, index) => {
        const match = resolved[index]
        if (!match) return { ...item, found: false, company: null }
        const { record: company, confidence, evidence } = match
        return { ...item, found: true, company, confidence, evidence }
      }),
    }
  },
})
