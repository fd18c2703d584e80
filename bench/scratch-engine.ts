import { join } from 'node:path'
import { migrateClickHouse, openClickHouse, type ClickHouse } from '../src/store/clickhouse/index.ts'

const migrations = join(import.meta.dirname, '../migrations/clickhouse')

/** An embedded engine of its own with the corpus tables, closed afterwards. */
export async function withEngine<T>(dataDir: string, work: (engine: ClickHouse) => Promise<T>): Promise<T> {
  const engine = await openClickHouse({ dataDir, log: () => undefined })
  try {
    await migrateClickHouse(engine, migrations)
    return await work(engine)
  } finally {
    await engine.close()
  }
}

/** Version the engine gives itself. */
export async function engineVersion(engine: ClickHouse): Promise<string> {
  const [row] = await engine.query<{ version: string }>({ tag: 'bench', sql: 'SELECT version() AS version' })
  return row?.version ?? ''
}
