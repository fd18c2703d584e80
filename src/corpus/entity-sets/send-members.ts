import type { ClickHouse } from '../../store/clickhouse/index.ts'
import { column, rowShape, sql, type Postgres } from '../../store/postgres/index.ts'

/** A change of one member, as both stores hold it. */
export interface MemberChange {
  organization_id: string
  set_id: string
  token: string
  version: number
  is_member: boolean
}

const memberChangeRow = rowShape<MemberChange>({
  organization_id: column.text(),
  set_id: column.text(),
  token: column.text(),
  version: column.int(),
  is_member: column.bool(),
})

const columns = ['organization_id', 'set_id', 'token', 'version', 'is_member']

/** Copies changes to the engine; resolves when they survive a kill. */
export async function sendMembers(
  engine: ClickHouse,
  changes: readonly MemberChange[],
  table = 'entity_set_members',
): Promise<void> {
  const lines = changes.map((change) =>
    JSON.stringify([
      change.organization_id,
      change.set_id,
      change.token,
      change.version,
      change.is_member ? 1 : 0,
    ]),
  )
  const into = { table, columns, format: 'JSONCompactEachRow' as const }
  await engine.insert(into, `${lines.join('\n')}\n`)
}

/** Changes sent at once. */
const pageRows = 50_000

/**
 * Copies all members to an engine that holds fewer, because its directory was lost or is from another moment. Changes
 * of sets wait meanwhile, and searches of other processes use what the engine held until the copy is whole. Answers
 * whether it was necessary.
 */
export async function restoreMembers({ db, engine }: { db: Postgres; engine: ClickHouse }): Promise<boolean> {
  if (await isWhole(db, engine)) return false
  return db.transact(
    async (lock) => {
      await lock.query(sql`SET LOCAL idle_in_transaction_session_timeout = 0`)
      // A change that another process was making looked like a loss.
      await lock.query(sql`LOCK TABLE entity_sets IN EXCLUSIVE MODE`)
      if (await isWhole(db, engine)) return false
      await copyMembers(db, engine)
      return true
    },
    { statementTimeoutMs: 0 },
  )
}

const tag = 'restore-entity-sets'

const countRow = rowShape({ n: column.int() })

async function isWhole(db: Postgres, engine: ClickHouse): Promise<boolean> {
  const [expected] = await db.query(sql.rows(countRow)`SELECT count(*) AS n FROM entity_set_members`)
  const [actual] = await engine.query<{ n: string }>({
    tag,
    sql: 'SELECT count() AS n FROM entity_set_members',
  })
  return Number(actual?.n ?? 0) === expected?.n
}

const copy = 'entity_set_members_copy'

async function copyMembers(db: Postgres, engine: ClickHouse): Promise<void> {
  const command = (text: string) => engine.command({ tag, sql: text })
  await command(`DROP TABLE IF EXISTS ${copy}`)
  await command(`CREATE TABLE ${copy} AS entity_set_members`)
  for (let last: MemberChange | undefined; ;) {
    const page: MemberChange[] = await db.query(sql.rows(memberChangeRow)`
      SELECT organization_id, set_id, token, version, is_member FROM entity_set_members
      WHERE (organization_id, set_id, token, version)
        > (${last?.organization_id ?? ''}, ${last?.set_id ?? ''}, ${last?.token ?? ''}, ${last?.version ?? -1}::bigint)
      ORDER BY organization_id, set_id, token, version LIMIT ${pageRows}`)
    last = page.at(-1)
    if (last === undefined) break
    await sendMembers(engine, page, copy)
  }
  await command(`EXCHANGE TABLES entity_set_members AND ${copy}`)
  await command(`DROP TABLE ${copy}`)
}
