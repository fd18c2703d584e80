import type { Employer } from '../../corpus/analytics/index.ts'
import type { InsightsDeps } from './slice.ts'

/** The method of an answer about an unknown company. */
export const unknownCompany = 'The corpus does not know the company.'

/**
 * The method of an answer that counted no people, so that a 0 is not taken for a result: it says whether the corpus
 * knows nobody at the company, or only people who do not match. `none`: a clause that is true of no person.
 */
export async function methodOfNobody(
  { analytics, search }: Pick<InsightsDeps, 'analytics' | 'search'>,
  { employer, none, signal }: { employer: Employer; none: string; signal: AbortSignal },
): Promise<string> {
  const snapshot = await search.snapshots.newest('people')
  const careers = await analytics.careers({ employer, snapshot, signal })
  if (careers === 0)
    return 'The corpus knows nobody who works or worked there, so nothing was counted: these zeros mean unknown.'
  const people = careers === 1 ? 'one person who works or worked' : `${careers} people who work or worked`
  return `The corpus knows ${people} there, of whom ${none}.`
}
