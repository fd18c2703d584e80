import type { ClickHouse } from '../../src/store/clickhouse/index.ts'

/** What the engine says of itself and the rows it holds. */
export interface EngineFacts {
  version: string
  companies: number
  people: number
  /** Active parts of the search tables. */
  parts: number
}

const settleMs = 120_000

/** Waits for the engine's own merges after a load, as a service would have had time for, and reads the facts. */
export async function readEngineFacts(engine: ClickHouse, tables: readonly string[]): Promise<EngineFacts> {
  const ask = async (sql: string): Promise<string> => {
    const [row] = await engine.query<{ value: string }>({
      tag: 'bench',
      sql,
      params: { tables: [...tables] },
    })
    return row?.value ?? ''
  }
  const deadline = performance.now() + settleMs
  for (let quiet = 0; quiet < 3 && performance.now() < deadline;) {
    quiet = (await ask('SELECT toString(count()) AS value FROM system.merges')) === '0' ? quiet + 1 : 0
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  const live = (table: string) =>
    ask(
      `SELECT toString(count()) AS value FROM ${table} WHERE (id, born) NOT IN (SELECT id, born FROM ${table}_superseded)`,
    )
  return {
    version: await ask('SELECT version() AS value'),
    companies: Number(await live('companies')),
    people: Number(await live('people')),
    parts: Number(
      await ask(`SELECT toString(count()) AS value FROM system.parts
        WHERE active AND database = currentDatabase() AND table IN {tables:Array(String)}`),
    ),
  }
}
