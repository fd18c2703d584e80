import { findNow } from '../../corpus/lookup/index.ts'
import type { PersonRecord } from '../../corpus/records/index.ts'
import { rounded, sureEnough, tooUnsure } from './confidence.ts'
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
    perToken: mostPeople,
    signal: call.signal,
  })
  const confidence = rounded(certainty / Math.max(1, found.length))
  const known = found.map((each) => ({
    ...each,
    person: JSON.parse(each.body) as PersonRecord,
    confidence,
    evidence: ['phoneNumber: the same'],
  }))
  const matches = sureEnough(known, { most: mostPeople, least: asked.minConfidence })
  if (matches.length > 0) return { matches }
  return { matches, message: known.length > 0 ? tooUnsure(known) : 'Nobody is known by this number.' }
}
