import { z } from 'zod'
import { Failure, openPage, makePage, stored, type Call } from '../../operation/index.ts'
import { movementPosition, type MovedMember, type Movement } from '../../platform/lists/index.ts'
import type { CompanyRecord, PersonRecord } from '../../corpus/records/index.ts'
import type { MovementType } from './schema.ts'
import type { SavedSearchesDeps } from './slice.ts'

const kinds = { companies: 'company', people: 'person' } as const

type EntityRecord = CompanyRecord | PersonRecord

export interface EntityPage {
  of: keyof typeof kinds
  savedSearchId: string
  /** Of the list's members: what they did since the version before it. */
  version: number
  statuses: readonly MovementType[]
  size: number
  cursor: string | undefined
}

/** A cursor keeps the version, so that pages continue as they began when another run ends meanwhile. */
const position = z.object({ version: z.int(), after: movementPosition })

/**
 * Records of members with a status in a version, in the order of the list; those no longer in the corpus are left out.
 * Throws Failure 'invalid-cursor'.
 */
export async function entityPage(
  { db, lists, search, secret }: SavedSearchesDeps,
  call: Call,
  { of, savedSearchId, version, statuses, size, cursor }: EntityPage,
): Promise<{ items: { record: EntityRecord; movementType: MovementType }[]; nextCursor: string | null }> {
  const { organizationId, operationId } = call
  const statusKey = [...statuses].toSorted()
  const seal = { key: secret, of: operationId, organizationId, query: { savedSearchId, asked: statusKey } }
  const from = openPage(cursor, seal, position)
  const to = from?.version ?? version
  if (to === 0) return { items: [], nextCursor: null }
  const kind = kinds[of]
  const members = await lists.difference(db, organizationId, savedSearchId, {
    kind,
    from: to - 1,
    to,
    movements: statusKey.map((status) => movementOf[status]),
    after: from?.after,
    most: size + 1,
  })
  if (members === undefined) throw new Failure('not-found')
  const page = makePage(members, { size, seal, position: (last) => ({ version: to, after: last.position }) })
  const ids = page.items.flatMap(({ entityId }) => entityId ?? [])
  const bodies = await readBodies(search, { of, ids, signal: call.signal })
  const items = page.items.flatMap(({ entityId, movement }: MovedMember) => {
    const body = bodies.get(entityId ?? '')
    return body === undefined
      ? []
      : [{ record: stored<EntityRecord>(body), movementType: toMovementType(movement) }]
  })
  return { items, nextCursor: page.nextCursor }
}

const movementOf: Record<MovementType, Movement> = {
  joined: 'joined',
  returned: 'returned',
  departed: 'left',
  stayed: 'stayed',
}

const toMovementType = (movement: Movement): MovementType => (movement === 'left' ? 'departed' : movement)

async function readBodies(
  { search }: SavedSearchesDeps['search'],
  { of, ids, signal }: { of: 'companies' | 'people'; ids: string[]; signal: AbortSignal },
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const snapshot = await search.snapshots.newest(of)
  const records = await search.lookupIds(of, { ids, snapshot, signal })
  return new Map(records.map(({ id, body }) => [id, body]))
}
