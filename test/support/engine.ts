import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { inject } from 'vitest'
import { migrateClickHouse, openClickHouse, type ClickHouse } from '../../src/store/clickhouse/index.ts'
import { atEnd } from './at-end.ts'

const migrations = join(import.meta.dirname, '../../migrations/clickhouse')

/** A migrated database of the calling test file alone, in the engine of this run; dropped when the file is done. */
export async function testEngine(): Promise<ClickHouse> {
  const url = inject('engineUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  const server = await openClickHouse({ url, dataDir: '', log: () => undefined })
  await server.command({ tag: 'test', sql: `CREATE DATABASE ${name}` })
  const address = new URL(url)
  address.pathname = `/${name}`
  const engine = await openClickHouse({ url: address.href, dataDir: '', log: () => undefined })
  await migrateClickHouse(engine, migrations)
  atEnd(async () => {
    await engine.close()
    await server.command({ tag: 'test', sql: `DROP DATABASE ${name}` })
    await server.command({ tag: 'test', sql: `DROP DATABASE IF EXISTS ${name}_sandbox` })
    await server.close()
  })
  return engine
}
