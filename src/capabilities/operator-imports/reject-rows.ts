import type { Rejection } from '../../corpus/write/index.ts'
import type { ImportState } from './import-rows.ts'
import { column, nullable, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'

/** A refused row, as a rejects file has it: with the row as it came, unless that was too long or none. */
export interface StoredReject {
  number: number
  line: number
  path: string
  reason: string
  /** A line of a rejects file. */
  content: Rejection
  /** The import that loaded it, corrected. */
  loadedBy: string | null
  /** The import of its correction that has yet to end. */
  waitsIn: string | null
}

const rejectRow = rowShape<StoredReject>({
  number: column.int(),
  line: column.int(),
  path: column.text(),
  reason: column.text(),
  content: column.json(),
  loadedBy: nullable(column.text()),
  waitsIn: nullable(column.text()),
})

/** `loaded_by` names the import that took a correction on: what came of it is in the state of that import. */
const takenIn = (states: readonly ImportState[]) => sql`(
  SELECT i.id FROM operator_imports i WHERE i.id = loaded_by AND i.state = ANY(${states}::text[]))`
const loadedBy = takenIn(['completed', 'damaged'])
const columns = sql`number, line, path, reason, content, ${loadedBy} AS "loadedBy",
  ${takenIn(['queued', 'running'])} AS "waitsIn"`

/** Adds rejects behind the `first` that are there. */
export async function insertRejects(
  db: Queryable,
  importId: string,
  { first, rejects }: { first: number; rejects: readonly Rejection[] },
): Promise<void> {
  const numbers = rejects.map((_, index) => first + index)
  await db.query(sql`
    INSERT INTO operator_import_rejects (import_id, number, line, path, reason, content)
    SELECT ${importId}, g.number, g.line, g.path, g.reason, g.content::jsonb
    FROM unnest(${numbers}::int[], ${rejects.map(({ line }) => line)}::bigint[],
      ${rejects.map(({ path }) => path)}::text[], ${rejects.map(({ reason }) => reason)}::text[],
      ${rejects.map((each) => storable(each))}::text[]) AS g (number, line, path, reason, content)`)
}

/** Postgres cannot hold NUL in jsonb: such a character is shown as the one that stands for what cannot be. */
const storable = (reject: Rejection): string =>
  JSON.stringify(reject, (_name, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value,
  )

/** A page in the order of the file. */
export async function selectRejects(
  db: Queryable,
  importId: string,
  { after, most, isOpen }: { after: number; most: number; isOpen: boolean },
): Promise<StoredReject[]> {
  return db.query(sql.rows(rejectRow)`
    SELECT ${columns} FROM operator_import_rejects
    WHERE import_id = ${importId} AND number > ${after} AND (NOT ${isOpen} OR ${loadedBy} IS NULL)
    ORDER BY number LIMIT ${most}`)
}

/** Some rejects, locked to the end of the transaction. */
export async function lockRejects(
  tx: Queryable,
  importId: string,
  numbers: readonly number[],
): Promise<StoredReject[]> {
  return tx.query(sql.rows(rejectRow)`
    SELECT ${columns} FROM operator_import_rejects
    WHERE import_id = ${importId} AND number = ANY(${numbers}::int[]) ORDER BY number FOR UPDATE`)
}

/** Some rejects as they are. */
export async function findRejects(
  db: Queryable,
  importId: string,
  numbers: readonly number[],
): Promise<StoredReject[]> {
  return db.query(sql.rows(rejectRow)`
    SELECT ${columns} FROM operator_import_rejects
    WHERE import_id = ${importId} AND number = ANY(${numbers}::int[]) ORDER BY number`)
}

/** An import takes on the corrections of some rejects, one a line in the order of their numbers. */
export async function markTaken(
  tx: Queryable,
  importId: string,
  { numbers, takenBy }: { numbers: readonly number[]; takenBy: string },
): Promise<void> {
  await tx.query(sql`
    UPDATE operator_import_rejects SET loaded_by = ${takenBy}
    WHERE import_id = ${importId} AND number = ANY(${numbers}::int[])`)
}

/** Rows that the import of their corrections refused again are open again. */
export async function reopenRejects(
  tx: Queryable,
  { id, corrects }: { id: string; corrects: string },
): Promise<void> {
  await tx.query(sql`
    UPDATE operator_import_rejects r SET loaded_by = NULL
    FROM (SELECT number, row_number() OVER (ORDER BY number) AS line FROM operator_import_rejects
      WHERE import_id = ${corrects} AND loaded_by = ${id}) AS taken
    JOIN operator_import_rejects refused ON refused.import_id = ${id} AND refused.line = taken.line
    WHERE r.import_id = ${corrects} AND r.number = taken.number`)
}
