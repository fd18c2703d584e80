import { z } from 'zod'
import { free, optional, perMinute } from '../../../operation/index.ts'
import { companySearchParams, profileSearchParams } from '../../../corpus/search/index.ts'
import { companyCondition } from '../ask.ts'
import { peopleCondition } from '../people-question.ts'
import { exclusionListIds, requireLists } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const combinedSearchCount = operation({
  id: 'combinedSearchCount',
  route: 'POST /v1/combined-search/count',
  tag,
  summary: 'Count both sides of a combined search',
  describe:
    'Counts what paginatedCombinedSearch returns on each side for the same parameters, exactly: companies that satisfy the company parameters, and profiles that satisfy the profile parameters and currently work at one of those companies. A side whose config is null counts 0.',
  input: z.object({
    companyConfig: optional(z.object({ searchParams: optional(companySearchParams), exclusionListIds })),
    profileConfig: optional(z.object({ searchParams: optional(profileSearchParams), exclusionListIds })),
  }),
  output: z.object({ numCompanies: z.number().int(), numProfiles: z.number().int() }),
  price: free('Counts are free.'),
  limit: perMinute(120),
  examples: [
    {
      name: 'German companies and their directors',
      input: {
        companyConfig: { searchParams: { headquartersCountryCode: { anyOf: ['DEU'] } } },
        profileConfig: { searchParams: { seniority: { anyOf: ['Director'] } } },
      },
    },
  ],
  mcp: { readOnly: true },
  async handle({ input, call, deps }) {
    const { companyConfig, profileConfig } = input
    const { search } = deps
    requireLists(companyConfig?.exclusionListIds ?? [], 'companyConfig.exclusionListIds')
    requireLists(profileConfig?.exclusionListIds ?? [], 'profileConfig.exclusionListIds')
    const paths = { searchParams: 'profileConfig.searchParams', companyParams: 'companyConfig.searchParams' }
    const companyParams = companyConfig?.searchParams
    const [companies, people] = await Promise.all([
      search.snapshots.newest('companies'),
      search.snapshots.newest('people'),
    ])
    const ofCompanies = { params: companyParams, path: paths.companyParams }
    const [numCompanies, numProfiles] = await Promise.all([
      companyConfig === undefined
        ? 0
        : search.count('companies', {
            condition: companyCondition(deps, call, ofCompanies),
            snapshot: companies,
            signal: call.signal,
          }),
      profileConfig === undefined
        ? 0
        : search.count('people', {
            condition: await peopleCondition(deps, call, {
              searchParams: profileConfig.searchParams,
              companyParams,
              paths,
            }),
            snapshot: people,
            signal: call.signal,
          }),
    ])
    return { numCompanies, numProfiles }
  },
})
