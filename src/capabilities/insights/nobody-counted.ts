import type { Employer } from '../../corpus/analytics/index.ts'
import type { InsightsDeps } from './slice.ts'

/** The method of an answer about a company that is not there. */
export const unknownCompany = 'The corpus does not know the company.'

/**
 * The method of an answer about people that counted none, so that no figure of 0 is taken for one: whether the corpus knows
 * nobody of the company, or people who do not fit. `none`: what nobody of them did.
 */
export async function methodOfNobody(
  { analytics, search }: Pick<InsightsDeps, 'analytics' | 'search'>,
  { employer, none, signal }: { employer: Employer; none: string; signal: AbortSignal },
): Promise<string> {
  const snapshot = await search.snapshots.newest('people')
  const careers = await analytics.careers({ employer, snapshot, signal })
  if (careers === 0)
    return 'The corpus knows nobody who works or worked there, so nothing was counted: these zeros are unknown.'
  const people = careers === 1 ? 'one person who works or worked' : `${careers} people who work or worked`
  return `The corpus knows ${people} there, of whom ${none}.`
}
