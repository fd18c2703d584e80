import type { Call } from '../../operation/index.ts'
import { askedNow, companyClauses } from './ask.ts'
import { companiesLeft } from './exclusions.ts'
import { excludedLists, peopleClauses, type QuestionClause } from './people-question.ts'
import { postingClauses } from './postings-question.ts'
import type { CountedSearch } from './question-schema.ts'
import type { SearchDeps } from './slice.ts'

/** Where the members of a question at `search` of the request stand. */
export const searchPaths = {
  searchParams: 'search.searchParams',
  companyParams: 'search.companyParams',
  currentCompanies: 'search.currentCompanies',
}

/** The parts of a search at `search` of the request. */
export async function questionClauses(
  deps: SearchDeps,
  call: Call,
  search: CountedSearch,
): Promise<{ kind: CountedSearch['type']; clauses: QuestionClause[] }> {
  if (search.type === 'postings') {
    const moment = await askedNow(deps, call, {})
    const question = { params: search.searchParams, path: searchPaths.searchParams }
    return { kind: 'postings', clauses: await postingClauses(deps, call, question, moment) }
  }
  const left = { ids: search.companyExclusionListIDs, path: 'search.companyExclusionListIDs' }
  if (search.type === 'companies') {
    const moment = await askedNow(deps, call, { companies: left })
    const params = search.searchParams
    const clauses = companyClauses(deps, call, { params, path: searchPaths.searchParams, moment })
    return { kind: 'companies', clauses: [...clauses, ...companiesLeft(moment.excluded)] }
  }
  const moment = await askedNow(deps, call, excludedLists(search, 'search.'))
  return {
    kind: 'people',
    clauses: await peopleClauses(deps, call, { ...search, paths: searchPaths }, moment),
  }
}
