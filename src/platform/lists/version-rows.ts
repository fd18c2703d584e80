import {
  column,
  nullable,
  rowShape,
  sql,
  type Queryable,
  type Statement,
} from '../../store/postgres/index.ts'
import type { StoredList, NewestFirst } from './list-rows.ts'

/** How many members of a kind did what between a version and the one before. */
export interface Movements {
  /** Never members before. */
  joined: number
  /** Members before, not in the version before. */
  returned: number
  left: number
  stayed: number
}

/** A change of the members of a list. */
export interface ListVersion<M extends string = string> {
  /** From 1, without gaps; version 0 is the empty list. */
  version: number
  cause: 'add' | 'remove' | 'rebuild'
  /** Number of the snapshot a rebuild searched with. */
  search: number | null
  movements: Record<M, Movements>
  by: string
  at: Date
}

const listVersionRow = rowShape<ListVersion>({
  version: column.int(),
  cause: column.text(),
  search: nullable(column.int()),
  movements: column.json(),
  by: column.text(),
  at: column.instant(),
})

/** Ends a change of a locked list: its new version, with the counts it leads to. */
export async function insertVersion(
  tx: Queryable,
  list: StoredList,
  { lastNumber, ...version }: Omit<ListVersion, 'version'> & { lastNumber: number },
): Promise<void> {
  const { cause, search, movements, by, at } = version
  await tx.query(sql`
    INSERT INTO list_versions (list, version, cause, last_number, search, movements, by, at)
    VALUES (${list.number}, ${list.version + 1}, ${cause}, ${lastNumber}, ${search}, ${JSON.stringify(movements)},
      ${by}, ${at})`)
  const counts = Object.entries(movements).map(([kind, { joined, returned, stayed }]) => [
    kind,
    joined + returned + stayed,
  ])
  await tx.query(sql`
    UPDATE lists SET version = version + 1, last_number = ${lastNumber}, updated_at = ${at},
      counts = ${JSON.stringify(Object.fromEntries(counts))}
    WHERE number = ${list.number}`)
}

/**
 * What moved in a version of a list, where the version is told beside the list's id: read from here, it counts nobody who was
 * forgotten since.
 */
export const movementsOfVersion = (listId: Statement, version: Statement): Statement => sql`
  (SELECT v.movements FROM lists l JOIN list_versions v ON v.list = l.number
   WHERE l.id = ${listId} AND v.version = ${version})`

export async function selectVersions(
  on: Queryable,
  list: number,
  { before = Number.MAX_SAFE_INTEGER, most }: NewestFirst,
): Promise<ListVersion[]> {
  return on.query(sql.rows(listVersionRow)`
    SELECT version, cause, search, movements, by, at FROM list_versions
    WHERE list = ${list} AND version < ${before} ORDER BY version DESC LIMIT ${most}`)
}

const numberRow = rowShape({ number: column.int() })

/** The last number given to a member up to a version; undefined for an unknown version. */
export async function selectLastNumber(
  on: Queryable,
  list: number,
  version: number,
): Promise<number | undefined> {
  if (version === 0) return 0
  const [row] = await on.query(sql.rows(numberRow)`
    SELECT last_number AS number FROM list_versions WHERE list = ${list} AND version = ${version}`)
  return row?.number
}
