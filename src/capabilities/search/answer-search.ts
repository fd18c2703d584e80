import type { Call, PriceKey } from '../../operation/index.ts'
import type { CompanyRecord, PersonRecord } from '../../corpus/records/index.ts'
import {
  questionOf,
  type EmployerReference,
  type CompanySearchParams,
  type ProfileSearchParams,
  type Sort,
} from '../../corpus/search/index.ts'
import { answerPage, companiesAsked } from './ask.ts'
import { companyExtras } from './company-extras.ts'
import { orderingOf, sortAsked } from './order.ts'
import { detailsOf, excludedLists, peopleCondition } from './people-question.ts'
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
}

/** A page of companies, as companySearch answers it. */
export function answerCompanies(deps: SearchDeps, call: Call, asked: CompaniesAsked) {
  const { searchParams: params, companyExclusionListIDs: ids, cursor, pageSize, priceKey } = asked
  const sort = sortAsked('companies', asked, call)
  return answerPage<CompanyRecord>(deps, call, {
    kind: 'companies',
    condition: (moment) => companiesAsked(deps, call, { params, path: 'searchParams', moment }),
    question: questionOf(sort === undefined ? [params, ids] : [params, ids, sort]),
    ordering: orderingOf('companies', sort, params.keywords),
    lists: { companies: { ids, path: 'companyExclusionListIDs' } },
    cursor,
    pageSize,
    priceKey,
    finish: companyExtras(deps, call, { params, path: 'searchParams' }),
  })
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
export function answerPeople(deps: SearchDeps, call: Call, asked: PeopleAsked) {
  const { searchParams, companyParams, currentCompanies, cursor, pageSize, priceKey } = asked
  const sort = sortAsked('people', asked, call)
  const lists = excludedLists(asked)
  return answerPage<PersonRecord>(deps, call, {
    kind: 'people',
    condition: (moment) => peopleCondition(deps, call, asked, moment),
    question: questionOf({ searchParams, companyParams, currentCompanies, lists, sort }),
    ordering: orderingOf('people', sort, searchParams?.keywords),
    lists,
    cursor,
    pageSize,
    priceKey,
    finish: detailsOf(deps, call, searchParams),
  })
}
