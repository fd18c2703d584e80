import { Failure, type Call } from '../../operation/index.ts'
import { readOrigin } from '../../platform/audit/index.ts'
import type { Acting, Member, Refusal } from '../../platform/members/index.ts'
import { isNarrow } from '../../platform/keys/index.ts'
import { peopleFailures } from './failures.ts'
import type { PeopleDeps } from './slice.ts'

/** Who changes people: a person with their role; a key can do what an admin can. */
export async function readActing({ keys }: Pick<PeopleDeps, 'keys'>, call: Call): Promise<Acting> {
  const { person, organizationId, keyId } = call
  const by = readOrigin(call)
  if (person !== undefined) return { role: person.role, memberId: person.memberId, by }
  const key = await keys.getKey(organizationId, keyId)
  if (key === undefined) throw new Failure('unauthorized')
  return { role: 'admin', isNarrow: isNarrow(key), by }
}

/** The organization of a person also while they work in its sandbox, which has no people of its own. */
export const findHome = (call: Call): string =>
  call.person === undefined ? call.organizationId : (call.sandboxOf ?? call.organizationId)

/** Whether the caller may see and end the sessions of others. */
export const isHead = ({ person }: Call): boolean =>
  person === undefined || person.role === 'owner' || person.role === 'admin'

const codes = {
  'owners-only': 'owners-only',
  'last-owner': 'last-owner',
  'member-already': 'member-already',
  'too-many': 'too-many-members',
  account: 'account-name',
  'beyond-key': 'people-beyond-key',
  'own-raise': 'own-raise',
  'beyond-own-limit': 'beyond-own-limit',
} as const

/** Throws the failure for people who were left as they are. */
export function requireChanged<T extends object = Member>(outcome: T | Refusal): T {
  if (typeof outcome !== 'string') return outcome
  throw outcome === 'unknown' ? new Failure('not-found') : peopleFailures.of(codes[outcome])
}
