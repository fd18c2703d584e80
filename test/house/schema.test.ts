import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { migrateClickHouse, openClickHouse, type ClickHouse } from '../../src/store/clickhouse/index.ts'
import { migratePostgres, MigrationRefused, sql, type Queryable } from '../../src/store/postgres/index.ts'
import { migrationsOf, releases } from '../support/old-chain.ts'
import { testDatabase } from '../support/postgres.ts'
import { schemaText } from '../support/schema-text.ts'

const migrations = (store: 'postgres' | 'clickhouse') => join(import.meta.dirname, '../../migrations', store)

const journal = (db: Queryable) =>
  db.query<{ name: string; checksum: string }>(
    sql`SELECT name, checksum FROM schema_migrations ORDER BY number`,
  )

const kinds = (db: Queryable) => db.query(sql`SELECT * FROM corpus_commits ORDER BY kind`)

const folders: string[] = []
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

function released(ref: string): (store: 'postgres' | 'clickhouse') => string {
  const folder = migrationsOf(ref)
  folders.push(folder)
  return (store) => join(folder, 'migrations', store)
}

async function onEngine<T>(work: (engine: ClickHouse) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'almanac-release-'))
  folders.push(dataDir)
  const engine = await openClickHouse({ dataDir, memoryBytes: 1024 ** 3, log: () => {} })
  try {
    return await work(engine)
  } finally {
    await engine.close()
  }
}

const engineTables = (engine: ClickHouse) =>
  engine.query<{ name: string; text: string }>({
    tag: 'suite',
    sql: `SELECT name, create_table_query AS text FROM system.tables WHERE database = currentDatabase() ORDER BY name`,
  })

const engineJournal = async (engine: ClickHouse) => {
  const rows = await engine.query<{ name: string }>({
    tag: 'suite',
    sql: 'SELECT name FROM schema_migrations FINAL ORDER BY name',
  })
  return rows.map(({ name }) => name)
}

describe.each(releases())('a data directory of release %s', (ref) => {
  const old = released(ref)

  test('comes to the tables, functions and rows of a new database', async () => {
    const [db, fresh] = [await testDatabase({ template: 'template0' }), await testDatabase()]
    await migratePostgres(db, old('postgres'))
    await migratePostgres(db, migrations('postgres'))
    expect(await schemaText(db)).toBe(await schemaText(fresh))
    expect(await journal(db)).toEqual(await journal(fresh))
    expect(await kinds(db)).toEqual(await kinds(fresh))
    expect(await migratePostgres(db, migrations('postgres'))).toEqual({ applied: [] })
  })

  test('comes to the tables of a new engine', async () => {
    const fresh = await onEngine(async (engine) => {
      await migrateClickHouse(engine, migrations('clickhouse'))
      return { tables: await engineTables(engine), journal: await engineJournal(engine) }
    })
    await onEngine(async (engine) => {
      await migrateClickHouse(engine, old('clickhouse'))
      await migrateClickHouse(engine, migrations('clickhouse'))
      expect(await engineTables(engine)).toEqual(fresh.tables)
      expect(await engineJournal(engine)).toEqual(fresh.journal)
    })
  })
})

describe.runIf(releases().includes('f6f40441'))('a data directory of an early version 0.1', () => {
  const old = released('f6f40441')
  const files = { postgres: '0096_sent_as_of_now.sql', clickhouse: '0027_entity_set_pages.sql' }

  test('is refused by Postgres with what to do, and left to its version', async () => {
    await rm(join(old('postgres'), files.postgres))
    const db = await testDatabase({ template: 'template0' })
    await migratePostgres(db, old('postgres'))
    const [schema, entries] = [await schemaText(db), await journal(db)]
    const refusal = migratePostgres(db, migrations('postgres'))
    await expect(refusal).rejects.toBeInstanceOf(MigrationRefused)
    await expect(refusal).rejects.toThrow(
      /last migration is 0095_\w+\.sql\); start the last version 0\.1, which goes to 0096_/,
    )
    expect(await schemaText(db)).toBe(schema)
    expect(await journal(db)).toEqual(entries)
  })

  test('is refused by the engine with what to do, and left to its version', async () => {
    await rm(join(old('clickhouse'), files.clickhouse))
    await onEngine(async (engine) => {
      await migrateClickHouse(engine, old('clickhouse'))
      const [tables, entries] = [await engineTables(engine), await engineJournal(engine)]
      await expect(migrateClickHouse(engine, migrations('clickhouse'))).rejects.toThrow(
        /last migration is 0026_\w+\.sql\); start the last version 0\.1/,
      )
      expect(await engineTables(engine)).toEqual(tables)
      expect(await engineJournal(engine)).toEqual(entries)
    })
  })
})

test('nothing is left out of the text of a schema that Postgres would miss: it makes the same schema', async () => {
  const text = await schemaText(await testDatabase())
  const db = await testDatabase({ template: 'template0' })
  await db.query(sql`SET check_function_bodies = off; ${sql.raw(text)}`)
  expect(await schemaText(db)).toBe(text)
})

// Whoever is served meanwhile has locked them in another order.
test('no migration builds an index, or reads all rows, while it has another table locked', async () => {
  const names = (await readdir(migrations('postgres'))).filter((name) => /^\d+_.*\.sql$/.test(name))
  const together: string[] = []
  for (const name of names.filter((one) => one > '0015')) {
    const text = await readFile(join(migrations('postgres'), name), 'utf8')
    const statements = text
      .replaceAll(/--[^\n]*/g, '')
      .split(';')
      .filter((statement) => statement.trim() !== '')
    const reads = statements.some((statement) => /CREATE (UNIQUE )?INDEX|VALIDATE/.test(statement))
    if (reads && statements.length > 1) together.push(name)
  }
  expect(together).toEqual([])
})

test('there are no objects of kinds that the text does not tell of', async () => {
  const db = await testDatabase()
  const others = await db.query<{ name: string }>(sql`
    SELECT c.oid::regclass::text AS name FROM pg_class c
    WHERE c.relnamespace IN ('public'::regnamespace, 'sandbox'::regnamespace) AND c.relkind NOT IN ('r', 'i', 'S', 't')
    UNION ALL SELECT t.oid::regtype::text FROM pg_type t
    WHERE t.typnamespace IN ('public'::regnamespace, 'sandbox'::regnamespace) AND t.typtype IN ('d', 'e', 'r')
    UNION ALL SELECT extname FROM pg_extension WHERE extname <> 'plpgsql'
    UNION ALL SELECT polname FROM pg_policy UNION ALL SELECT stxname FROM pg_statistic_ext`)
  expect(others).toEqual([])
})

test('a change of any kind of object shows', async () => {
  const db = await testDatabase()
  const changes = [
    'ALTER TABLE organizations ADD COLUMN one text COLLATE "C"',
    "ALTER TABLE organizations ALTER COLUMN one SET DEFAULT 'x'",
    "ALTER TABLE organizations ADD CONSTRAINT one_is CHECK (one <> 'y')",
    'CREATE INDEX ones ON organizations (one)',
    'ALTER TABLE ledger_transfers DISABLE TRIGGER ALL',
    'CREATE FUNCTION one() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
    'CREATE SEQUENCE ones_made',
    'CREATE SCHEMA other',
    'CREATE UNLOGGED TABLE other.ones (id int PRIMARY KEY REFERENCES other.ones)',
  ]
  let before = await schemaText(db)
  for (const change of changes) {
    await db.query(sql.raw(change))
    const after = await schemaText(db)
    expect(after, change).not.toBe(before)
    before = after
  }
})
