import type { Call, PriceKey } from '../../operation/index.ts'
import type { CompanyRecord, PersonRecord } from '../../corpus/records/index.ts'
import {
  hashQuestion,
  type EmployerReference,
  type CompanySearchParams,
  type ProfileSearchParams,
  type Sort,
} from '../../corpus/search/index.ts'
import { answerPage, companiesAsked, type Finish } from './ask.ts'
import { companyExtras } from './company-extras.ts'
import { readOrdering, sortAsked } from './order.ts'
import { prepareDetails, excludedLists, peopleCondition } from './people-question.ts'
import { withSimilar } from './similar/companies-like.ts'
import type { SearchDeps } from './slice.ts'

interface PageAsked {
  cursor: string | undefined
  pageSize: number
  /** What a record of the page costs. */
  priceKey: PriceKey
}

export interface CompaniesAsked extends PageAsked {
  searchParams: CompanySearchParams
  sort?: Sort | undefined
  companyExclusionListIDs: string[]
  /** Records that lack similar_companies get it. */
  getSimilarCompanies?: boolean
}

/** A page of companies, as companySearch answers it. */
export function answerCompanies(deps: SearchDeps, call: Call, question: CompaniesAsked) {
  const { searchParams: params, companyExclusionListIDs: ids, cursor, pageSize, priceKey } = question
  const sort = sortAsked('companies', question, call)
  return answerPage<CompanyRecord>(deps, call, {
    kind: 'companies',
    condition: (moment) => companiesAsked(deps, call, { params, path: 'searchParams', moment }),
    question: hashQuestion(sort === undefined ? [params, ids] : [params, ids, sort]),
    ordering: readOrdering('companies', sort, params.keywords),
    lists: { companies: { ids, path: 'companyExclusionListIDs' } },
    cursor,
    pageSize,
    priceKey,
    finish: makeFinish(deps, call, question),
  })
}

/** What a page of companies says in addition to the stored records; undefined if nothing of it is asked for. */
function makeFinish(
  deps: SearchDeps,
  call: Call,
  { searchParams: params, getSimilarCompanies: isSimilarAsked = false }: CompaniesAsked,
): Finish<CompanyRecord> | undefined {
  const extras = companyExtras(deps, call, { params, path: 'searchParams' })
  if (!isSimilarAsked) return extras
  return async (bodies, moment, ids) => {
    const records =
      (await extras?.(bodies, moment)) ?? bodies.map((body) => JSON.parse(body) as CompanyRecord)
    return withSimilar(
      deps,
      call,
      records.map((record, index) => ({ id: ids[index] ?? '', record })),
    )
  }
}

export interface PeopleAsked extends PageAsked {
  searchParams?: ProfileSearchParams | undefined
  companyParams?: CompanySearchParams | undefined
  currentCompanies: EmployerReference[]
  sort?: Sort | undefined
  prospectExclusionListIDs: string[]
  /** What the request calls these, where otherwise. */
  peopleListsMember?: string
  companyExclusionListIDs: string[]
}

/** A page of people, as peopleSearch answers it. */
export function answerPeople(deps: SearchDeps, call: Call, question: PeopleAsked) {
  const { searchParams, companyParams, currentCompanies, cursor, pageSize, priceKey } = question
  const sort = sortAsked('people', question, call)
  const lists = excludedLists(question)
  return answerPage<PersonRecord>(deps, call, {
    kind: 'people',
    condition: (moment) => peopleCondition(deps, call, question, moment),
    question: hashQuestion({ searchParams, companyParams, currentCompanies, lists, sort }),
    ordering: readOrdering('people', sort, searchParams?.keywords),
    lists,
    cursor,
    pageSize,
    priceKey,
    finish: prepareDetails(deps, call, searchParams),
  })
}
