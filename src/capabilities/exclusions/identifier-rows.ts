import { column, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'
import type { Entry } from './entry.ts'

/** Indexes the identifiers of entries. */
export async function insertIdentifiers(
  tx: Queryable,
  listId: string,
  entries: readonly Entry[],
): Promise<void> {
  const rows = entries.flatMap(({ key, tokens }) => tokens.map((token) => ({ token, key })))
  await tx.query(sql`
    INSERT INTO exclusion_identifiers (list_id, token, entry)
    SELECT ${listId}, token, entry
    FROM unnest(${rows.map(({ token }) => token)}::text[], ${rows.map(({ key }) => key)}::text[]) AS g (token, entry)
    ON CONFLICT DO NOTHING`)
}

const entryRow = rowShape({ entry: column.text() })

/** Keys of the entries that carry one of some identifiers. */
export async function selectEntries(
  on: Queryable,
  listId: string,
  tokens: readonly string[],
): Promise<string[]> {
  const rows = await on.query(sql.rows(entryRow)`
    SELECT DISTINCT entry FROM exclusion_identifiers
    WHERE list_id = ${listId} AND token = ANY(${tokens}::text[]) ORDER BY entry`)
  return rows.map(({ entry }) => entry)
}

const tokenRow = rowShape({ token: column.text() })

/** Removes the index rows of entries; returns the identifiers that no entry has any longer. */
export async function deleteIdentifiers(
  tx: Queryable,
  listId: string,
  keys: readonly string[],
): Promise<string[]> {
  const rows = await tx.query(sql.rows(tokenRow)`
    DELETE FROM exclusion_identifiers WHERE list_id = ${listId} AND entry = ANY(${keys}::text[]) RETURNING token`)
  const tokens = [...new Set(rows.map(({ token }) => token))]
  const left = await tx.query(sql.rows(tokenRow)`
    SELECT DISTINCT token FROM exclusion_identifiers WHERE list_id = ${listId} AND token = ANY(${tokens}::text[])`)
  const still = new Set(left.map(({ token }) => token))
  return tokens.filter((token) => !still.has(token))
}

/** Removes all index rows of a list. */
export async function clearIdentifiers(tx: Queryable, listId: string): Promise<void> {
  await tx.query(sql`DELETE FROM exclusion_identifiers WHERE list_id = ${listId}`)
}
