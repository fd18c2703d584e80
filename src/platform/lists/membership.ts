import type { Clock } from '../../lib/clock.ts'
import type { Queryable } from '../../store/postgres/index.ts'
import type { ListKind } from './list-kind.ts'
import { insertActivity, lockList, selectList, type ListAction, type StoredList } from './list-rows.ts'
import {
  chunk,
  toColumns,
  endStays,
  insertMembers,
  selectNumbers,
  type MemberColumns,
  type MemberName,
  type NewMember,
} from './member-rows.ts'
import { endMissing, insertMissing, noteFound } from './rebuild-rows.ts'
import { insertVersion, type ListVersion, type Movements } from './version-rows.ts'

type Refused = { done: false; reason: 'unknown' | 'archived' }

/** `version`: of the list afterwards; the one before where nothing changed. */
export type MembersAdded = { done: true; version: number; added: number; duplicates: number[] } | Refused
export type MembersRemoved = { done: true; version: number; removed: number; notFound: number[] } | Refused
export type MembersRebuilt<M extends string> =
  | { done: true; version: number; movements: Record<M, Movements> }
  | Refused

/** Changes of who is in a list: one transaction and one version each, however many members, one after the other. */
export interface Membership<M extends string> {
  /**
   * Adds members; `duplicates` are the places in `members` of those that are there already, or stand in `members` before. A
   * member found by a rebuild and later added by hand stays even when rebuilds no longer find it. Throws RangeError for
   * names that are empty or longer than 500 characters.
   */
  add(
    tx: Queryable,
    organizationId: string,
    id: string,
    order: { members: readonly NewMember<M>[]; by: string },
  ): Promise<MembersAdded>
  /** Removes members, by name or by number; `notFound` are the places of those that are not there. */
  remove(
    tx: Queryable,
    organizationId: string,
    id: string,
    order: { members: readonly (MemberName<M> | { number: number })[]; by: string },
  ): Promise<MembersRemoved>
  /**
   * Replaces the members that earlier rebuilds found; members added by hand stay. Always makes a new version. The list is
   * locked only after the last of `members`, which may contain duplicates.
   */
  rebuild(
    tx: Queryable,
    organizationId: string,
    id: string,
    order: {
      members: AsyncIterable<readonly NewMember<M>[]>
      /** Number of the snapshot that was searched with. */
      search?: number | undefined
      by: string
    },
  ): Promise<MembersRebuilt<M>>
}

/** What all changes of lists of one kind need. */
interface Scope<M extends string> {
  kind: string
  memberKinds: readonly M[]
  clock: Clock
}

export function membership<S extends object, State extends string, M extends string>(
  { kind, memberKinds }: ListKind<S, State, M>,
  clock: Clock,
): Membership<M> {
  const scope = { kind, memberKinds, clock }
  const lock = (tx: Queryable, organizationId: string, id: string) =>
    lockList(tx, { organizationId, kind }, id)
  return {
    add: (tx, organizationId, id, order) =>
      onList(lock(tx, organizationId, id), (list) => addMembers(scope, tx, list, order)),
    remove: (tx, organizationId, id, order) =>
      onList(lock(tx, organizationId, id), (list) => removeMembers(scope, tx, list, order)),
    rebuild: (tx, organizationId, id, { members, search = null, by }) =>
      onList(selectList(tx, { organizationId, kind }, id), async () => {
        const matches = await noteFound(tx, columnsIn(members, memberKinds))
        const outcome = await onList(lock(tx, organizationId, id), (list) =>
          rebuildMembers(scope, tx, list, { members: matches, search, by }),
        )
        await matches.drop()
        return outcome
      }),
  }
}

/** A change of a list that is there and not archived. */
async function onList<R>(
  stored: Promise<StoredList | undefined>,
  work: (list: StoredList) => Promise<R>,
): Promise<R | Refused> {
  const list = await stored
  if (list === undefined) return { done: false, reason: 'unknown' }
  return list.archivedAt === null ? work(list) : { done: false, reason: 'archived' }
}

async function addMembers<M extends string>(
  scope: Scope<M>,
  tx: Queryable,
  list: StoredList,
  { members, by }: { members: readonly NewMember<M>[]; by: string },
): Promise<MembersAdded> {
  const joined = new Set<number>()
  const moved: Moved = []
  for (let start = 0; start < members.length; start += chunk) {
    const columns = toColumns(members.slice(start, start + chunk), scope.memberKinds)
    const rows = await insertMembers(tx, list, { ...columns, lastNumber: list.lastNumber + start, by })
    for (const { place, kind, isReturn } of rows) {
      joined.add(start + place - 1)
      moved.push({ kind, movement: isReturn ? 'returned' : 'joined', count: 1 })
    }
  }
  const duplicates = members.flatMap((_, place) => (joined.has(place) ? [] : [place]))
  if (joined.size === 0) return { done: true, version: list.version, added: 0, duplicates }
  const lastNumber = list.lastNumber + members.length
  const { version } = await conclude(scope, tx, list, { cause: 'add', search: null, by, moved, lastNumber })
  return { done: true, version, added: joined.size, duplicates }
}

async function removeMembers<M extends string>(
  scope: Scope<M>,
  tx: Queryable,
  list: StoredList,
  { members, by }: { members: readonly (MemberName<M> | { number: number })[]; by: string },
): Promise<MembersRemoved> {
  const { memberKinds } = scope
  const removed = new Set<number>()
  const moved: Moved = []
  const notFound: number[] = []
  for (let start = 0; start < members.length; start += chunk) {
    const some = members.slice(start, start + chunk)
    const numbers = await findNumbers(tx, list.number, some, memberKinds)
    const memberNumbers = numbers.filter((number) => number !== null)
    const ended = await endStays(tx, list, { numbers: memberNumbers, memberKinds })
    const open = new Set(ended.map(({ number }) => number))
    for (const { number, kind } of ended) {
      removed.add(number)
      moved.push({ kind, movement: 'left', count: 1 })
    }
    // A member named a second time was removed by the first.
    for (const [place, number] of numbers.entries())
      if (number === null || !open.delete(number)) notFound.push(start + place)
  }
  if (removed.size === 0) return { done: true, version: list.version, removed: 0, notFound }
  const { lastNumber } = list
  const { version } = await conclude(scope, tx, list, {
    cause: 'remove',
    search: null,
    by,
    moved,
    lastNumber,
  })
  return { done: true, version, removed: removed.size, notFound }
}

async function rebuildMembers<M extends string>(
  scope: Scope<M>,
  tx: Queryable,
  list: StoredList,
  build: { members: Awaited<ReturnType<typeof noteFound>>; search: number | null; by: string },
): Promise<MembersRebuilt<M>> {
  const { members, search, by } = build
  const moved: Moved = []
  for (const kind of scope.memberKinds)
    moved.push({ kind, movement: 'left', count: await endMissing(tx, list, { kind, members }) })
  for (const { kind, isReturn, count } of await insertMissing(tx, list, members))
    moved.push({ kind, movement: isReturn ? 'returned' : 'joined', count })
  const lastNumber = list.lastNumber + members.places
  const done = await conclude(scope, tx, list, { cause: 'rebuild', search, by, moved, lastNumber })
  return { done: true, ...done }
}

/** Ends a change: what it moved becomes the next version and an entry of the activity. */
async function conclude<M extends string>(
  { memberKinds, clock }: Scope<M>,
  tx: Queryable,
  list: StoredList,
  change: Pick<ListVersion, 'cause' | 'search' | 'by'> & { moved: Moved; lastNumber: number },
): Promise<{ version: number; movements: Record<M, Movements> }> {
  const { cause, search, by, moved, lastNumber } = change
  const movements = countMovements(memberKinds, list, moved)
  const now = new Date(clock.now())
  const version = list.version + 1
  await insertVersion(tx, list, { cause, search, by, at: now, movements, lastNumber })
  const detail = { version, movements }
  await insertActivity(tx, list.number, { action: actionOf[cause], detail, by, at: now })
  return { version, movements }
}

/** Members as columns, a chunk at a time. */
async function* columnsIn(
  members: AsyncIterable<readonly NewMember[]>,
  memberKinds: readonly string[],
): AsyncGenerator<MemberColumns> {
  for await (const batch of members)
    for (let start = 0; start < batch.length; start += chunk)
      yield toColumns(batch.slice(start, start + chunk), memberKinds)
}

type Moved = { kind: string; movement: 'joined' | 'returned' | 'left'; count: number }[]

const actionOf = {
  add: 'members-added',
  remove: 'members-removed',
  rebuild: 'rebuilt',
} satisfies Record<ListVersion['cause'], ListAction>

/** Members who did not leave stayed. */
function countMovements<M extends string>(
  memberKinds: readonly M[],
  { counts }: StoredList,
  moved: Moved,
): Record<M, Movements> {
  const entries = memberKinds.map((kind) => {
    const all: Movements = { joined: 0, returned: 0, left: 0, stayed: counts[kind] ?? 0 }
    for (const { movement, count } of moved.filter((one) => one.kind === kind)) all[movement] += count
    all.stayed -= all.left
    return [kind, all]
  })
  return Object.fromEntries(entries) as Record<M, Movements>
}

/** Numbers of members that are named or numbered; null where nobody has the name. */
async function findNumbers(
  tx: Queryable,
  list: number,
  members: readonly (MemberName | { number: number })[],
  memberKinds: readonly string[],
): Promise<(number | null)[]> {
  const named = members.flatMap((member) => ('number' in member ? [] : [member]))
  const columns: MemberColumns = toColumns(named, memberKinds)
  const numbers = await selectNumbers(tx, list, columns)
  let next = 0
  return members.map((member) => ('number' in member ? member.number : (numbers[next++] as number | null)))
}
