import { optional, type Call } from '../../operation/index.ts'
import {
  and,
  hasAll,
  profileSearchParams,
  type Condition,
  type ProfileSearchParams,
} from '../../corpus/search/index.ts'
import type { Moment } from './ask.ts'
import { peopleCondition } from './people-question.ts'
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
  moment: Moment,
): Promise<Condition> {
  const founder = [hasAll('facets', ['stl:now']), hasAll('title_tokens', ['founder>'])]
  return and([...founder, await peopleCondition(deps, call, { searchParams }, moment)])
}
