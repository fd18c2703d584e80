import { column, nullable, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'

/** A list as stored. */
export interface StoredList {
  /** Stands for the list in the other tables. */
  number: number
  id: string
  organizationId: string
  name: string
  settings: unknown
  state: string
  revision: number
  version: number
  lastNumber: number
  counts: Record<string, number>
  search: SearchSnapshot | null
  createdBy: string
  createdAt: Date
  updatedAt: Date
  archivedAt: Date | null
}

/** Search parameters a list has or had. */
export interface SearchSnapshot {
  /** Counts the snapshots of a list, from 1. */
  number: number
  /** Alike for equal parameters, whatever the order of their members. */
  hash: string
  /** Null where they named somebody who was forgotten since. */
  params: object | null
  by: string
  at: Date
}

const searchSnapshotRow = rowShape<SearchSnapshot>({
  number: column.int(),
  hash: column.text(),
  params: column.json(),
  by: column.text(),
  at: column.instant(),
})

/** What somebody did with a list. */
export interface ListActivity {
  /** Grows with time. */
  number: number
  action: ListAction
  detail: object
  by: string
  at: Date
}

const listActivityRow = rowShape<ListActivity>({
  number: column.int(),
  action: column.text(),
  detail: column.json(),
  by: column.text(),
  at: column.instant(),
})

export type ListAction =
  | 'created'
  | 'renamed'
  | 'changed'
  | 'archived'
  | 'members-added'
  | 'members-removed'
  | 'rebuilt'
  | 'members-forgotten'
  | 'search-forgotten'

/** Whose list of which kind. */
export interface ListOwner {
  organizationId: string
  kind: string
}

/** A page of something that grows with time, the newest first. */
export interface NewestFirst {
  /** Number of the last entry of the page before. */
  before?: number | undefined
  most: number
}

/** Greater than whatever is numbered here. */
const last = Number.MAX_SAFE_INTEGER

const columns = sql`l.number, l.id, l.organization_id AS "organizationId", l.name, l.settings, l.state, l.revision,
  l.version, l.last_number AS "lastNumber", l.counts, l.created_by AS "createdBy", l.created_at AS "createdAt",
  l.updated_at AS "updatedAt", l.archived_at AS "archivedAt", s.number AS "searchNumber", s.hash, s.params, s.by, s.at`

const tables = sql`lists l LEFT JOIN list_searches s ON s.list = l.number AND s.number = l.search`

/** A list beside its search, whose columns are null where there is none. */
interface JoinedRow extends Omit<StoredList, 'search'> {
  searchNumber: number | null
  hash: string | null
  params: object | null
  by: string | null
  at: Date | null
}

const joinedRow = rowShape<JoinedRow>({
  number: column.int(),
  id: column.text(),
  organizationId: column.text(),
  name: column.text(),
  settings: column.json(),
  state: column.text(),
  revision: column.int(),
  version: column.int(),
  lastNumber: column.int(),
  counts: column.json(),
  createdBy: column.text(),
  createdAt: column.instant(),
  updatedAt: column.instant(),
  archivedAt: nullable(column.instant()),
  searchNumber: nullable(column.int()),
  hash: nullable(column.text()),
  params: column.json(),
  by: nullable(column.text()),
  at: nullable(column.instant()),
})

function toStoredList({ searchNumber, hash, params, by, at, ...row }: JoinedRow): StoredList {
  const hasSearch = searchNumber !== null && hash !== null && by !== null && at !== null
  return { ...row, search: hasSearch ? { number: searchNumber, hash, params, by, at } : null }
}

/** Nobody else makes or renames lists of the kind until the transaction ends. */
export async function lockNames(tx: Queryable, { organizationId, kind }: ListOwner): Promise<void> {
  await tx.query(
    sql`SELECT pg_advisory_xact_lock(hashtext(${`lists of ${kind}`}), hashtext(${organizationId}))`,
  )
}

const countRow = rowShape({ count: column.int() })

export async function countLists(on: Queryable, { organizationId, kind }: ListOwner): Promise<number> {
  const [row] = await on.query(sql.rows(countRow)`
    SELECT count(*) FROM lists
    WHERE organization_id = ${organizationId} AND kind = ${kind} AND archived_at IS NULL`)
  return row?.count ?? 0
}

const idRow = rowShape({ id: column.text() })

export async function selectAmong(
  on: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await on.query(sql.rows(idRow)`
    SELECT id FROM lists WHERE organization_id = ${organizationId} AND id = ANY(${ids}::text[])`)
  return new Set(rows.map(({ id }) => id))
}

export async function selectHasName(
  on: Queryable,
  { organizationId, kind }: ListOwner,
  name: string,
): Promise<boolean> {
  const rows = await on.query(sql`
    SELECT 1 FROM lists
    WHERE organization_id = ${organizationId} AND kind = ${kind} AND name = ${name} AND name_is_own
      AND archived_at IS NULL`)
  return rows.length > 0
}

const numberRow = rowShape({ number: column.int() })

export async function insertList(
  tx: Queryable,
  { organizationId, kind }: ListOwner,
  list: {
    id: string
    name: string
    isOwn: boolean
    settings: object
    state: string
    search: number | null
    by: string
    createdAt: Date
  },
): Promise<number> {
  const [row] = await tx.query(sql.rows(numberRow)`
    INSERT INTO lists (id, organization_id, kind, name, name_is_own, settings, state, search, created_by, created_at,
      updated_at)
    VALUES (${list.id}, ${organizationId}, ${kind}, ${list.name}, ${list.isOwn}, ${JSON.stringify(list.settings)},
      ${list.state}, ${list.search}, ${list.by}, ${list.createdAt}, ${list.createdAt}) RETURNING number`)
  return (row as { number: number }).number
}

/** The list; another organization's, or of another kind, is an unknown one. */
export async function selectList(
  on: Queryable,
  { organizationId, kind }: ListOwner,
  id: string,
): Promise<StoredList | undefined> {
  const [row] = await on.query(sql.rows(joinedRow)`
    SELECT ${columns} FROM ${tables}
    WHERE l.id = ${id} AND l.organization_id = ${organizationId} AND l.kind = ${kind}`)
  return row && toStoredList(row)
}

/** The list; nobody changes it until the transaction ends. */
export async function lockList(tx: Queryable, owner: ListOwner, id: string): Promise<StoredList | undefined> {
  const { organizationId, kind } = owner
  const rows = await tx.query(sql`
    SELECT 1 FROM lists WHERE id = ${id} AND organization_id = ${organizationId} AND kind = ${kind}
    FOR NO KEY UPDATE`)
  return rows.length === 0 ? undefined : selectList(tx, owner, id)
}

/** The newest first. */
export async function selectLists(
  on: Queryable,
  { organizationId, kind }: ListOwner,
  { after, most, archived }: { after?: string | undefined; most: number; archived: boolean },
): Promise<StoredList[]> {
  const visible = archived ? sql`true` : sql`l.archived_at IS NULL`
  const next = after === undefined ? sql`true` : sql`l.id < ${after}`
  const rows = await on.query(sql.rows(joinedRow)`
    SELECT ${columns} FROM ${tables}
    WHERE l.organization_id = ${organizationId} AND l.kind = ${kind} AND ${visible} AND ${next}
    ORDER BY l.id DESC LIMIT ${most}`)
  return rows.map(toStoredList)
}

export async function updateList(
  tx: Queryable,
  number: number,
  to: { name: string; settings: object; state: string; search: number | null; updatedAt: Date },
): Promise<void> {
  await tx.query(sql`
    UPDATE lists SET name = ${to.name}, settings = ${JSON.stringify(to.settings)}, state = ${to.state},
      search = ${to.search}, revision = revision + 1, updated_at = ${to.updatedAt} WHERE number = ${number}`)
}

export async function archiveList(tx: Queryable, number: number, archivedAt: Date): Promise<void> {
  await tx.query(sql`
    UPDATE lists SET archived_at = ${archivedAt}, updated_at = ${archivedAt}, revision = revision + 1 WHERE number = ${number}`)
}

export async function insertSearch(
  tx: Queryable,
  list: number,
  { hash, params, by, at }: { hash: string; params: string; by: string; at: Date },
): Promise<number> {
  const [row] = await tx.query(sql.rows(numberRow)`
    INSERT INTO list_searches (list, number, hash, params, by, at)
    SELECT ${list}, COALESCE(max(number), 0) + 1, ${hash}, ${params}::json, ${by}, ${at} FROM list_searches
    WHERE list = ${list} RETURNING number`)
  return (row as { number: number }).number
}

export async function selectSearches(
  on: Queryable,
  list: number,
  { before = last, most }: NewestFirst,
): Promise<SearchSnapshot[]> {
  return on.query(sql.rows(searchSnapshotRow)`
    SELECT number, hash, params, by, at FROM list_searches WHERE list = ${list} AND number < ${before}
    ORDER BY number DESC LIMIT ${most}`)
}

export async function insertActivity(
  tx: Queryable,
  list: number,
  { action, detail, by, at }: Omit<ListActivity, 'number'>,
): Promise<void> {
  await tx.query(sql`
    INSERT INTO list_activity (list, action, detail, by, at)
    VALUES (${list}, ${action}, ${JSON.stringify(detail)}, ${by}, ${at})`)
}

export async function selectActivity(
  on: Queryable,
  list: number,
  { before = last, most }: NewestFirst,
): Promise<ListActivity[]> {
  return on.query(sql.rows(listActivityRow)`
    SELECT number, action, detail, by, at FROM list_activity WHERE list = ${list} AND number < ${before}
    ORDER BY number DESC LIMIT ${most}`)
}
