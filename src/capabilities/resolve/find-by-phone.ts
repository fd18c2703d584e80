import { findNow } from '../../corpus/lookup/index.ts'
import type { PersonRecord } from '../../corpus/records/index.ts'
import { ofSharers, rounded } from './confidence.ts'
import type { PeopleFound } from './find-people.ts'
import { accepted, phoneTokens } from '../../corpus/identify/index.ts'
import type { Asking, LookupDeps } from './slice.ts'

/** People one number is answered with. */
const maxPeople = 10
/** The worth of a phone number: it changes hands. */
const certainty = 0.95

/** The people with a phone number; a malformed one is a 400 at `phoneNumber`. */
export async function findByPhone(
  deps: LookupDeps,
  call: Asking,
  question: { phoneNumber: string; alpha2: string | undefined; minConfidence: number | undefined },
): Promise<PeopleFound> {
  const records = await findNow(deps.search, 'people', {
    tokens: accepted(phoneTokens(question.phoneNumber, question.alpha2), 'phoneNumber'),
    // One more tells that the number has more of them.
    perToken: maxPeople + 1,
    signal: call.signal,
  })
  const confidence = rounded(certainty / Math.max(1, records.length))
  const count = records.length > maxPeople ? `more than ${maxPeople}` : records.length
  const shared = records.length > 1 ? [`shared by ${count} people`] : []
  const matches = records.map((each) => ({
    ...each,
    person: JSON.parse(each.body) as PersonRecord,
    confidence,
    evidence: ['phoneNumber: the same', ...shared],
  }))
  if (matches.length === 0) return { matches: [], message: 'Nobody in the corpus has this number.' }
  return ofSharers(matches, { most: maxPeople, least: question.minConfidence })
}
