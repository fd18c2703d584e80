import { describe, expect, test } from 'vitest'
import { mayCall, roles, type Role } from '../../src/operation/index.ts'
import { everyOperation, registry } from './registry.ts'

/** What each operation is about, by slice; `tag` where a slice has several. A new slice or tag has to be decided on here. */
const areas: Record<string, string> = {
  'account: API keys and requests': 'keys',
  'account: Account and billing': 'account',
  billing: 'billing',
}
/** Operations that are about something else than the rest of their slice. */
const exceptions: Record<string, string> = {
  getOrganization: 'account',
  updateOrganization: 'account',
  listMembers: 'people',
  inviteMember: 'people',
  listInvitations: 'people',
  withdrawInvitation: 'people',
  updateMember: 'people',
  removeMember: 'people',
  listSessions: 'own',
  endSession: 'own',
  endSessions: 'own',
  listAuditEntries: 'audit',
}

const yes: readonly Role[] = roles
const heads: readonly Role[] = ['owner', 'admin']
/** Who may call what is about an area, by its effect: [reads, spends, changes]. */
const grid: Record<string, [readonly Role[], readonly Role[], readonly Role[]]> = {
  work: [
    ['owner', 'admin', 'member', 'read-only'],
    ['owner', 'admin', 'member'],
    ['owner', 'admin', 'member'],
  ],
  account: [yes, heads, heads],
  keys: [yes, heads, heads],
  billing: [yes, [...heads, 'billing'], [...heads, 'billing']],
  people: [yes, heads, heads],
  audit: [heads, heads, heads],
  own: [yes, yes, yes],
}
const effects = ['reads', 'spends', 'changes'] as const

describe.each(everyOperation)('%s', (id, operation) => {
  test('is about what was decided for its slice and tag', () => {
    const { slice, tag } = operation
    const decided = exceptions[id] ?? areas[`${slice}: ${tag}`] ?? areas[slice] ?? 'work'
    expect(operation.area).toBe(decided)
  })

  test('has an answer for every role', () => {
    const allowed = grid[operation.area]?.[effects.indexOf(operation.effect)]
    expect(allowed).toBeDefined()
    expect(roles.filter((role) => mayCall(role, operation))).toEqual(
      roles.filter((role) => allowed?.includes(role)),
    )
  })
})

test('slices about keys, money and people are no work: their operations all have another area', () => {
  const beside = registry.operations.filter(
    ({ slice, area }) => ['account', 'billing', 'people'].includes(slice) && area === 'work',
  )
  expect(beside.map(({ id }) => id)).toEqual([])
})

test('whoever may only read is charged nothing', () => {
  const charging = registry.operations.filter(
    (operation) => operation.price.kind !== 'free' && mayCall('read-only', operation),
  )
  expect(charging.map(({ id }) => id)).toEqual([])
})

test('owners and admins may call everything that a key may', () => {
  const refused = registry.operations.filter(
    (operation) => !mayCall('owner', operation) || !mayCall('admin', operation),
  )
  expect(refused).toEqual([])
})
