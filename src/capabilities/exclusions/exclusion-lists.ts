import { Failure } from '../../operation/index.ts'
import type { EntitySets, SetKind } from '../../corpus/entity-sets/index.ts'
import type { List, ListKind, Lists, ListMember, ListsOfKind } from '../../platform/lists/index.ts'
import type { Postgres, Queryable } from '../../store/postgres/index.ts'
import type { Entry } from './entry.ts'
import { exclusionFailures } from './failures.ts'
import { clearIdentifiers, deleteIdentifiers, insertIdentifiers, selectEntries } from './identifier-rows.ts'

interface Settings {
  isOrganizationWide: boolean
}

export type ExclusionList = List<Settings, 'ACTIVE', string>

/** The organization of a list, and the key that changes it. */
export interface Actor {
  organizationId: string
  /** Id of a key. */
  keyId: string
}

/**
 * Exclusion lists of one kind. The exclusions of searches change in the transaction that changes the list, so the two
 * never differ. Throws Failure 'not-found' for a deleted list and for one of another organization.
 */
export interface ExclusionLists {
  /** Throws Failure 'too-many-exclusion-lists'. */
  create(by: Actor, list: { name: string; isOrganizationWide: boolean }): Promise<ExclusionList>
  /** Creates a list with entries, atomically, and returns their number. Throws what `create` and `add` throw. */
  createFrom(
    by: Actor,
    list: { name: string; isOrganizationWide: boolean },
    entries: AsyncIterable<readonly Entry[]>,
  ): Promise<{ list: ExclusionList; added: number }>
  /** Returns how many were new. Throws Failure 'exclusion-list-full' and then adds none. */
  add(by: Actor, listId: string, entries: readonly Entry[]): Promise<number>
  /** Removes the entries that carry one of some identifiers; returns their keys. */
  remove(by: Actor, listId: string, tokens: readonly string[]): Promise<string[]>
  /** Newest first. */
  all(organizationId: string): Promise<ExclusionList[]>
  /** Entries in the order they were added, after the last number of the previous page. */
  entries(
    organizationId: string,
    listId: string,
    page: { after?: number | undefined; most: number },
  ): Promise<ListMember[]>
  /**
   * Deletes all or none; deleting one again changes nothing. Throws Failure 'not-found' with each unknown one's path.
   */
  delete(by: Actor, named: readonly { id: string; path: string }[]): Promise<void>
}

export interface ExclusionListsSettings<M extends string> {
  db: Postgres
  lists: Lists
  entitySets: EntitySets
  kind: ListKind<Settings, 'ACTIVE', M>
  /** Kind of the entries: companies or people. */
  memberKind: M
  setKind: SetKind
  /** Maximum entries of a list. */
  mostEntries?: number
}

/** Adding thousands waits for the engine only once; each change is one transaction. */
const changeTime = { statementTimeoutMs: 60_000 }
/** Identifiers in one statement to the engine. */
const chunk = 5_000

export function openExclusionLists<M extends string>(settings: ExclusionListsSettings<M>): ExclusionLists {
  const { db, kind, memberKind, entitySets } = settings
  const stores = { ...settings, lists: settings.lists.of(kind) }
  const { lists } = stores
  return {
    async create(by, newList) {
      const list = await db.transact((tx) => createList(stores, tx, by, newList))
      if (newList.isOrganizationWide) await entitySets.waitUntilNoticed()
      return list
    },

    async createFrom(by, newList, entries) {
      const made = await db.transact(async (tx) => {
        const list = await createList(stores, tx, by, newList)
        let added = 0
        for await (const some of entries)
          added += await addEntries(stores, tx, by, { id: list.id, entries: some })
        return { list, added }
      }, changeTime)
      if (newList.isOrganizationWide) await entitySets.waitUntilNoticed()
      return made
    },

    add: (by, id, entries) => db.transact((tx) => addEntries(stores, tx, by, { id, entries }), changeTime),

    remove: (by, id, tokens) =>
      db.transact((tx) => removeEntries(stores, tx, by, { id, tokens }), changeTime),

    all: (organizationId) => lists.page(db, organizationId, { most: kind.quota }),

    async entries(organizationId, id, page) {
      await requireList(stores, db, organizationId, id)
      return (await lists.members(db, organizationId, id, { kind: memberKind, ...page })) ?? []
    },

    delete: (by, named) =>
      db.transact(async (tx) => {
        const unknown: string[] = []
        // Lists are always locked in the same order, so that two calls cannot deadlock.
        for (const { id, path } of named.toSorted((one, other) => (one.id < other.id ? -1 : 1)))
          if (!(await retireList(stores, tx, by, id))) unknown.push(path)
        if (unknown.length > 0) throw unknownLists(unknown)
      }),
  }
}

type Stores<M extends string> = Omit<ExclusionListsSettings<M>, 'lists'> & {
  lists: ListsOfKind<Settings, 'ACTIVE', M>
}

async function requireList<M extends string>(
  { lists }: Pick<Stores<M>, 'lists'>,
  on: Queryable,
  organizationId: string,
  id: string,
): Promise<ExclusionList> {
  const list = await lists.find(on, organizationId, id)
  if (list === undefined || list.archivedAt !== null) throw new Failure('not-found')
  return list
}

async function createList<M extends string>(
  { lists, entitySets, setKind }: Stores<M>,
  tx: Queryable,
  { organizationId, keyId: by }: Actor,
  { name, isOrganizationWide }: { name: string; isOrganizationWide: boolean },
): Promise<ExclusionList> {
  const made = await lists.create(tx, organizationId, { name, settings: { isOrganizationWide }, by })
  if (!made.done) throw exclusionFailures.of('too-many-exclusion-lists')
  const { id } = made.list
  await entitySets.create({ organizationId, id, kind: setKind, everywhere: isOrganizationWide }, tx)
  return made.list
}

/** Answers how many were new. */
async function addEntries<M extends string>(
  stores: Stores<M>,
  tx: Queryable,
  { organizationId, keyId: by }: Actor,
  { id, entries }: { id: string; entries: readonly Entry[] },
): Promise<number> {
  const { lists, entitySets, memberKind, mostEntries = 1_000_000 } = stores
  const members = entries.map(({ key }) => ({ kind: memberKind, identifier: key }))
  const outcome = await lists.add(tx, organizationId, id, { members, by })
  if (!outcome.done) throw new Failure('not-found')
  if (outcome.added === 0) return 0
  const { counts } = await requireList(stores, tx, organizationId, id)
  if ((counts[memberKind] ?? 0) > mostEntries) throw exclusionFailures.of('exclusion-list-full')
  const duplicates = new Set(outcome.duplicates)
  const fresh = entries.filter((_, index) => !duplicates.has(index))
  await insertIdentifiers(tx, id, fresh)
  await inChunks(
    fresh.flatMap(({ tokens }) => tokens),
    (tokens) => entitySets.add(organizationId, id, tokens, tx),
  )
  return outcome.added
}

/** Answers the keys of the entries that were removed. */
async function removeEntries<M extends string>(
  stores: Stores<M>,
  tx: Queryable,
  { organizationId, keyId: by }: Actor,
  { id, tokens }: { id: string; tokens: readonly string[] },
): Promise<string[]> {
  const { lists, entitySets, memberKind } = stores
  await requireList(stores, tx, organizationId, id)
  const keys = await selectEntries(tx, id, tokens)
  const members = keys.map((identifier) => ({ kind: memberKind, identifier }))
  const outcome = await lists.remove(tx, organizationId, id, { members, by })
  if (!outcome.done) throw new Failure('not-found')
  const missing = new Set(outcome.notFound)
  const free = await deleteIdentifiers(tx, id, keys)
  await inChunks(free, (some) => entitySets.remove(organizationId, id, some, tx))
  return keys.filter((_, index) => !missing.has(index))
}

/** False for an unknown list. */
async function retireList<M extends string>(
  { lists, entitySets }: Stores<M>,
  tx: Queryable,
  { organizationId, keyId }: Actor,
  id: string,
): Promise<boolean> {
  if ((await lists.archive(tx, organizationId, id, keyId)) === undefined) return false
  await entitySets.retire(organizationId, id, tx)
  await clearIdentifiers(tx, id)
  return true
}

function unknownLists(paths: readonly string[]): Failure {
  const message = 'There is no exclusion list with this id.'
  return new Failure('not-found', {
    issues: paths.toSorted().map((path) => ({ path, message, code: 'unknown_list' })),
  })
}

async function inChunks(
  tokens: readonly string[],
  work: (some: string[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < tokens.length; start += chunk) await work(tokens.slice(start, start + chunk))
}
