import { z } from 'zod'
import { optional, type Call } from '../../operation/index.ts'
import { companySearchParams, type Clause } from '../../corpus/search/index.ts'
import { askedNow, companyClauses } from './ask.ts'
import { companiesLeft } from './exclusions.ts'
import { excludedLists, peopleClauses, peopleQuestion } from './people-question.ts'
import { exclusionListIds } from './schema.ts'
import type { SearchDeps } from './slice.ts'

/** A search of either kind, as its page and its count take it. */
export const searchQuestion = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('companies'),
      searchParams: optional(companySearchParams).describe('What companySearch takes.'),
      companyExclusionListIDs: exclusionListIds,
    }),
    z.object({ type: z.literal('people'), ...peopleQuestion }),
  ])
  .describe('The search, with the members of companySearch or peopleSearch.')
  .meta({ id: 'SearchQuestion' })

export type SearchQuestion = z.output<typeof searchQuestion>

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
  search: SearchQuestion,
): Promise<{ kind: 'companies' | 'people'; clauses: Clause[] }> {
  const companies = { ids: search.companyExclusionListIDs, path: 'search.companyExclusionListIDs' }
  if (search.type === 'companies') {
    const at = await askedNow(deps, call, { companies })
    const params = search.searchParams
    const clauses = companyClauses(deps, call, { params, path: searchPaths.searchParams, at })
    return { kind: 'companies', clauses: [...clauses, ...companiesLeft(at.excluded)] }
  }
  const at = await askedNow(deps, call, excludedLists(search, 'search.'))
  return { kind: 'people', clauses: await peopleClauses(deps, call, { ...search, paths: searchPaths }, at) }
}
