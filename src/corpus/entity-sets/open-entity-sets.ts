import type { ClickHouse, Param } from '../../store/clickhouse/index.ts'
import { sql, type Postgres, type Queryable } from '../../store/postgres/index.ts'
import { membersOf, type EntitySet, type SetKind } from './members.ts'

/**
 * Sets of entities by identifier tokens, of one organization each; another organization's set is an unknown one. A
 * member need not be in the corpus yet: the set holds what it is called, and searches look it up.
 */
export interface EntitySets {
  /** Makes an empty set; one that exists stays as it is. */
  create(set: { organizationId: string; id: string; kind: SetKind }): Promise<void>
  /** Adds tokens; answers how many were new. Undefined when there is no such set. */
  add(organizationId: string, id: string, tokens: readonly string[]): Promise<number | undefined>
  /** Removes tokens; answers how many were there. */
  remove(organizationId: string, id: string, tokens: readonly string[]): Promise<number | undefined>
  /** Tokens in order, after one of them. */
  read(
    organizationId: string,
    id: string,
    page: { after?: string; limit: number },
  ): Promise<string[] | undefined>
  drop(organizationId: string, id: string): Promise<boolean>
  /** The sets of a kind among some ids, as they are now; those that do not exist are missing. */
  find(organizationId: string, kind: SetKind, ids: readonly string[]): Promise<EntitySet[]>
}

export function openEntitySets({ db, engine }: { db: Postgres; engine: ClickHouse }): EntitySets {
  const find = async (organizationId: string, ids: readonly string[], kind: SetKind | null) => {
    if (ids.length === 0) return []
    const rows = await db.query<{ id: string; version: number }>(sql`
      SELECT id, version FROM entity_sets
      WHERE organization_id = ${organizationId} AND id = ANY (${ids}::text[])
        AND (${kind}::text IS NULL OR kind = ${kind})
      ORDER BY id`)
    return rows.map(({ id, version }) => ({ organizationId, id, version }))
  }
  const change = (
    set: { organizationId: string; id: string },
    tokens: readonly string[],
    isMember: boolean,
  ) =>
    db.transact((tx) => changeMembers(tx, engine, { set, tokens: [...new Set(tokens)], isMember }), {
      statementTimeoutMs: 60_000,
    })
  return {
    async create({ organizationId, id, kind }) {
      await db.query(sql`
        INSERT INTO entity_sets (organization_id, id, kind) VALUES (${organizationId}, ${id}, ${kind})
        ON CONFLICT DO NOTHING`)
    },
    add: (organizationId, id, tokens) => change({ organizationId, id }, tokens, true),
    remove: (organizationId, id, tokens) => change({ organizationId, id }, tokens, false),
    async read(organizationId, id, { after, limit }) {
      const [set] = await find(organizationId, [id], null)
      if (set === undefined) return undefined
      const { bind, params } = binder()
      const members = membersOf([set], bind)
      const rows = await engine.query<{ token: string }>({
        tag: 'read-entity-set',
        sql: `SELECT token FROM (${members}) WHERE token > ${bind('String', after ?? '')} ORDER BY token LIMIT ${bind('UInt32', limit)}`,
        params,
      })
      return rows.map((row) => row.token)
    },
    async drop(organizationId, id) {
      const gone = await db.query(sql`
        DELETE FROM entity_sets WHERE organization_id = ${organizationId} AND id = ${id} RETURNING id`)
      await removeRows(engine, { organizationId, id }, 0)
      return gone.length > 0
    },
    find: (organizationId, kind, ids) => find(organizationId, ids, kind),
  }
}

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
    WHERE organization_id = ${organizationId} AND id = ${id} FOR UPDATE`)
  if (row === undefined) return undefined
  const { version, next } = row
  const { bind, params } = binder()
  const members = membersOf([{ ...set, version }], bind)
  const [found] = await engine.query<{ present: string[]; stray: string }>({
    tag: 'change-entity-set',
    sql: `SELECT (SELECT groupArray(token) FROM (${members}) WHERE token IN ${bind('Array(String)', [...tokens])}) AS present,
      (SELECT count() FROM entity_set_members WHERE organization_id = ${bind('String', organizationId)}
        AND set_id = ${bind('String', id)} AND version > ${bind('UInt64', version)}) AS stray`,
    params,
  })
  if (Number(found?.stray ?? 0) > 0) await removeRows(engine, set, version)
  const present = new Set(found?.present)
  const changed = tokens.filter((token) => present.has(token) !== isMember)
  if (changed.length === 0) return 0
  const lines = changed.map((token) => JSON.stringify([organizationId, id, token, next, isMember ? 1 : 0]))
  const columns = ['organization_id', 'set_id', 'token', 'version', 'is_member']
  await engine.insert(
    { table: 'entity_set_members', columns, format: 'JSONCompactEachRow' },
    `${lines.join('\n')}\n`,
  )
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

function binder() {
  const params: Record<string, Param> = {}
  const bind = (type: string, value: Param) => {
    const name = `p${Object.keys(params).length}`
    params[name] = value
    return `{${name}:${type}}`
  }
  return { params, bind }
}
