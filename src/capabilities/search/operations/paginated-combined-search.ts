import { z } from 'zod'
import { optional, perMinute, type Call } from '../../../operation/index.ts'
import {
  companyRecord,
  personRecord,
  type CompanyRecord,
  type PersonRecord,
} from '../../../corpus/records/index.ts'
import { companySearchParams, questionOf } from '../../../corpus/search/index.ts'
import { answerPage, companiesAsked } from '../ask.ts'
import { companyExtras } from '../company-extras.ts'
import {
  combinedLists,
  combinedPaths,
  companyConfig,
  excludedBy,
  profileConfig,
} from '../combined-question.ts'
import { orderingOf, sortAsked } from '../order.ts'
import { detailsOf, peopleCondition } from '../people-question.ts'
import { exclusionListIds, nextCursor } from '../schema.ts'
import { operation, tag, type SearchDeps } from '../slice.ts'

export const paginatedCombinedSearch = operation({
  id: 'paginatedCombinedSearch',
  route: 'POST /v1/combined-search/paginated',
  tag,
  summary: 'Search companies and their people together',
  describe:
    'Returns a page of companies that satisfy the company parameters and a page of profiles that satisfy the profile parameters and currently work at one of those companies. Each side has its own cursor and pages on its own; a null cursor means the side is exhausted: sent back beside the live cursor of the other side, it does not begin again. A side whose config is null is neither returned nor charged. A profile cursor carries the company parameters, so that profiles can be paged alone: send companyConfig null and the cursor.',
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
        most: (input) => wanted(input).company?.pageSize ?? 0,
        count: (output) => output.companies.length,
      },
      {
        key: 'combinedSearchProfile',
        most: (input) => wanted(input).profile?.pageSize ?? 0,
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
  effect: 'spends',
  async handle({ input, call, deps }) {
    const { company: companySide, profile } = wanted(input)
    const profileCursor = profile && cursorsOf({ profileConfig: profile }).profile
    const company = input.companyConfig ?? carriedConfig(deps, call, profileCursor ?? undefined)
    const { searchParams: companyParams } = company
    const nothing = { data: [], nextCursor: null }
    const companies = companySide === undefined ? nothing : await companyPage(deps, call, companySide)
    const lists = combinedLists(company, profile)
    const ask = { searchParams: profile?.searchParams, companyParams, paths: combinedPaths }
    const profiles =
      profile === undefined
        ? nothing
        : await answerPage<PersonRecord>(deps, call, {
            kind: 'people',
            condition: (moment) => peopleCondition(deps, call, ask, moment),
            question: questionOf([
              profile.searchParams,
              companyParams,
              lists.companies?.ids,
              lists.people?.ids,
            ]),
            ordering: orderingOf(
              'people',
              sortAsked('people', profile, call),
              profile.searchParams?.keywords,
            ),
            lists,
            cursor: profileCursor ?? undefined,
            carry: { searchParams: companyParams, exclusionListIds: excludedBy(company) },
            pageSize: profile.pageSize,
            priceKey: 'combinedSearchProfile',
            finish: detailsOf(deps, call, profile.searchParams),
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

interface Sides {
  companyConfig?: z.output<typeof companyConfig> | undefined
  profileConfig?: z.output<typeof profileConfig> | undefined
}

/** The cursor of each side: null where it was given as null, undefined where it was not given. */
const cursorsOf = ({ companyConfig: company, profileConfig: profile }: Sides) => ({
  company:
    company?.companyCursor ??
    company?.companiesCursor ??
    nullOf(company?.companyCursor, company?.companiesCursor),
  profile:
    profile?.profileCursor ??
    profile?.profilesCursor ??
    nullOf(profile?.profileCursor, profile?.profilesCursor),
})

const nullOf = (...cursors: (string | null | undefined)[]) => (cursors.includes(null) ? null : undefined)

/** The sides asked for: not one whose cursor is null beside the live one of the other, since it has ended. */
function wanted({ companyConfig: company, profileConfig: profile }: Sides) {
  const cursors = cursorsOf({ companyConfig: company, profileConfig: profile })
  const hasEnded = (own: string | null | undefined, other: string | null | undefined) =>
    own === null && typeof other === 'string'
  return {
    company: hasEnded(cursors.company, cursors.profile) ? undefined : company,
    profile: hasEnded(cursors.profile, cursors.company) ? undefined : profile,
  }
}

function companyPage(deps: SearchDeps, call: Call, company: z.output<typeof companyConfig>) {
  const { searchParams: params, pageSize } = company
  const path = combinedPaths.companyParams
  return answerPage<CompanyRecord>(deps, call, {
    kind: 'companies',
    condition: (moment) => companiesAsked(deps, call, { params, path, moment }),
    question: questionOf([params, excludedBy(company)]),
    ordering: orderingOf('companies', sortAsked('companies', company, call), params?.keywords),
    lists: combinedLists(company),
    cursor: cursorsOf({ companyConfig: company }).company ?? undefined,
    pageSize,
    priceKey: 'combinedSearchCompany',
    finish: companyExtras(deps, call, { params, path }),
  })
}

/** What of the company side a profile cursor carries, so that profiles can be paged alone. */
const carriedSide = z.object({ searchParams: optional(companySearchParams), exclusionListIds })

function carriedConfig(
  deps: SearchDeps,
  call: Call,
  profileCursor: string | undefined,
): Partial<z.output<typeof carriedSide>> {
  const carried =
    profileCursor === undefined ? undefined : deps.cursors.carried(profileCursor, call.organizationId)
  return carried === undefined ? {} : carriedSide.parse(carried)
}
