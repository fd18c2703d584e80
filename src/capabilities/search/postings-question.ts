import type { Call } from '../../operation/index.ts'
import {
  clausesOf,
  postingFilters,
  type Clause,
  type Condition,
  type PostingSearchParams,
} from '../../corpus/search/index.ts'
import { allOf, placesOf, type Moment } from './ask.ts'
import type { SearchDeps } from './slice.ts'

type PostingMoment = Pick<Moment, 'today' | 'employers'>

/** The condition behind a question about job postings. */
export async function postingCondition(
  deps: SearchDeps,
  call: Call,
  params: PostingSearchParams | undefined,
  at: PostingMoment,
): Promise<Condition> {
  return allOf(await postingClauses(deps, call, { params, path: 'searchParams' }, at))
}

/** Its parts, one a parameter. */
export async function postingClauses(
  deps: SearchDeps,
  call: Call,
  { params, path }: { params: PostingSearchParams | undefined; path: string },
  at: PostingMoment,
): Promise<Clause[]> {
  const companies = await at.employers()
  return clausesOf(postingFilters, params, {
    path,
    network: deps.network,
    today: at.today,
    ofCompany: (company) => deps.search.postedBy(company, companies),
    advise: (line) => call.advise(line),
    places: placesOf(call),
  })
}
