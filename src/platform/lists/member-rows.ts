import { column, nullable, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'

/** A member of a kind: an entity of the corpus by its id, or whatever names one outside where it is not resolved. */
export type MemberName<M extends string = string> =
  | { kind: M; entityId: string }
  /** An address, a URL, a slug, a domain, a number or a name; `slug:ada` where its sort is to be told. */
  | { kind: M; identifier: string }

export type NewMember<M extends string = string> = MemberName<M> & {
  /** What it is called, by whoever adds it: up to 500 characters. */
  label?: string | undefined
}

/** A member, or one that was. */
export interface ListMember<M extends string = string> {
  /** Place in the order of joining, of all kinds: names this stay in the list. */
  number: number
  kind: M
  /** Null where it is not resolved. */
  entityId: string | null
  identifier: string | null
  label: string | null
  /** Key or 'system'; 'dynamic' where a rebuild found it. */
  addedBy: string
  addedAt: Date
  /** Null for those who are members now. */
  leftAt: Date | null
}

/** Members that rebuilds found, and rebuilds remove. */
export const dynamic = 'dynamic'
/** Rows a statement writes: it stays far below the time a statement may take. */
export const chunk = 5_000
const maxNameLength = 500

/** Members of a list, as columns. */
export interface MemberColumns {
  kinds: string[]
  areEntities: boolean[]
  keys: string[]
  labels: (string | null)[]
}

/** Throws RangeError for a kind the list does not have, and for what is longer than 500 characters or empty. */
export function toColumns(members: readonly NewMember[], memberKinds: readonly string[]): MemberColumns {
  const columns: MemberColumns = { kinds: [], areEntities: [], keys: [], labels: [] }
  for (const member of members) {
    const key = 'entityId' in member ? member.entityId : member.identifier
    if (!memberKinds.includes(member.kind)) throw new RangeError(`no member can be a ${member.kind}`)
    if (key === '' || key.length > maxNameLength || (member.label ?? '').length > maxNameLength)
      throw new RangeError(`the name of a member has 1 to ${maxNameLength} characters`)
    columns.kinds.push(member.kind)
    columns.areEntities.push('entityId' in member)
    columns.keys.push(key)
    columns.labels.push(member.label ?? null)
  }
  return columns
}

export interface MemberRow extends Omit<ListMember, 'entityId' | 'identifier'> {
  isEntity: boolean
  key: string
}

/** The columns of `memberColumns`. */
export const memberShape = {
  number: column.int(),
  kind: column.text(),
  isEntity: column.bool(),
  key: column.text(),
  label: nullable(column.text()),
  addedBy: column.text(),
  addedAt: column.instant(),
  leftAt: nullable(column.instant()),
}

const memberRow = rowShape<MemberRow>(memberShape)

export function toMember<R extends MemberRow>({ isEntity, key, ...row }: R) {
  return { ...row, entityId: isEntity ? key : null, identifier: isEntity ? null : key }
}

/** Stays `m` of a sub-query, with when they began and ended. */
export const memberColumns = sql`m.number, m.kind, m.is_entity AS "isEntity", m.key, m.label, m.added_by AS "addedBy",
  j.at AS "addedAt", d.at AS "leftAt"`

export const withVersions = sql`JOIN list_versions j ON j.list = m.list AND j.version = m.joined_in
  LEFT JOIN list_versions d ON d.list = m.list AND d.version = m.left_in`

/** Members there are now, in the order of joining. */
export async function selectMembers(
  on: Queryable,
  list: number,
  { kind, after = 0, most }: { kind: string; after?: number | undefined; most: number },
): Promise<ListMember[]> {
  const rows = await on.query(sql.rows(memberRow)`
    SELECT ${memberColumns} FROM (
      SELECT * FROM list_members
      WHERE list = ${list} AND kind = ${kind} AND left_in IS NULL AND number > ${after}
      ORDER BY number LIMIT ${most}
    ) m ${withVersions} ORDER BY m.number`)
  return rows.map(toMember)
}

/** The column `name` of a member `g` of a list. */
const nameIn = (list: number) =>
  sql`(${String(list)}::text || '/' || g.kind || CASE WHEN g.is_entity THEN '#' ELSE ':' END || g.key)`

/** Whether a member `g` is there now, or was ever. */
export const stays = (list: number) => sql`
  SELECT COALESCE(bool_or(left_in IS NULL), false) AS is_live, count(*) > 0 AS is_known FROM list_members
  WHERE name = ${nameIn(list)}`

const stayRow = rowShape({ place: column.int(), kind: column.text(), isReturn: column.bool() })

/**
 * Adds members, a chunk, with numbers by their places after `lastNumber`; answers those that were not there. Those that
 * are there are the adder's from now on: rebuilds leave them.
 */
export async function insertMembers(
  tx: Queryable,
  { number: list, version }: { number: number; version: number },
  { kinds, areEntities, keys, labels, lastNumber, by }: MemberColumns & { lastNumber: number; by: string },
): Promise<{ place: number; kind: string; isReturn: boolean }[]> {
  return tx.query(sql.rows(stayRow)`
    WITH given AS MATERIALIZED (
      SELECT DISTINCT ON (kind, is_entity, key) *
      FROM unnest(${kinds}::text[], ${areEntities}::boolean[], ${keys}::text[], ${labels}::text[])
        WITH ORDINALITY AS u (kind, is_entity, key, label, place)
      ORDER BY kind, is_entity, key, place
    ), known AS MATERIALIZED (
      SELECT g.*, ${nameIn(list)} AS name, s.* FROM given g CROSS JOIN LATERAL (${stays(list)}) s
    ), kept AS (
      UPDATE list_members m SET added_by = ${by} FROM known k
      WHERE k.is_live AND m.name = k.name AND m.left_in IS NULL AND m.added_by = ${dynamic}
    )
    INSERT INTO list_members (list, kind, number, is_entity, key, label, added_by, joined_in, is_return)
    SELECT ${list}, kind, ${lastNumber} + place, is_entity, key, label, ${by}, ${version + 1}, is_known
    FROM known WHERE NOT is_live
    RETURNING (number - ${lastNumber})::int AS place, kind, is_return AS "isReturn"`)
}

const numberRow = rowShape({ number: nullable(column.int()) })

/** Numbers of members by name, a chunk; null where there is none. */
export async function selectNumbers(
  on: Queryable,
  list: number,
  { kinds, areEntities, keys }: MemberColumns,
): Promise<(number | null)[]> {
  const rows = await on.query(sql.rows(numberRow)`
    SELECT (
      SELECT number FROM list_members WHERE name = ${nameIn(list)} AND left_in IS NULL
    ) AS number
    FROM unnest(${kinds}::text[], ${areEntities}::boolean[], ${keys}::text[])
      WITH ORDINALITY AS g (kind, is_entity, key, place)
    ORDER BY place`)
  return rows.map(({ number }) => number)
}

const numberOfKindRow = rowShape({ number: column.int(), kind: column.text() })

/** Ends stays of a locked list, a chunk; answers those that had not ended. */
export async function endStays(
  tx: Queryable,
  { number: list, version }: { number: number; version: number },
  { numbers, memberKinds }: { numbers: readonly number[]; memberKinds: readonly string[] },
): Promise<{ number: number; kind: string }[]> {
  return tx.query(sql.rows(numberOfKindRow)`
    UPDATE list_members SET left_in = ${version + 1}
    WHERE list = ${list} AND kind = ANY(${memberKinds}::text[]) AND number = ANY(${numbers}::bigint[])
      AND left_in IS NULL
    RETURNING number, kind`)
}
