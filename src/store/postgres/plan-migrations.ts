import { join } from 'node:path'
import { countEntries, findMissing, type NumberedEntry } from './compare-journal.ts'
import type { Postgres } from './contract.ts'
import { planFunctions } from './database-functions.ts'
import { readMigrationFiles } from './migration-files.ts'
import { column, rowShape } from './row-shape.ts'
import { sql } from './sql.ts'

/** A migration that `migratePostgres` would apply. */
export interface PlannedMigration {
  name: string
  /** Bytes of the tables that are there already and that it names, with their indexes: it may have to read or write them. */
  bytes: number
}

const entryRow = rowShape<NumberedEntry>({
  number: column.int(),
  name: column.text(),
  checksum: column.text(),
})
const existsRow = rowShape({ exists: column.bool() })
const sizeRow = rowShape({ name: column.text(), bytes: column.float() })

/** What `migratePostgres` would apply, without applying it: it writes nothing. Throws MigrationRefused where that would. */
export async function planPostgres(
  db: Postgres,
  folder: string,
): Promise<{ migrations: PlannedMigration[]; functions: string[] }> {
  const files = await readMigrationFiles(folder)
  const journal = await readJournal(db)
  const [first] = files
  const renewed =
    first?.baseline === undefined ? 0 : countEntries(journal, { name: first.name, baseline: first.baseline })
  const recorded = renewed === 0 || first === undefined ? journal : [first, ...journal.slice(renewed)]
  const missing = findMissing(recorded, files)
  const sizes = missing.length === 0 ? new Map<string, number>() : await readSizes(db)
  return {
    migrations: missing.map(({ name, text }) => ({ name, bytes: sumSizes(namedTables(text), sizes) })),
    functions: await planFunctions(db, join(folder, 'functions')),
  }
}

async function readJournal(db: Postgres): Promise<NumberedEntry[]> {
  const [row] = await db.query(
    sql.rows(existsRow)`select to_regclass('schema_migrations') is not null as exists`,
  )
  if (row?.exists !== true) return []
  return db.query(sql.rows(entryRow)`select number, name, checksum from schema_migrations order by number`)
}

async function readSizes(db: Postgres): Promise<Map<string, number>> {
  const rows = await db.query(sql.rows(sizeRow)`
    select relname::text as name, pg_total_relation_size(oid)::float8 as bytes
    from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`)
  return new Map(rows.map(({ name, bytes }) => [name, bytes]))
}

const changing =
  /\b(?:alter table|update|delete from|insert into|from|join|on)\s+(?:only\s+|if exists\s+)?"?(\w+)/gi

/** Tables that statements of a migration read or change; too many rather than too few. */
function namedTables(text: string): ReadonlySet<string> {
  const statements = text.replaceAll(/--[^\n]*/g, '')
  return new Set([...statements.matchAll(changing)].map(([, table = '']) => table.toLowerCase()))
}

const sumSizes = (names: ReadonlySet<string>, sizes: ReadonlyMap<string, number>) =>
  [...names].reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0)
