import {
  column,
  nullable,
  rowShape,
  sql,
  type Queryable,
  type Statement,
} from '../../store/postgres/index.ts'
import { chunk, dynamic, stays, type MemberColumns } from './member-rows.ts'

/** Rows a statement looks at or writes. */
const step = 4 * chunk

/**
 * What a rebuild found, as later statements read it. Up to a chunk it travels with them as arrays, beyond that it is a table of
 * the transaction. With the table 100 members took the database 7.7 ms of processor time, with arrays 3.5.
 */
export interface FoundMembers {
  /** Names that were found; some may be the same. */
  places: number
  /** Rows `place`, `kind`, `is_entity`, `key`, `label`, each name at its first place. */
  rows: Statement
  /** Whether a member `s` of a kind is not among them. */
  lacks(kind: string): Statement
  drop(): Promise<void>
}

/** Notes what is found, in the transaction of the rebuild alone. */
export async function noteFound(
  tx: Queryable,
  parts: AsyncIterable<MemberColumns> | Iterable<MemberColumns>,
): Promise<FoundMembers> {
  const first: MemberColumns = { kinds: [], areEntities: [], keys: [], labels: [] }
  let places = 0
  let isTable = false
  for await (const part of parts) {
    if (!isTable && places + part.keys.length > chunk) {
      await createFound(tx)
      await insertFound(tx, first, 0)
      isTable = true
    }
    if (isTable) await insertFound(tx, part, places)
    else for (const name of columnNames) (first[name] as unknown[]).push(...part[name])
    places += part.keys.length
  }
  return isTable ? foundInTable(tx, places) : foundInArrays(first)
}

const columnNames = ['kinds', 'areEntities', 'keys', 'labels'] as const

function foundInArrays({ kinds, areEntities, keys, labels }: MemberColumns): FoundMembers {
  return {
    places: keys.length,
    rows: sql`(
      SELECT DISTINCT ON (kind, is_entity, key) * FROM
        unnest(${kinds}::text[], ${areEntities}::boolean[], ${keys}::text[], ${labels}::text[])
        WITH ORDINALITY AS u (kind, is_entity, key, label, place)
      ORDER BY kind, is_entity, key, place)`,
    // Nothing in it is null, so this is looked up in a hash.
    lacks: (kind) => sql`(s.is_entity, s.key) NOT IN (
      SELECT is_entity, key FROM unnest(${kinds}::text[], ${areEntities}::boolean[], ${keys}::text[]) AS u (kind, is_entity, key)
      WHERE kind = ${kind})`,
    drop: async () => {},
  }
}

async function foundInTable(tx: Queryable, places: number): Promise<FoundMembers> {
  await tx.query(sql`CREATE UNIQUE INDEX ON list_found (place)`)
  await tx.query(sql`ANALYZE list_found`)
  return {
    places,
    rows: sql`list_found`,
    // Looked up by key for each member; a join would read all that was found for each step.
    lacks: (kind) => sql`(
      SELECT 1 FROM list_found f WHERE f.kind = ${kind} AND f.is_entity = s.is_entity AND f.key = s.key) IS NULL`,
    drop: async () => {
      await tx.query(sql`DROP TABLE list_found`)
    },
  }
}

async function createFound(tx: Queryable): Promise<void> {
  await tx.query(sql`
    CREATE TEMPORARY TABLE list_found (
      place bigint NOT NULL, kind text NOT NULL, is_entity boolean NOT NULL, key text NOT NULL, label text,
      PRIMARY KEY (kind, is_entity, key)
    ) ON COMMIT DROP`)
}

/** Notes a chunk; what was found before stays at its place. */
async function insertFound(
  tx: Queryable,
  { kinds, areEntities, keys, labels }: MemberColumns,
  places: number,
): Promise<void> {
  await tx.query(sql`
    INSERT INTO list_found (place, kind, is_entity, key, label)
    SELECT ${places} + place, kind, is_entity, key, label
    FROM unnest(${kinds}::text[], ${areEntities}::boolean[], ${keys}::text[], ${labels}::text[])
      WITH ORDINALITY AS u (kind, is_entity, key, label, place)
    ON CONFLICT DO NOTHING`)
}

const stepRow = rowShape({ last: nullable(column.int()), left: column.int() })

/** Ends the stays of members of a kind that rebuilds found before and this one did not; answers how many. */
export async function endMissing(
  tx: Queryable,
  { number: list, version, lastNumber }: { number: number; version: number; lastNumber: number },
  { kind, members }: { kind: string; members: FoundMembers },
): Promise<number> {
  let left = 0
  for (let after: number | null = 0; after !== null;) {
    // Rows of the list are not moved meanwhile: it is locked.
    const [counts]: { last: number | null; left: number }[] = await tx.query(sql.rows(stepRow)`
      WITH step AS MATERIALIZED (
        SELECT ctid AS place, number, is_entity, key, added_by FROM list_members
        WHERE list = ${list} AND kind = ${kind} AND left_in IS NULL AND number > ${after} AND number <= ${lastNumber}
        ORDER BY number LIMIT ${step}
      ), missing AS MATERIALIZED (
        SELECT place FROM step s
        WHERE added_by = ${dynamic} AND ${members.lacks(kind)}
      ), gone AS (
        UPDATE list_members SET left_in = ${version + 1} WHERE ctid = ANY(ARRAY(SELECT place FROM missing)) RETURNING 1
      )
      SELECT (SELECT max(number) FROM step) AS last, (SELECT count(*) FROM gone) AS left`)
    left += counts?.left ?? 0
    after = counts?.last ?? null
  }
  return left
}

const arrivalsRow = rowShape({ kind: column.text(), isReturn: column.bool(), count: column.int() })

/** Adds whom this rebuild found and who is not there; answers how many of each kind joined and returned. */
export async function insertMissing(
  tx: Queryable,
  { number: list, version, lastNumber }: { number: number; version: number; lastNumber: number },
  { places, rows }: FoundMembers,
): Promise<{ kind: string; isReturn: boolean; count: number }[]> {
  const counts: { kind: string; isReturn: boolean; count: number }[] = []
  for (let after = 0; after < places; after += step)
    counts.push(
      ...(await tx.query(sql.rows(arrivalsRow)`
        WITH known AS MATERIALIZED (
          SELECT * FROM (SELECT * FROM ${rows} f WHERE place > ${after} AND place <= ${after + step} ORDER BY place) g
            CROSS JOIN LATERAL (${stays(list)}) s
        ), added AS (
          INSERT INTO list_members (list, kind, number, is_entity, key, label, added_by, joined_in, is_return)
          SELECT ${list}, kind, ${lastNumber} + place, is_entity, key, label, ${dynamic}, ${version + 1}, is_known
          FROM known WHERE NOT is_live
          RETURNING kind, is_return
        )
        SELECT kind, is_return AS "isReturn", count(*) FROM added GROUP BY kind, is_return`)),
    )
  return counts
}
