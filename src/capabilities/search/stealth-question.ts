import { optional, type Call } from '../../operation/index.ts'
import {
  hasAll,
  profileSearchParams,
  type Condition,
  type ProfileSearchParams,
} from '../../corpus/search/index.ts'
import { allOf, profileClauses, type Moment } from './ask.ts'
import { peopleLeft } from './exclusions.ts'
import { exclusionListIds } from './schema.ts'
import type { SearchDeps } from './slice.ts'

/** The members that searches and counts of founders in stealth have in common. */
export const stealthQuestion = {
  searchParams: optional(profileSearchParams).describe(
    'What else the founder must satisfy, as peopleSearch takes it.',
  ),
  prospectExclusionListIDs: exclusionListIds,
}

/** People with a current employer in stealth and a current title that names a founder. */
export async function stealthCondition(
  deps: SearchDeps,
  call: Call,
  searchParams: ProfileSearchParams | undefined,
  at: Moment,
): Promise<Condition> {
  const clauses = profileClauses(deps, call, { params: searchParams, path: 'searchParams', today: at.today })
  const left = await peopleLeft(deps, at.excluded, () => at.employers())
  const founder = [hasAll('facets', ['stl:now']), hasAll('title_tokens', ['founder>'])]
  return allOf([...founder.map((condition) => ({ path: '', condition })), ...clauses, ...left])
}
