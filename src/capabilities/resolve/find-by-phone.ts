import { findNow } from '../../corpus/lookup/index.ts'
import type { PersonRecord } from '../../corpus/records/index.ts'
import { ofSharers, rounded } from './confidence.ts'
import type { PeopleFound } from './find-people.ts'
import { accepted, phoneTokens } from '../../corpus/identify/index.ts'
import type { Asking, LookupDeps } from './slice.ts'

/** People one number is answered with. */
const mostPeople = 10
/** What a number is worth: it changes hands. */
const certainty = 0.95

/** Who is known by a phone number; a malformed one is a 400 at `phoneNumber`. */
export async function findByPhone(
  deps: LookupDeps,
  call: Asking,
  asked: { phoneNumber: string; alpha2: string | undefined; minConfidence: number | undefined },
): Promise<PeopleFound> {
  const found = await findNow(deps.search, 'people', {
    tokens: accepted(phoneTokens(asked.phoneNumber, asked.alpha2), 'phoneNumber'),
    // One more tells that the number has more of them.
    perToken: mostPeople + 1,
    signal: call.signal,
  })
  const confidence = rounded(certainty / Math.max(1, found.length))
  const count = found.length > mostPeople ? `more than ${mostPeople}` : found.length
  const shared = found.length > 1 ? [`shared by ${count} people`] : []
  const known = found.map((each) => ({
    ...each,
    person: JSON.parse(each.body) as PersonRecord,
    confidence,
    evidence: ['phoneNumber: the same', ...shared],
  }))
  if (known.length === 0) return { matches: [], message: 'Nobody is known by this number.' }
  return ofSharers(known, { most: mostPeople, least: asked.minConfidence })
}
