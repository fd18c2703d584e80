import type { ClickHouse } from '../../store/clickhouse/index.ts'
import { sql, type Postgres, type Queryable } from '../../store/postgres/index.ts'
import type { EntitySet, SetKind } from './members.ts'
import { sendMembers } from './send-members.ts'

/** A set that a search leaves out. */
export interface AppliedSet extends EntitySet {
  kind: SetKind
  /** Left out by every search of the organization, named or not. */
  everywhere: boolean
}

interface NewSet {
  organizationId: string
  id: string
  kind: SetKind
  /** Default: by searches that name it. */
  everywhere?: boolean
}

/** Members of a set that nobody knows any more are kept this long: searches that found it before still read them. */
const keepDroppedMs = 3_600_000
const purgeBatch = 100

/**
 * Sets of entities by identifier tokens, of one organization each; another organization's set is an unknown one. A
 * member need not be in the corpus yet: the set holds what it is called, and searches look it up. With `tx` a change is
 * part of the caller's transaction.
 */
export interface EntitySets {
  /** Makes an empty set; one that exists stays as it is. */
  create(set: NewSet, tx?: Queryable): Promise<void>
  /** Adds tokens; answers how many were new. Undefined when there is no such set. */
  add(
    organizationId: string,
    id: string,
    tokens: readonly string[],
    tx?: Queryable,
  ): Promise<number | undefined>
  /** Removes tokens; answers how many were there. */
  remove(
    organizationId: string,
    id: string,
    tokens: readonly string[],
    tx?: Queryable,
  ): Promise<number | undefined>
  /** Tokens in order, after one of them. */
  read(
    organizationId: string,
    id: string,
    page: { after?: string; limit: number },
  ): Promise<string[] | undefined>
  drop(organizationId: string, id: string): Promise<boolean>
  /** Makes a set unknown; searches that found it before go on leaving out its members, which `purge` removes later. */
  retire(organizationId: string, id: string, tx?: Queryable): Promise<boolean>
  /** Removes sets retired an hour ago, members and all; answers how many. */
  purge(): Promise<number>
  /** The sets of a kind among some ids, as they are now; those that do not exist are missing. */
  find(organizationId: string, kind: SetKind, ids: readonly string[]): Promise<EntitySet[]>
  /** Sets of either kind among some ids, and those that every search leaves out, as they are now. */
  applied(organizationId: string, ids: readonly string[]): Promise<AppliedSet[]>
}

/** Read with the version, so that what left by it is counted. */
const hasLeft = sql`EXISTS (
  SELECT FROM entity_set_members m
  WHERE m.organization_id = entity_sets.organization_id AND m.set_id = entity_sets.id AND NOT m.is_member) AS "hasLeft"`

export function openEntitySets({ db, engine }: { db: Postgres; engine: ClickHouse }): EntitySets {
  const find = (organizationId: string, ids: readonly string[], kind: SetKind | null) =>
    findSets(db, { organizationId, ids, kind })
  const change = (
    set: { organizationId: string; id: string },
    tokens: readonly string[],
    { isMember, tx }: { isMember: boolean; tx: Queryable | undefined },
  ) => {
    const work = (on: Queryable) => changeMembers(on, engine, { set, tokens: [...new Set(tokens)], isMember })
    return tx === undefined ? db.transact(work, { statementTimeoutMs: 60_000 }) : work(tx)
  }
  const drop = async (organizationId: string, id: string) => {
    const deletedRows = await db.query(sql`
      WITH members AS (
        DELETE FROM entity_set_members WHERE organization_id = ${organizationId} AND set_id = ${id})
      DELETE FROM entity_sets WHERE organization_id = ${organizationId} AND id = ${id} RETURNING id`)
    await removeRows(engine, { organizationId, id }, 0)
    return deletedRows.length > 0
  }
  return {
    async create({ organizationId, id, kind, everywhere = false }, tx = db) {
      await tx.query(sql`
        INSERT INTO entity_sets (organization_id, id, kind, everywhere)
        VALUES (${organizationId}, ${id}, ${kind}, ${everywhere})
        ON CONFLICT DO NOTHING`)
    },
    add: (organizationId, id, tokens, tx) => change({ organizationId, id }, tokens, { isMember: true, tx }),
    remove: (organizationId, id, tokens, tx) =>
      change({ organizationId, id }, tokens, { isMember: false, tx }),
    async read(organizationId, id, { after, limit }) {
      const [set] = await find(organizationId, [id], null)
      if (set === undefined) return undefined
      const rows = await db.query<{ token: string }>(sql`
        SELECT token FROM (${membersAt(set)}) AS m
        WHERE token > ${after ?? ''} ORDER BY token LIMIT ${limit}`)
      return rows.map((row) => row.token)
    },
    drop,
    async retire(organizationId, id, tx = db) {
      const retired = await tx.query(sql`
        UPDATE entity_sets SET dropped_at = now()
        WHERE organization_id = ${organizationId} AND id = ${id} AND dropped_at IS NULL RETURNING id`)
      return retired.length > 0
    },
    async purge() {
      const sets = await db.query<{ organizationId: string; id: string }>(sql`
        SELECT organization_id AS "organizationId", id FROM entity_sets
        WHERE dropped_at < now() - ${keepDroppedMs} * interval '1 millisecond'
        ORDER BY dropped_at LIMIT ${purgeBatch}`)
      for (const { organizationId, id } of sets) await drop(organizationId, id)
      return sets.length
    },
    find: (organizationId, kind, ids) => find(organizationId, ids, kind),
    applied: (organizationId, ids) => findApplied(db, organizationId, ids),
  }
}

async function findSets(
  db: Postgres,
  { organizationId, ids, kind }: { organizationId: string; ids: readonly string[]; kind: SetKind | null },
): Promise<EntitySet[]> {
  if (ids.length === 0) return []
  const rows = await db.query<{ id: string; version: number; hasLeft: boolean }>(sql`
    SELECT id, version, ${hasLeft} FROM entity_sets
    WHERE organization_id = ${organizationId} AND id = ANY (${ids}::text[]) AND dropped_at IS NULL
      AND (${kind}::text IS NULL OR kind = ${kind})
    ORDER BY id`)
  return rows.map(({ id, ...set }) => ({ organizationId, id, ...set }))
}

const findApplied = (db: Postgres, organizationId: string, ids: readonly string[]): Promise<AppliedSet[]> =>
  db.query<AppliedSet>(sql`
    SELECT organization_id AS "organizationId", id, version, ${hasLeft}, kind, everywhere FROM entity_sets
    WHERE organization_id = ${organizationId} AND id = ANY (${ids}::text[]) AND dropped_at IS NULL
    UNION
    SELECT organization_id, id, version, ${hasLeft}, kind, everywhere FROM entity_sets
    WHERE organization_id = ${organizationId} AND everywhere AND dropped_at IS NULL
    ORDER BY id`)

interface Change {
  set: { organizationId: string; id: string }
  tokens: readonly string[]
  isMember: boolean
}

/**
 * One change under the lock of the set's row. The rows arrive first, the version that makes them count is committed
 * after; what a writer that died in between left is removed by the next one.
 */
async function changeMembers(
  tx: Queryable,
  engine: ClickHouse,
  { set, tokens, isMember }: Change,
): Promise<number | undefined> {
  const { organizationId, id } = set
  const [row] = await tx.query<{ version: number; next: number }>(sql`
    SELECT version, nextval('entity_set_changes') AS next FROM entity_sets
    WHERE organization_id = ${organizationId} AND id = ${id} AND dropped_at IS NULL FOR UPDATE`)
  if (row === undefined) return undefined
  const { version, next } = row
  const [stray] = await engine.query<{ n: string }>({
    tag: 'change-entity-set',
    sql: `SELECT count() AS n FROM entity_set_members
      WHERE organization_id = {organization:String} AND set_id = {set:String} AND version > {version:UInt64}`,
    params: { organization: organizationId, set: id, version },
  })
  if (Number(stray?.n ?? 0) > 0) await removeRows(engine, set, version)
  const rows = await tx.query<{ token: string }>(sql`
    SELECT token FROM (${membersAt({ ...set, version })}) AS m WHERE token = ANY (${[...tokens]}::text[])`)
  const present = new Set(rows.map(({ token }) => token))
  const changed = tokens.filter((token) => present.has(token) !== isMember)
  if (changed.length === 0) return 0
  await sendMembers(
    engine,
    changed.map((token) => ({
      organization_id: organizationId,
      set_id: id,
      token,
      version: next,
      is_member: isMember,
    })),
  )
  await tx.query(sql`
    INSERT INTO entity_set_members (organization_id, set_id, token, version, is_member)
    SELECT ${organizationId}, ${id}, token, ${next}, ${isMember} FROM unnest(${changed}::text[]) AS token`)
  await tx.query(sql`
    UPDATE entity_sets SET version = ${next} WHERE organization_id = ${organizationId} AND id = ${id}`)
  return changed.length
}

/** Rows of a set above a version. */
async function removeRows(engine: ClickHouse, set: Change['set'], above: number): Promise<void> {
  await engine.command({
    tag: 'clear-entity-set',
    sql: `DELETE FROM entity_set_members
      WHERE organization_id = {organization:String} AND set_id = {set:String} AND version > {above:UInt64}`,
    params: { organization: set.organizationId, set: set.id, above },
  })
}

/** The tokens of a set at a version. */
const membersAt = ({ organizationId, id, version }: Omit<EntitySet, 'hasLeft'>) => sql`
  SELECT token FROM (
    SELECT DISTINCT ON (token) token, is_member FROM entity_set_members
    WHERE organization_id = ${organizationId} AND set_id = ${id} AND version <= ${version}
    ORDER BY token, version DESC) AS last
  WHERE is_member`
