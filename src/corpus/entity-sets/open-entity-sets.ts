import type { ClickHouse } from '../../store/clickhouse/index.ts'
import { column, rowShape, sql, type Postgres, type Queryable } from '../../store/postgres/index.ts'
import type { EntitySet, SetKind } from './members.ts'
import { openEverywhereOrganizations } from './everywhere-organizations.ts'
import { sendMembers } from './send-members.ts'

/** A set that a search excludes. */
export interface AppliedSet extends EntitySet {
  kind: SetKind
  /** Whether every search of the organization excludes it, named or not. */
  everywhere: boolean
}

const appliedSetRow = rowShape<AppliedSet>({
  organizationId: column.text(),
  id: column.text(),
  version: column.int(),
  hasLeft: column.bool(),
  kind: column.text(),
  everywhere: column.bool(),
})

interface NewSet {
  organizationId: string
  id: string
  kind: SetKind
  /** Default: only searches that name it. */
  everywhere?: boolean
}

/** Members of a dropped set are kept this long, because searches that found it before still read them. */
const keepDroppedMs = 3_600_000
const purgeBatch = 100

/**
 * Sets of entities by identifier tokens. Each belongs to one organization, and other organizations' sets are unknown.
 * A member need not be in the corpus yet: the set holds identifiers, and searches look them up. With `tx` a change is
 * part of the caller's transaction.
 */
export interface EntitySets {
  /**
   * Makes an empty set. An existing one stays as it is. One that every search excludes is noticed by all processes when
   * this resolves; made in a transaction, only after its commit and `waitUntilNoticed`.
   */
  create(set: NewSet, tx?: Queryable): Promise<void>
  /** Resolves when every search that begins from now on notices what is committed, in any process. */
  waitUntilNoticed(): Promise<void>
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
  /**
   * Drops a set for new searches. Searches that found it before still exclude its members, which `purge` removes
   * later.
   */
  retire(organizationId: string, id: string, tx?: Queryable): Promise<boolean>
  /** Removes sets that were retired an hour ago, with their members; answers how many. */
  purge(): Promise<number>
  /** The sets of a kind among some ids, as they are now. Ids without a set are missing. */
  find(organizationId: string, kind: SetKind, ids: readonly string[]): Promise<EntitySet[]>
  /** Sets of either kind among some ids, and those that every search excludes, as they are now. */
  applied(organizationId: string, ids: readonly string[]): Promise<AppliedSet[]>
}

/** Read together with the version, so that members who left by it are counted. */
const hasLeft = sql`EXISTS (
  SELECT FROM entity_set_members m
  WHERE m.organization_id = entity_sets.organization_id AND m.set_id = entity_sets.id AND NOT m.is_member) AS "hasLeft"`

const tokenRow = rowShape({ token: column.text() })

const setNameRow = rowShape({ organizationId: column.text(), id: column.text() })

export function openEntitySets({ db, engine }: { db: Postgres; engine: ClickHouse }): EntitySets {
  const everywhereOrganizations = openEverywhereOrganizations(db)
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
  const drop = (organizationId: string, id: string) => dropSet({ db, engine }, { organizationId, id })
  return {
    async create({ organizationId, id, kind, everywhere = false }, tx) {
      await (tx ?? db).query(sql`
        INSERT INTO entity_sets (organization_id, id, kind, everywhere)
        VALUES (${organizationId}, ${id}, ${kind}, ${everywhere})
        ON CONFLICT DO NOTHING`)
      if (everywhere && tx === undefined) await everywhereOrganizations.waitUntilNoticed()
    },
    waitUntilNoticed: everywhereOrganizations.waitUntilNoticed,
    add: (organizationId, id, tokens, tx) => change({ organizationId, id }, tokens, { isMember: true, tx }),
    remove: (organizationId, id, tokens, tx) =>
      change({ organizationId, id }, tokens, { isMember: false, tx }),
    async read(organizationId, id, { after, limit }) {
      const [set] = await find(organizationId, [id], null)
      if (set === undefined) return undefined
      const rows = await db.query(sql.rows(tokenRow)`
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
      const sets = await db.query(sql.rows(setNameRow)`
        SELECT organization_id AS "organizationId", id FROM entity_sets
        WHERE dropped_at < now() - ${keepDroppedMs} * interval '1 millisecond'
        ORDER BY dropped_at LIMIT ${purgeBatch}`)
      for (const { organizationId, id } of sets) await drop(organizationId, id)
      return sets.length
    },
    find: (organizationId, kind, ids) => find(organizationId, ids, kind),
    async applied(organizationId, ids) {
      const mayFind = ids.length > 0 || (await everywhereOrganizations.mayInclude(organizationId))
      return mayFind ? findApplied(db, organizationId, ids) : []
    },
  }
}

const setRow = rowShape({ id: column.text(), version: column.int(), hasLeft: column.bool() })

async function dropSet(
  { db, engine }: { db: Postgres; engine: ClickHouse },
  set: { organizationId: string; id: string },
): Promise<boolean> {
  const { organizationId, id } = set
  const deletedRows = await db.query(sql`
    WITH members AS (
      DELETE FROM entity_set_members WHERE organization_id = ${organizationId} AND set_id = ${id})
    DELETE FROM entity_sets WHERE organization_id = ${organizationId} AND id = ${id} RETURNING id`)
  await removeRows(engine, set, 0)
  return deletedRows.length > 0
}

async function findSets(
  db: Postgres,
  { organizationId, ids, kind }: { organizationId: string; ids: readonly string[]; kind: SetKind | null },
): Promise<EntitySet[]> {
  if (ids.length === 0) return []
  const rows = await db.query(sql.rows(setRow)`
    SELECT id, version, ${hasLeft} FROM entity_sets
    WHERE organization_id = ${organizationId} AND id = ANY (${ids}::text[]) AND dropped_at IS NULL
      AND (${kind}::text IS NULL OR kind = ${kind})
    ORDER BY id`)
  return rows.map(({ id, ...set }) => ({ organizationId, id, ...set }))
}

const findApplied = (db: Postgres, organizationId: string, ids: readonly string[]): Promise<AppliedSet[]> =>
  db.query(sql.rows(appliedSetRow)`
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

const changeRow = rowShape({ version: column.int(), next: column.int() })

/**
 * Makes one change under the lock of the set's row. The rows arrive first, and the version that makes them count is
 * committed after. The next writer removes what one that died in between left behind.
 */
async function changeMembers(
  tx: Queryable,
  engine: ClickHouse,
  { set, tokens, isMember }: Change,
): Promise<number | undefined> {
  const { organizationId, id } = set
  const [row] = await tx.query(sql.rows(changeRow)`
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
  const rows = await tx.query(sql.rows(tokenRow)`
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

/** Removes rows of a set above a version. */
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
