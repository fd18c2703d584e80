import {
  listClauses,
  postingFilters,
  type Clause,
  type Condition,
  type PostingSearchParams,
} from '../../corpus/search/index.ts'
import { joinClauses, findBudget, type Moment } from './ask.ts'
import type { Asker, SearchDeps } from './slice.ts'

type PostingMoment = Pick<Moment, 'today' | 'employers'>

/** The condition behind a question about job postings. */
export async function postingCondition(
  deps: SearchDeps,
  call: Asker,
  params: PostingSearchParams | undefined,
  moment: PostingMoment,
): Promise<Condition> {
  return joinClauses(await postingClauses(deps, call, { params, path: 'searchParams' }, moment))
}

/** Its parts, one a parameter. */
export async function postingClauses(
  deps: SearchDeps,
  call: Asker,
  { params, path }: { params: PostingSearchParams | undefined; path: string },
  moment: PostingMoment,
): Promise<Clause[]> {
  const companies = await moment.employers()
  return listClauses(postingFilters, params, {
    path,
    network: deps.network,
    today: moment.today,
    ofCompany: (company) => deps.search.postedBy(company, companies),
    advise: (line) => call.advise(line),
    budget: findBudget(call),
  })
}
