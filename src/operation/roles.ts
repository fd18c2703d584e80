/**
 * What a call leaves behind. `reads`: nothing. `spends`: its charge, and whatever sources reported. `changes`: something
 * that later calls see. It decides which keys may call the operation, what agents are told, and whether it may begin before
 * its subscription was checked.
 */
export type Effect = 'reads' | 'spends' | 'changes'

/** What a person may do in an organization. */
export const roles = ['owner', 'admin', 'member', 'read-only', 'billing'] as const
export type Role = (typeof roles)[number]

/** What an operation is about, as far as roles differ in it. */
export type Area =
  /** Companies, people and whatever is made of them. */
  | 'work'
  /** The organization itself: its balance, limits and name. */
  | 'account'
  /** Keys, and the requests that were made with them. */
  | 'keys'
  /** Purchases, cards and statements. */
  | 'billing'
  /** Members, invitations and the sessions of others. */
  | 'people'
  | 'audit'
  /** What everybody may do with what is theirs. */
  | 'own'

const everybody = roles
const heads: readonly Role[] = ['owner', 'admin']
const payers: readonly Role[] = [...heads, 'billing']
const workers: readonly Role[] = [...heads, 'member']

const sameFor = (allowed: readonly Role[]) => ({ reads: allowed, spends: allowed, changes: allowed })

/** Who may call an operation. Owners differ from admins in what `platform/members` lets them do to other owners. */
const allowedRoles: Record<Area, Record<Effect, readonly Role[]>> = {
  work: { reads: [...workers, 'read-only'], spends: workers, changes: workers },
  account: { reads: everybody, spends: heads, changes: heads },
  keys: { reads: everybody, spends: heads, changes: heads },
  billing: { reads: everybody, spends: payers, changes: payers },
  people: { reads: everybody, spends: heads, changes: heads },
  audit: sameFor(heads),
  own: sameFor(everybody),
}

/** Whether somebody in a role may do anything that a role does not cover. */
export function isRoleBeyond(role: Role, than: Role): boolean {
  if (role === 'owner' || than === 'owner') return role !== than && role === 'owner'
  return Object.values(allowedRoles)
    .flatMap((byEffect) => Object.values(byEffect))
    .some((allowed) => allowed.includes(role) && !allowed.includes(than))
}

export function mayCall(role: Role, { area, effect }: { area: Area; effect: Effect }): boolean {
  return allowedRoles[area][effect].includes(role)
}
