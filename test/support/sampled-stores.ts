import { createHash } from 'node:crypto'
import { inject } from 'vitest'
import type { WorldSize } from '../../src/corpus/sample/index.ts'
import { loadSample } from '../../src/corpus/sample-load/index.ts'
import { openSandboxStores } from '../../src/corpus/sandbox/index.ts'
import { openClickHouse, type ClickHouse } from '../../src/store/clickhouse/index.ts'
import { createDatabase, dropDatabase, sql, type Postgres } from '../../src/store/postgres/index.ts'
import { cloneEngineDatabase, onDatabase } from './engine-clone.ts'
import { testEngine } from './engine.ts'
import { templateName } from './global-setup.ts'
import { openTestPostgres, testDatabase } from './postgres.ts'

interface Stores {
  db: Postgres
  engine: ClickHouse
}

/**
 * Stores of the calling test file alone that hold a sample world, or nothing. The first file of a run that asks for a
 * world loads it, 30 s of processor time for that of a first start; it and all others get clones. With `sandbox` they
 * hold the corpus of sandbox keys, too, which the first call of such a key would have to load.
 */
export async function sampledStores(
  world: Required<WorldSize> | undefined,
  { poolSize = 12, sandbox = false }: { poolSize?: number; sandbox?: boolean } = {},
): Promise<Stores> {
  // A template that begins with another needs two connections for each.
  const server = await openTestPostgres(inject('postgresUrl'), 4)
  const template = await templateOf(server, { world, sandbox }).finally(() => server.close())
  const stores = { db: await testDatabase({ poolSize, template }), engine: await testEngine({ template }) }
  if (sandbox) await cloneSandbox(stores.engine, template)
  return stores
}

interface Content {
  world: Required<WorldSize> | undefined
  sandbox: boolean
}

/** Name of the databases that hold something, in both stores; made by the first of the run that asks. */
async function templateOf(server: Postgres, content: Content): Promise<string> {
  const { world, sandbox } = content
  const key = createHash('sha256').update(JSON.stringify([Object.entries(world ?? {}).toSorted(), sandbox]))
  const template = `sample_${key.digest('hex').slice(0, 12)}`
  // The transaction exists for its lock: files that want the same world at once wait for the one that loads it.
  await server.transact(
    async (lock) => {
      await lock.query(sql`SET LOCAL idle_in_transaction_session_timeout = 0`)
      await lock.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${template}, 0))`)
      const made = await lock.query(sql`SELECT FROM pg_database WHERE datname = ${template}`)
      if (made.length === 0) await makeTemplate(server, template, content)
    },
    { statementTimeoutMs: 0 },
  )
  return template
}

const sandboxOf = (database: string) => `${database}_sandbox`

/** `testEngine` drops it with the database it belongs to. */
async function cloneSandbox(engine: ClickHouse, template: string): Promise<void> {
  const [own] = await engine.query<{ name: string }>({ tag: 'test', sql: 'SELECT currentDatabase() AS name' })
  await cloneEngineDatabase(engine, sandboxOf(template), sandboxOf(own?.name ?? ''))
}

async function makeTemplate(server: Postgres, name: string, { world, sandbox }: Content): Promise<void> {
  const url = inject('engineUrl')
  const unfinished = `${name}_unfinished`
  // A sandbox is the same beside every world.
  const isBoth = world !== undefined && sandbox
  const from = isBoth ? await templateOf(server, { world: undefined, sandbox }) : templateName
  // What a file left that failed half way.
  await dropDatabase(server, unfinished)
  const engineServer = await openClickHouse({ url, dataDir: '', log: () => undefined })
  const cloned = async (of: (database: string) => string) => {
    await engineServer.command({ tag: 'test', sql: `DROP DATABASE IF EXISTS ${of(name)}` })
    await cloneEngineDatabase(engineServer, of(from), of(name))
  }
  await cloned((database) => database)
    .then(() => (isBoth ? cloned(sandboxOf) : undefined))
    .finally(() => engineServer.close())
  const db = await openTestPostgres(await createDatabase(server, unfinished, { template: from }))
  const engine = await onDatabase(url, name)
  try {
    if (world !== undefined) await loadSample({ db, engine }, { world })
    // Where it is there already it is only looked at.
    if (sandbox) await openSandboxStores({ db, engine })
  } finally {
    await engine.close()
    await db.close()
  }
  // Last: the name says that both are whole.
  await server.query(sql`ALTER DATABASE ${sql.id(unfinished)} RENAME TO ${sql.id(name)}`)
}
