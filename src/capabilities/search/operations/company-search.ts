import { z } from 'zod'
import { listedPrice, optional, perMinute } from '../../../operation/index.ts'
import { companyRecord } from '../../../corpus/records/index.ts'
import { companySearchParams, sortSchema } from '../../../corpus/search/index.ts'
import { answerCompanies } from '../answer-search.ts'
import { cursor, exclusionListIds, nextCursor, pageSize } from '../schema.ts'
import { getSimilarCompanies, refuseManySimilar } from '../similar/schema.ts'
import { operation, tag } from '../slice.ts'

export const companySearch = operation({
  id: 'companySearch',
  route: 'POST /v1/company-search',
  tag,
  summary: 'Search companies',
  tasks: [
    'find companies',
    'companies that raised money recently, by funding round and date',
    'startups that got funding or investment',
    'companies that use a technology',
    'companies by industry, location, headcount, revenue or investor',
    'build a list of target accounts',
    'which firms are hiring or growing',
    'companies by employee growth',
    'companies using a tool or product',
    'startups in a city or country',
  ],
  describe: `Finds companies that satisfy all given parameters, the most prominent first unless \`sort\` says otherwise. Records of a search with keywords carry \`relevance_score\`. A page costs ${listedPrice('companySearchResult')} for each company returned; an empty page costs nothing. The cursor keeps its snapshot: pages neither repeat nor skip while records change.`,
  input: z.object({
    searchParams: companySearchParams,
    sort: optional(sortSchema('companies')),
    pageSize,
    cursor,
    companyExclusionListIDs: exclusionListIds,
    getSimilarCompanies,
  }),
  output: z.object({ data: z.array(companyRecord), nextCursor }),
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
      name: 'Software companies in the Nordics with more than 50 employees',
      input: {
        searchParams: {
          headquartersCountryCode: { anyOf: ['X-NORDICS'] },
          industriesV2: { anyOf: ['Software'] },
          employeeCountV2: { lowerBoundExclusive: 50 },
        },
        pageSize: 10,
      },
    },
  ],
  // Companies alike are compared for each company of the page.
  paysAfter: ({ getSimilarCompanies }) => !getSimilarCompanies,
  effect: 'spends',
  isAgentTool: true,
  handle({ input, call, deps }) {
    refuseManySimilar(input)
    return answerCompanies(deps, call, { ...input, priceKey: 'companySearchResult' })
  },
})
