import type { Call } from '../../operation/index.ts'
import {
  clausesOf,
  postingFilters,
  type Condition,
  type PostingSearchParams,
} from '../../corpus/search/index.ts'
import { allOf, type Moment } from './ask.ts'
import type { SearchDeps } from './slice.ts'

/** The condition behind a question about job postings. */
export async function postingCondition(
  deps: SearchDeps,
  call: Call,
  params: PostingSearchParams | undefined,
  at: Pick<Moment, 'today' | 'employers'>,
): Promise<Condition> {
  const companies = await at.employers()
  return allOf(
    clausesOf(postingFilters, params, {
      path: 'searchParams',
      network: deps.network,
      today: at.today,
      ofCompany: (company) => deps.search.postedBy(company, companies),
      advise: (line) => call.advise(line),
    }),
  )
}
