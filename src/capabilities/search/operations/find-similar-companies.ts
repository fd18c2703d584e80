import { z } from 'zod'
import { listedPrice, optional, perMinute, stored } from '../../../operation/index.ts'
import { accepted, givenCompanyTokens, identifierPair } from '../../../corpus/identify/index.ts'
import { companyRecord, type CompanyRecord } from '../../../corpus/records/index.ts'
import { companySearchParams, hashQuestion } from '../../../corpus/search/index.ts'
import { answerRows, companiesAsked } from '../ask.ts'
import { cursor, exclusionListIds, nextCursor, pageSize } from '../schema.ts'
import { companiesLike, traitsOfBody } from '../similar/companies-like.ts'
import { maxExamples } from '../similar/compared.ts'
import { findExamples } from '../similar/examples.ts'
import { companyTraitKinds } from '../similar/kinds.ts'
import { similarity, makeWeightsSchema } from '../similar/schema.ts'
import { similarPage, type SimilarPage } from '../similar/page.ts'
import { listTraits } from '../similar/traits.ts'
import { operation } from '../slice.ts'

const example = identifierPair(['pnetUrl', 'pnetSlug', 'pnetOrgId', 'domain', 'entityId'], {
  value: z.string().min(1).max(2_000),
})

export const findSimilarCompanies = operation({
  id: 'findSimilarCompanies',
  route: 'POST /v1/similar-companies',
  tag: 'Additions',
  summary: 'Find companies like some examples',
  tasks: [
    'lookalikes of our best customers',
    'competitors of a company',
    'companies like this one',
    'alternatives to a company',
    'who are the competitors of a company',
  ],
  describe: `Finds companies like one or more examples, the most similar first, each with its score and its parts: industry, niche (NAICS codes, categories and industries on the network), size, place, technologies, funding stage, tags, and specialties and words of its texts. Values that several examples share count more than those of one. Companies that share no industry with an example (or, if none is known, nothing) are not compared. Of those that do, or, if there are 2,000 or more, of those that share the size too, the 2,000 most prominent are compared, and pages end with them. searchParams narrow it as in companySearch, and the examples are left out. A page costs ${listedPrice('companySearchResult')} for each company returned. Unknown examples are left out with a warning; if none is known, nothing is found, free. When the record of an example changes, a cursor of before is refused.`,
  input: z.object({
    companies: z.array(example).min(1).max(maxExamples).describe('The examples.'),
    weights: makeWeightsSchema(companyTraitKinds),
    searchParams: optional(companySearchParams),
    pageSize,
    cursor,
    companyExclusionListIDs: exclusionListIds,
  }),
  output: z.object({
    data: z.array(companyRecord),
    similarities: z.array(similarity).describe('Aligned with data.'),
    nextCursor,
  }),
  pages: 'nextCursor',
  price: (p) =>
    p.perItem({
      key: 'companySearchResult',
      most: (input) => input.pageSize,
      count: (output) => output.data.length,
    }),
  limit: perMinute(180),
  fails: ['invalid-cursor', 'cursor-expired'],
  examples: [
    {
      name: 'Ten of the same country',
      input: {
        companies: [{ identifier: 'domain', value: 'be--husk.com' }],
        searchParams: { headquartersCountryCode: { anyOf: ['USA'] } },
        pageSize: 10,
      },
    },
  ],
  paysAfter: () => true,
  effect: 'spends',
  async handle({ input, call, deps }) {
    const { searchParams: params, companyExclusionListIDs: ids, weights = {} } = input
    const tokens = input.companies.map((each, index) =>
      accepted(givenCompanyTokens(each, deps.network), `companies[${index}].value`),
    )
    const examples = await findExamples(deps, call, { kind: 'companies', member: 'companies', tokens })
    const traits = listTraits(
      examples.map(({ body }) => traitsOfBody(body)),
      companyTraitKinds,
      weights,
    )
    if (traits.length === 0) return { data: [], similarities: [], nextCursor: null }
    const question = hashQuestion({ traits, params, ids, similar: examples.map(({ id }) => id) })
    let similarities: SimilarPage['similarities'] = []
    const page = await answerRows(deps, call, {
      kind: 'companies',
      condition: (moment) => companiesAsked(deps, call, { params, path: 'searchParams', moment }),
      async read({ condition: filter, snapshot, limit, after }) {
        const asking = { asked: filter, snapshot, signal: call.signal }
        const compared = await companiesLike(deps, { traits, examples, ...asking })
        const read = await similarPage(deps.search, 'companies', { compared, traits, limit, after })
        similarities = read.similarities
        return read
      },
      question,
      ordering: { kind: 'companies', by: 'similarity', phrases: [], order: undefined },
      lists: { companies: { ids, path: 'companyExclusionListIDs' } },
      cursor: input.cursor,
      pageSize: input.pageSize,
      priceKey: 'companySearchResult',
    })
    return {
      data: page.bodies.map((body) => stored<CompanyRecord>(body)),
      similarities,
      nextCursor: page.nextCursor,
    }
  },
})
