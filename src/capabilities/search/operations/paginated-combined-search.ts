import { z } from 'zod'
import { optional, perMinute, type Call } from '../../../operation/index.ts'
import {
  companyRecord,
  personRecord,
  type CompanyRecord,
  type PersonRecord,
} from '../../../corpus/records/index.ts'
import { companySearchParams, questionOf, type CompanySearchParams } from '../../../corpus/search/index.ts'
import { answerPage, companyCondition } from '../ask.ts'
import { companyConfig, profileConfig } from '../combined-question.ts'
import { peopleCondition } from '../people-question.ts'
import { nextCursor, requireLists } from '../schema.ts'
import { operation, tag, type SearchDeps } from '../slice.ts'

export const paginatedCombinedSearch = operation({
  id: 'paginatedCombinedSearch',
  route: 'POST /v1/combined-search/paginated',
  tag,
  summary: 'Search companies and their people together',
  describe:
    'Returns a page of companies that satisfy the company parameters and a page of profiles that satisfy the profile parameters and currently work at one of those companies. Each side has its own cursor and pages on its own; a null cursor means the side is exhausted. A side whose config is null is neither returned nor charged. A profile cursor carries the company parameters, so that profiles can be paged alone: send companyConfig null and the cursor.',
  input: z.object({
    companyConfig: optional(companyConfig),
    profileConfig: optional(profileConfig),
  }),
  output: z.object({
    companies: z.array(companyRecord),
    profiles: z.array(personRecord),
    nextCompaniesCursor: nextCursor,
    nextProfilesCursor: nextCursor,
  }),
  price: (p) =>
    p.perItem(
      {
        key: 'combinedSearchCompany',
        most: (input) => input.companyConfig?.pageSize ?? 0,
        count: (output) => output.companies.length,
      },
      {
        key: 'combinedSearchProfile',
        most: (input) => input.profileConfig?.pageSize ?? 0,
        count: (output) => output.profiles.length,
      },
    ),
  limit: perMinute(30),
  timeoutMs: 60_000,
  fails: ['invalid-cursor', 'cursor-expired'],
  examples: [
    {
      name: 'Software companies in the United States and their executives',
      input: {
        companyConfig: {
          searchParams: {
            headquartersCountryCode: { anyOf: ['USA'] },
            industriesV2: { anyOf: ['Software'] },
          },
          pageSize: 5,
        },
        profileConfig: { searchParams: { seniority: { anyOf: ['Executive'] } }, pageSize: 5 },
      },
    },
  ],
  mcp: { readOnly: true },
  async handle({ input, call, deps }) {
    const { companyConfig: company, profileConfig: profile } = input
    requireLists(company?.exclusionListIds ?? [], 'companyConfig.exclusionListIds')
    requireLists(profile?.exclusionListIds ?? [], 'profileConfig.exclusionListIds')
    const profileCursor = profile?.profileCursor ?? profile?.profilesCursor
    const companyParams =
      company === undefined ? carriedParams(deps, call, profileCursor) : company.searchParams
    const paths = { searchParams: 'profileConfig.searchParams', companyParams: 'companyConfig.searchParams' }
    const nothing = { data: [], nextCursor: null }
    const companies =
      company === undefined
        ? nothing
        : await answerPage<CompanyRecord>(deps, call, {
            kind: 'companies',
            condition: ({ today }) =>
              companyCondition(deps, call, { params: companyParams, path: paths.companyParams, today }),
            question: questionOf(companyParams),
            cursor: company.companyCursor ?? company.companiesCursor,
            pageSize: company.pageSize,
            priceKey: 'combinedSearchCompany',
          })
    const profiles =
      profile === undefined
        ? nothing
        : await answerPage<PersonRecord>(deps, call, {
            kind: 'people',
            condition: (at) =>
              peopleCondition(deps, call, { searchParams: profile.searchParams, companyParams, paths }, at),
            question: questionOf([profile.searchParams, companyParams]),
            cursor: profileCursor,
            carry: companyParams,
            pageSize: profile.pageSize,
            priceKey: 'combinedSearchProfile',
            spent: [{ key: 'combinedSearchCompany', units: companies.data.length }],
          })
    return {
      companies: companies.data,
      profiles: profiles.data,
      nextCompaniesCursor: companies.nextCursor,
      nextProfilesCursor: profiles.nextCursor,
    }
  },
})

/** Company parameters of the search a profile cursor goes on with. */
function carriedParams(
  deps: SearchDeps,
  call: Call,
  profileCursor: string | undefined,
): CompanySearchParams | undefined {
  const carried =
    profileCursor === undefined ? undefined : deps.cursors.carried(profileCursor, call.organizationId)
  return carried === undefined ? undefined : companySearchParams.parse(carried)
}
