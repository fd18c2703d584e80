import { z } from 'zod'
import { optional, perMinute, type Call } from '../../../operation/index.ts'
import {
  companyRecord,
  personRecord,
  type CompanyRecord,
  type PersonRecord,
} from '../../../corpus/records/index.ts'
import { companySearchParams, hashQuestion } from '../../../corpus/search/index.ts'
import { answerPage, companiesAsked } from '../ask.ts'
import { companyExtras } from '../company-extras.ts'
import { combinedLists, excludedBy, type CombinedPaths } from '../combined-question.ts'
import {
  adviseOfNoSide,
  answeredSides,
  combinedInput,
  cursorOfBoth,
  readCursors,
  countMost,
  readSides,
  type Sides,
} from '../combined-sides.ts'
import { readOrdering, sortAsked } from '../order.ts'
import { prepareDetails, peopleCondition } from '../people-question.ts'
import { exclusionListIds, nextCursor } from '../schema.ts'
import { operation, tag, type SearchDeps } from '../slice.ts'

export const paginatedCombinedSearch = operation({
  id: 'paginatedCombinedSearch',
  route: 'POST /v1/combined-search/paginated',
  tag,
  summary: 'Search companies and their people together',
  tasks: ['companies with their matching employees in one search'],
  describe:
    'Returns a page of companies that satisfy the company parameters and a page of profiles that satisfy the profile parameters and currently work at one of those companies. Each side has its own cursor and pages on its own; a null cursor means the side is exhausted: sent back beside the live cursor of the other side, it does not begin again. A side whose config is null is neither returned nor charged. A profile cursor carries the company parameters, so that profiles can be paged alone: send companyConfig null and the cursor. nextCursor, sent back as cursor, continues both sides. Clients without sides send companyParams and profileParams instead.',
  input: combinedInput,
  output: z.object({
    companies: z.array(companyRecord),
    profiles: z.array(personRecord),
    nextCompaniesCursor: nextCursor,
    nextProfilesCursor: nextCursor,
    nextCursor: nextCursor.describe(
      'Pass as cursor for the next page of both sides; null when both have ended.',
    ),
  }),
  pages: ['nextCursor', 'nextCompaniesCursor', 'nextProfilesCursor'],
  price: (p) =>
    p.perItem(
      {
        key: 'combinedSearchCompany',
        most: (input) => countMost(input).companies,
        count: (output) => output.companies.length,
      },
      {
        key: 'combinedSearchProfile',
        most: (input) => countMost(input).profiles,
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
    const sides = readSides(input)
    adviseOfNoSide(call, sides)
    const { paths } = sides
    const { company: companySide, profile } = answeredSides(sides)
    const profileCursor = profile && readCursors({ profileConfig: profile }).profile
    const company = sides.companyConfig ?? carriedConfig(deps, call, profileCursor ?? undefined)
    const { searchParams: companyParams } = company
    const nothing = { data: [], nextCursor: null }
    const companies =
      companySide === undefined ? nothing : await companyPage(deps, call, { company: companySide, paths })
    const lists = combinedLists({ company, profile }, paths)
    const ask = { searchParams: profile?.searchParams, companyParams, paths }
    const profiles =
      profile === undefined
        ? nothing
        : await answerPage<PersonRecord>(deps, call, {
            kind: 'people',
            condition: (moment) => peopleCondition(deps, call, ask, moment),
            question: hashQuestion([
              profile.searchParams,
              companyParams,
              lists.companies?.ids,
              lists.people?.ids,
            ]),
            ordering: readOrdering(
              'people',
              sortAsked('people', profile, call),
              profile.searchParams?.keywords,
            ),
            lists,
            cursor: profileCursor ?? undefined,
            carry: { searchParams: companyParams, exclusionListIds: excludedBy(company) },
            pageSize: profile.pageSize,
            priceKey: 'combinedSearchProfile',
            finish: prepareDetails(deps, call, profile.searchParams),
            spent: [{ key: 'combinedSearchCompany', units: companies.data.length }],
          })
    return {
      companies: companies.data,
      profiles: profiles.data,
      nextCompaniesCursor: companies.nextCursor,
      nextProfilesCursor: profiles.nextCursor,
      nextCursor: cursorOfBoth(companies.nextCursor, profiles.nextCursor),
    }
  },
})

function companyPage(
  deps: SearchDeps,
  call: Call,
  { company, paths }: { company: NonNullable<Sides['companyConfig']>; paths: CombinedPaths },
) {
  const { searchParams: params, pageSize } = company
  const path = paths.companyParams
  return answerPage<CompanyRecord>(deps, call, {
    kind: 'companies',
    condition: (moment) => companiesAsked(deps, call, { params, path, moment }),
    question: hashQuestion([params, excludedBy(company)]),
    ordering: readOrdering('companies', sortAsked('companies', company, call), params?.keywords),
    lists: combinedLists({ company }, paths),
    cursor: readCursors({ companyConfig: company }).company ?? undefined,
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
