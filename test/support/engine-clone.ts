import { join } from 'node:path'
import { migrateClickHouse, openClickHouse, type ClickHouse } from '../../src/store/clickhouse/index.ts'

const migrations = join(import.meta.dirname, '../../migrations/clickhouse')

/** Another database of the engine at `url`. The caller closes it. */
export function onDatabase(url: string, name: string): Promise<ClickHouse> {
  const address = new URL(url)
  address.pathname = `/${name}`
  // Several test files share the machine: a busy one is no failure.
  return openClickHouse({ url: address.href, dataDir: '', readMs: 30_000, log: () => undefined })
}

/** Makes a migrated database to be cloned. */
export async function migrateEngineDatabase(server: ClickHouse, url: string, name: string): Promise<void> {
  await server.command({ tag: 'test', sql: `CREATE DATABASE ${name}` })
  const database = await onDatabase(url, name)
  await migrateClickHouse(database, migrations).finally(() => database.close())
}

/** A database with the tables of another and their rows, which share its files until they change. */
export async function cloneEngineDatabase(server: ClickHouse, from: string, to: string): Promise<void> {
  await server.command({ tag: 'test', sql: `CREATE DATABASE ${to}` })
  const tables = await server.query<{ name: string }>({
    tag: 'test',
    sql: 'SELECT name FROM system.tables WHERE database = {from:String}',
    params: { from },
  })
  if (tables.length === 0) throw new Error(`no tables in ${from}`)
  // In one text: of 4 ms for a table half are for the request.
  const sql = tables.map(({ name }) => `CREATE TABLE ${to}.${name} CLONE AS ${from}.${name}`).join('; ')
  await server.command({ tag: 'test', sql, settings: { fsync_metadata: 0 } })
}
