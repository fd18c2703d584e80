import { z } from 'zod'
import { frozenClock } from '../../src/lib/clock.ts'
import { defineListKind, openLists, type NewMember } from '../../src/platform/lists/index.ts'
import type { Postgres } from '../../src/store/postgres/index.ts'

/** A kind with all there is to a kind. */
export const audience = defineListKind({
  kind: 'audience',
  prefix: 'aud',
  settings: z.object({ most: z.int().default(10_000) }),
  states: ['DRAFT', 'BUILDING', 'NORMAL'],
  quota: 3,
  memberKinds: ['company', 'person'],
  names: 'unique',
})

let organizations = 0
/** An organization that has no lists. */
export const nobody = (): string => `org_${(organizations += 1)}`

/** Lists of the kind on a database, with a clock that stands still. */
export function openTestLists(db: Postgres) {
  const clock = frozenClock()
  const lists = openLists({ clock }).of(audience)
  return {
    clock,
    lists,
    /** An empty list of an organization. */
    async aList(organizationId = nobody(), name = 'Leads') {
      const made = await db.transact((tx) =>
        lists.create(tx, organizationId, { name, settings: { most: 5 }, by: 'key_1' }),
      )
      if (!made.done) throw new Error(made.reason)
      return { organizationId, id: made.list.id, list: made.list }
    },
  }
}

export const company = (entityId: string | number): NewMember<'company'> => ({
  kind: 'company',
  entityId: String(entityId),
})

/** Companies of a range of numbers, some at a time. */
export async function* companies(first: number, last: number, size = 5_000) {
  for (let start = first; start <= last; start += size)
    yield Array.from({ length: Math.min(size, last - start + 1) }, (_, index) => company(start + index))
}
