import { join } from 'node:path'
import { sha256Hex, stableStringify } from '../../lib/stable-json.ts'
import { migrateClickHouse, type ClickHouse } from '../../store/clickhouse/index.ts'
import { column, nullable, rowShape, sql, type Postgres } from '../../store/postgres/index.ts'
import { allKinds } from '../kinds/index.ts'
import { loadSample } from '../sample-load/index.ts'
import { inSchema } from './in-schema.ts'

const schema = 'sandbox'
/** Names of the tables to copy. */
const corpusTables = 'corpus\\_%'
const world = { seed: 7, companies: 300, people: 2_000, asOf: '2026-11-01' }
const migrations = join(import.meta.dirname, '../../../migrations/clickhouse')

export interface SandboxStores {
  db: Postgres
  engine: ClickHouse
}

/**
 * The stores of the sandbox's corpus. They are made and filled when they do not exist, and again when the program
 * that made them had other tables or rules.
 */
export async function openSandboxStores(real: SandboxStores): Promise<SandboxStores> {
  const db = inSchema(real.db, schema)
  const name = await databaseName(real.engine)
  const engine = real.engine.inDatabase(name)
  // The transaction exists for its lock: of several processes the first does the work, and a killed one leaves no
  // lock.
  await real.db.transact(
    async (lock) => {
      await lock.query(sql`SET LOCAL idle_in_transaction_session_timeout = 0`)
      await lock.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('almanac.sandbox', 0))`)
      const wanted = await fingerprint(real.db)
      if ((await madeBy(real.db)) === wanted) return
      await makeTables(real.db)
      await makeDatabase(real.engine, name)
      await migrateClickHouse(engine, migrations)
      await loadSample({ db, engine }, { world })
      // This comes last, so that half-made stores are made again.
      await real.db.query(sql`COMMENT ON SCHEMA ${sql.id(schema)} IS ${sql.lit(wanted)}`)
    },
    { statementTimeoutMs: 0 },
  )
  return { db, engine }
}

const textRow = rowShape({ text: column.text() })

/** What the sandbox depends on: the world, the rules of its rows, and the tables it copies. */
async function fingerprint(db: Postgres): Promise<string> {
  const columns = await db.query(sql.rows(textRow)`
    SELECT table_name || '.' || column_name || ' ' || data_type AS text FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name LIKE ${corpusTables} ORDER BY 1`)
  const rules = Object.fromEntries(allKinds.map(({ name, indexVersion }) => [name, indexVersion]))
  return sha256Hex(stableStringify([world, rules, columns]))
}

const madeRow = rowShape({ made: nullable(column.text()) })

async function madeBy(db: Postgres): Promise<string | null | undefined> {
  const [row] = await db.query(
    sql.rows(madeRow)`SELECT obj_description(to_regnamespace(${schema}), 'pg_namespace') AS made`,
  )
  return row?.made
}

const nameRow = rowShape({ name: column.text() })

/** Copies of the tables that describe the corpus, with the state of an empty one. */
async function makeTables(db: Postgres): Promise<void> {
  const tables = async (schema: string) =>
    db.query(sql.rows(nameRow)`
      SELECT tablename AS name FROM pg_tables WHERE schemaname = ${schema} AND tablename LIKE ${corpusTables}`)
  const [old, now] = [await tables(schema), await tables('public')]
  await db.transact(async (tx) => {
    for (const { name } of old) await tx.query(sql`DROP TABLE ${sql.id(schema, name)}`)
    for (const { name } of now) {
      await tx.query(sql`CREATE TABLE ${sql.id(schema, name)} (LIKE ${sql.id('public', name)} INCLUDING ALL)`)
    }
    for (const { name, indexVersion } of allKinds) {
      await tx.query(
        sql`INSERT INTO ${sql.id(schema, 'corpus_commits')} (kind, search_index, identifier_index) VALUES (${name}, ${indexVersion}, ${indexVersion})`,
      )
    }
  })
}

async function databaseName(engine: ClickHouse): Promise<string> {
  const [row] = await engine.query<{ name: string }>({
    tag: 'sandbox',
    sql: 'SELECT currentDatabase() AS name',
  })
  return `${row?.name}_${schema}`
}

async function makeDatabase(engine: ClickHouse, name: string): Promise<void> {
  const make = async (text: string) =>
    engine.command({ tag: 'sandbox', sql: `${text} {name:Identifier} /* on cluster */`, params: { name } })
  await make('DROP DATABASE IF EXISTS')
  await make('CREATE DATABASE')
}
