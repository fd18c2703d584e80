import { z } from 'zod'
import { Failure, openPage, makePage, type Call } from '../../operation/index.ts'
import { movementPosition, type MovedMember, type Movement } from '../../platform/lists/index.ts'
import type { Audience } from './list-kind.ts'
import type { AudiencesDeps } from './slice.ts'

const kinds = { companies: 'company', people: 'person' } as const

export interface MembersQuestion {
  of: keyof typeof kinds
  audience: Audience
  /** Members with this movement in the newest version; by default all that are in it. */
  movement: Movement | undefined
  size: number
  cursor: string | undefined
}

/** A member with its record. */
export interface ShownMember<R> {
  id: string
  movement: Movement
  record: R
}

export interface MembersPage<R> {
  items: ShownMember<R>[]
  nextCursor: string | null
  /** Members on all pages. */
  totalCount: number
  /** Members of the page that are no longer in the corpus. */
  noLongerKnown: number
}

/** A cursor holds the version, so its pages stay consistent when the audience is rebuilt meanwhile. */
const position = z.object({ version: z.int(), after: movementPosition })

const present: readonly Movement[] = ['joined', 'returned', 'stayed']

/** Members in the order of the audience, with their current records. Throws Failure 'invalid-cursor'. */
export async function membersPage<R>(
  { db, lists, search, secret }: AudiencesDeps,
  call: Call,
  { of, audience, movement, size, cursor }: MembersQuestion,
): Promise<MembersPage<R>> {
  const { organizationId, operationId } = call
  const { id: audienceId } = audience
  const seal = { key: secret, of: operationId, organizationId, query: { audienceId, movement } }
  const from = openPage(cursor, seal, position)
  const version = from?.version ?? audience.version
  if (version === 0) return { items: [], nextCursor: null, totalCount: 0, noLongerKnown: 0 }
  const members = await lists.difference(db, organizationId, audienceId, {
    kind: kinds[of],
    from: version - 1,
    to: version,
    movements: movement === undefined ? present : [movement],
    after: from?.after,
    most: size + 1,
  })
  if (members === undefined) throw new Failure('not-found')
  const page = makePage(members, { size, seal, position: (last) => ({ version, after: last.position }) })
  const records = await readRecords<R>(search, { of, ids: page.items.map(readId), signal: call.signal })
  const items = page.items.flatMap((member) => {
    const record = records.get(readId(member))
    return record === undefined ? [] : [{ id: readId(member), movement: member.movement, record }]
  })
  return {
    items,
    nextCursor: page.nextCursor,
    totalCount: await countMembers(
      { db, lists },
      { ...audience, organizationId },
      { version, kind: kinds[of], movement },
    ),
    noLongerKnown: page.items.length - items.length,
  }
}

/** How many members have a movement in a version, or are in it. */
async function countMembers(
  { db, lists }: Pick<AudiencesDeps, 'db' | 'lists'>,
  audience: Audience & { organizationId: string },
  {
    version,
    kind,
    movement,
  }: { version: number; kind: 'company' | 'person'; movement: Movement | undefined },
): Promise<number> {
  if (version === audience.version && movement === undefined) return audience.counts[kind]
  const page = { before: version + 1, most: 1 }
  const [changed] = (await lists.versions(db, audience.organizationId, audience.id, page)) ?? []
  const counts = changed?.movements[kind]
  if (counts === undefined) return 0
  return movement === undefined ? counts.joined + counts.returned + counts.stayed : counts[movement]
}

/** Every member is an entity of the corpus. */
const readId = ({ entityId }: Pick<MovedMember, 'entityId'>): string => entityId ?? ''

/** Current records of entities by id; entities that are no longer in the corpus are omitted. */
export async function readRecords<R>(
  { search }: AudiencesDeps['search'],
  { of, ids, signal }: { of: 'companies' | 'people'; ids: readonly string[]; signal: AbortSignal },
): Promise<Map<string, R>> {
  if (ids.length === 0) return new Map()
  const snapshot = await search.snapshots.newest(of)
  const records = await search.lookupIds(of, { ids, snapshot, signal })
  return new Map(records.map(({ id, body }) => [id, JSON.parse(body) as R]))
}
