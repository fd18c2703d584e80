import type { Clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { sha256Hex, stableStringify } from '../../lib/stable-json.ts'
import type { Queryable } from '../../store/postgres/index.ts'
import { movements as everyMovement, selectDifference, type MovedMember } from './difference-rows.ts'
import type { List, Lists, ListsOfKind } from './list.ts'
import type { ListKind } from './list-kind.ts'
import {
  archiveList,
  countLists,
  insertActivity,
  insertList,
  insertSearch,
  lockList,
  lockNames,
  selectActivity,
  selectAmong,
  selectHasName,
  selectList,
  selectLists,
  selectSearches,
  updateList,
  type ListAction,
  type StoredList,
} from './list-rows.ts'
import { selectMembers } from './member-rows.ts'
import { membership, type Membership } from './membership.ts'
import { selectLastNumber, selectVersions } from './version-rows.ts'

export function openLists({ clock }: { clock: Clock }): Lists {
  const kinds: { kind: string; prefix: string }[] = []
  return {
    of(kind) {
      if (kinds.some((other) => other !== kind && (other.kind === kind.kind || other.prefix === kind.prefix)))
        throw new Error(`two kinds of list are called ${kind.kind} or begin with ${kind.prefix}`)
      kinds.push(kind)
      return { ...changes(kind, clock), ...reads(kind), ...membership(kind, clock) }
    },
    among: selectAmong,
  }
}

/** A list as its kind has it: with settings read by the schema of today, and a count of each kind of member. */
function toList<S extends object, State extends string, M extends string>(
  kind: ListKind<S, State, M>,
  row: StoredList,
): List<S, State, M> {
  const { number: _, lastNumber: __, organizationId: ___, ...list } = row
  const counts = kind.memberKinds.map((of) => [of, row.counts[of] ?? 0])
  return {
    ...list,
    settings: kind.settings.parse(row.settings),
    state: row.state as State,
    counts: Object.fromEntries(counts) as Record<M, number>,
  }
}

function changes<S extends object, State extends string, M extends string>(
  spec: ListKind<S, State, M>,
  clock: Clock,
): Pick<ListsOfKind<S, State, M>, 'create' | 'change' | 'archive'> {
  const { kind, quota } = spec
  const isOwn = spec.names === 'unique'
  const now = () => new Date(clock.now())
  const read = async (tx: Queryable, organizationId: string, id: string) =>
    toList(spec, (await selectList(tx, { organizationId, kind }, id)) as StoredList)

  return {
    async create(tx, organizationId, { name, search, by, settings }) {
      const owner = { organizationId, kind }
      await lockNames(tx, owner)
      if ((await countLists(tx, owner)) >= quota) return { done: false, reason: 'quota', quota }
      if (isOwn && (await selectHasName(tx, owner, name))) return { done: false, reason: 'name-taken' }
      const list = {
        id: newId(spec.prefix, clock),
        name,
        isOwn,
        settings: spec.settings.parse(settings),
        state: spec.states[0],
        by,
        createdAt: now(),
      }
      const number = await insertList(tx, owner, { ...list, search: search === undefined ? null : 1 })
      await findSnapshot(tx, { number, search: null }, { search, by, at: now() })
      await insertActivity(tx, number, { action: 'created', detail: { name }, by, at: now() })
      return { done: true, list: await read(tx, organizationId, list.id) }
    },

    async change(tx, organizationId, id, { ifRevision, by, ...to }) {
      const owner = { organizationId, kind }
      // Names before lists, everywhere: two changes that wait for one another would both be lost.
      if (to.name !== undefined && isOwn) await lockNames(tx, owner)
      const row = await lockList(tx, owner, id)
      if (row === undefined) return { done: false, reason: 'unknown' }
      if (row.archivedAt !== null) return { done: false, reason: 'archived' }
      if (ifRevision !== undefined && ifRevision !== row.revision) return { done: false, reason: 'revision' }
      const name = to.name ?? row.name
      if (isOwn && name !== row.name && (await selectHasName(tx, owner, name)))
        return { done: false, reason: 'name-taken' }
      const settings = spec.settings.parse(to.settings ?? row.settings)
      const search = await findSnapshot(tx, row, { search: to.search, by, at: now() })
      const state = to.state ?? row.state
      await updateList(tx, row.number, { name, settings, state, search, updatedAt: now() })
      await noteActions(tx, row, { ...to, name, searchNumber: search, by, at: now() })
      return { done: true, list: await read(tx, organizationId, id) }
    },

    async archive(tx, organizationId, id, by) {
      const row = await lockList(tx, { organizationId, kind }, id)
      if (row === undefined) return undefined
      if (row.archivedAt === null) await archiveNow(tx, row, { by, at: now() })
      return read(tx, organizationId, id)
    },
  }
}

/** Number of the snapshot that holds with these parameters; equal ones are the same snapshot. */
async function findSnapshot(
  tx: Queryable,
  list: Pick<StoredList, 'number' | 'search'>,
  { search, by, at }: { search: object | null | undefined; by: string; at: Date },
): Promise<number | null> {
  if (search === undefined) return list.search?.number ?? null
  if (search === null) return null
  const hash = sha256Hex(stableStringify(search))
  if (list.search?.hash === hash) return list.search.number
  return insertSearch(tx, list.number, { hash, params: JSON.stringify(search), by, at })
}

async function archiveNow(
  tx: Queryable,
  { number }: StoredList,
  { by, at }: { by: string; at: Date },
): Promise<void> {
  await archiveList(tx, number, at)
  await insertActivity(tx, number, { action: 'archived', detail: {}, by, at })
}

/** Writes what a change was into the activity of its list. */
async function noteActions(
  tx: Queryable,
  from: StoredList,
  { by, at, ...to }: Parameters<typeof listActions>[1] & { by: string; at: Date },
): Promise<void> {
  for (const { action, detail } of listActions(from, to))
    await insertActivity(tx, from.number, { action, detail, by, at })
}

/** What a change is in the activity. */
function listActions(
  from: StoredList,
  to: {
    name: string
    settings?: object | undefined
    state?: string | undefined
    searchNumber: number | null
  },
): { action: ListAction; detail: object }[] {
  const actions: { action: ListAction; detail: object }[] = []
  if (to.name !== from.name) actions.push({ action: 'renamed', detail: { from: from.name, to: to.name } })
  const detail = {
    ...(to.settings !== undefined && { settings: Object.keys(to.settings) }),
    ...(to.state !== undefined && to.state !== from.state && { state: to.state }),
    ...(to.searchNumber !== (from.search?.number ?? null) && { search: to.searchNumber }),
  }
  if (Object.keys(detail).length > 0) actions.push({ action: 'changed', detail })
  return actions
}

function reads<S extends object, State extends string, M extends string>(
  spec: ListKind<S, State, M>,
): Omit<ListsOfKind<S, State, M>, 'create' | 'change' | 'archive' | keyof Membership<M>> {
  const { kind } = spec
  const find = (on: Queryable, organizationId: string, id: string) =>
    selectList(on, { organizationId, kind }, id)
  /** Reads something of a list, by the number it has in the other tables. */
  const reading =
    <P, R>(read: (on: Queryable, list: number, page: P) => Promise<unknown>) =>
    async (on: Queryable, organizationId: string, id: string, page: P): Promise<R | undefined> => {
      const row = await find(on, organizationId, id)
      return row && ((await read(on, row.number, page)) as R)
    }

  return {
    async find(on, organizationId, id) {
      const row = await find(on, organizationId, id)
      return row && toList(spec, row)
    },
    count: (on, organizationId) => countLists(on, { organizationId, kind }),
    async page(on, organizationId, { archived = false, ...page }) {
      const rows = await selectLists(on, { organizationId, kind }, { ...page, archived })
      return rows.map((row) => toList(spec, row))
    },
    members: reading(selectMembers),
    versions: reading(selectVersions),
    searches: reading(selectSearches),
    activity: reading(selectActivity),
    async difference(on, organizationId, id, { from, to, movements = everyMovement, after, most, kind: of }) {
      const row = await find(on, organizationId, id)
      if (row === undefined || to < from) return undefined
      const list = row.number
      const fromLast = await selectLastNumber(on, list, from)
      const toLast = await selectLastNumber(on, list, to)
      if (fromLast === undefined || toLast === undefined) return undefined
      const difference = {
        list,
        kind: of,
        from: { version: from, lastNumber: fromLast },
        to: { version: to, lastNumber: toLast },
        isNow: to === row.version,
        movements,
      }
      return (await selectDifference(on, difference, { after, most })) as MovedMember<M>[]
    },
  }
}
