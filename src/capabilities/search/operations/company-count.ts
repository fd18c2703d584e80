import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { companySearchParams } from '../../../corpus/search/index.ts'
import { askedNow, companiesAsked } from '../ask.ts'
import { exclusionListIds } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const companyCount = operation({
  id: 'companyCount',
  route: 'POST /v1/company-count',
  tag,
  summary: 'Count companies',
  tasks: [
    'how many companies match',
    'size of a market',
    'how many companies are there of an industry in a country',
  ],
  describe: 'Counts the companies companySearch would return for the same parameters, exactly.',
  input: z.object({ searchParams: companySearchParams, companyExclusionListIDs: exclusionListIds }),
  output: z.object({ count: z.number().int() }),
  price: free('Counts are free.'),
  limit: perMinute(120),
  examples: [
    {
      name: 'Companies founded since 2020',
      input: { searchParams: { foundedOn: { strategy: 'absolute', range: { lowerBound: '2020-01-01' } } } },
    },
  ],
  effect: 'reads',
  isAgentTool: true,
  async handle({ input, call, deps }) {
    const companies = { ids: input.companyExclusionListIDs, path: 'companyExclusionListIDs' }
    const moment = await askedNow(deps, call, { companies })
    const condition = companiesAsked(deps, call, { params: input.searchParams, path: 'searchParams', moment })
    const snapshot = await deps.search.snapshots.newest('companies')
    return { count: await deps.search.count('companies', { condition, snapshot, signal: call.signal }) }
  },
})
