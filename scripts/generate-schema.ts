/**
 * Writes what all migrations of Postgres give together to docs/generated/schema.sql: `node scripts/generate-schema.ts
 * [--check]`. Made from a database that was migrated, in an embedded server of its own. With `--check` nothing is
 * written; the exit code is 1 when the file is not current.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migratePostgres, openPostgres, sql, type Queryable } from '../src/store/postgres/index.ts'
import { generatedFolder, schemaFile } from './generate.ts'

const migrations = join(import.meta.dirname, '../migrations/postgres')

const head = `-- What the files of migrations/postgres give together, read from the catalogue of a database they were applied to.
-- Written by \`npm run generate\`; never applied. Why something is as it is stands in the migration that made it.
-- Tables of the job queue (schema job_queue) are its package's own.`

/** The schema of a migrated database as statements, sorted by name; the same migrations give the same text. */
export async function schemaText(db: Queryable): Promise<string> {
  const tables = await tablesOf(db)
  // In an order that could be applied: triggers call functions, and functions answer rows of tables.
  const sections = [
    head,
    ...(await schemasOf(db)),
    ...(await sequencesOf(db)),
    ...tables.map(({ text }) => text),
    tables.flatMap(({ foreignKeys }) => foreignKeys).join('\n'),
    ...(await functionsOf(db)),
    tables.flatMap(({ triggers }) => triggers).join('\n'),
  ]
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`
}

/** Schemas of our own. */
const ours = sql`n.nspname !~ '^pg_|^information_schema$|^job_queue$'`

async function schemasOf(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    sql`SELECT quote_ident(n.nspname) AS name FROM pg_namespace n WHERE ${ours} AND n.nspname <> 'public' ORDER BY 1`,
  )
  return rows.map(({ name }) => `CREATE SCHEMA ${name};`)
}

/** Those that no column owns. */
async function sequencesOf(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ name: string; type: string; start: string; step: string }>(sql`
    SELECT c.oid::regclass::text AS name, format_type(s.seqtypid, NULL) AS type,
      s.seqstart::text AS start, s.seqincrement::text AS step
    FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE ${ours} AND NOT EXISTS (
      SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass AND d.deptype IN ('a', 'i'))
    ORDER BY 1`)
  return rows.map(
    ({ name, type, start, step }) => `CREATE SEQUENCE ${name} AS ${type} START ${start} INCREMENT ${step};`,
  )
}

async function functionsOf(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ text: string }>(sql`
    SELECT pg_get_functiondef(p.oid) AS text
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE ${ours} AND p.prokind IN ('f', 'p') ORDER BY n.nspname, p.proname, p.oid::regprocedure::text`)
  return rows.map(({ text }) => `${text.trimEnd()};`)
}

interface Table {
  text: string
  foreignKeys: string[]
  triggers: string[]
}

interface TableRow {
  name: string
  unlogged: boolean
  options: string[] | null
  columns: string[]
  constraints: string[]
  foreign_keys: string[]
  indexes: string[]
  triggers: string[]
}

async function tablesOf(db: Queryable): Promise<Table[]> {
  const rows = await db.query<TableRow>(sql`
    SELECT c.oid::regclass::text AS name, c.relpersistence = 'u' AS unlogged, c.reloptions AS options,
      ARRAY(SELECT ${columnText} FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum) AS columns,
      ARRAY(SELECT ${constraintText} FROM pg_constraint k
        WHERE k.conrelid = c.oid AND k.contype IN ('p', 'u', 'c', 'x')
        ORDER BY array_position(ARRAY['p', 'u', 'x', 'c'], k.contype::text), k.conname) AS constraints,
      ARRAY(SELECT ${constraintText} FROM pg_constraint k
        WHERE k.conrelid = c.oid AND k.contype = 'f' ORDER BY k.conname) AS foreign_keys,
      ARRAY(SELECT pg_get_indexdef(i.indexrelid) || ';' FROM pg_index i
        WHERE i.indrelid = c.oid AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x'))
        ORDER BY 1) AS indexes,
      ARRAY(SELECT ${triggerText} FROM pg_trigger t
        WHERE t.tgrelid = c.oid AND NOT t.tgisinternal ORDER BY t.tgname) AS triggers
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE ${ours} AND c.relkind = 'r' ORDER BY n.nspname, c.relname`)
  return rows.map(tableOf)
}

const columnText = sql`concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
  CASE WHEN a.attcollation <> (SELECT y.typcollation FROM pg_type y WHERE y.oid = a.atttypid)
    THEN 'COLLATE ' || a.attcollation::regcollation::text END,
  CASE WHEN a.attnotnull AND a.attidentity = '' THEN 'NOT NULL' END,
  CASE a.attidentity WHEN 'a' THEN 'GENERATED ALWAYS AS IDENTITY' WHEN 'd' THEN 'GENERATED BY DEFAULT AS IDENTITY' END,
  CASE a.attgenerated WHEN 's' THEN 'GENERATED ALWAYS AS (' || pg_get_expr(d.adbin, d.adrelid) || ') STORED'
    WHEN 'v' THEN 'GENERATED ALWAYS AS (' || pg_get_expr(d.adbin, d.adrelid) || ') VIRTUAL'
    ELSE 'DEFAULT ' || pg_get_expr(d.adbin, d.adrelid) END)`

const constraintText = sql`format('CONSTRAINT %I %s', k.conname, pg_get_constraintdef(k.oid))`

/** ENABLE ALWAYS holds in replication sessions, too. */
const triggerText = sql`pg_get_triggerdef(t.oid) || ';' ||
  CASE t.tgenabled WHEN 'O' THEN ''
    ELSE format(E'\nALTER TABLE %s %s TRIGGER %I;', c.oid::regclass,
      CASE t.tgenabled WHEN 'A' THEN 'ENABLE ALWAYS' WHEN 'R' THEN 'ENABLE REPLICA' ELSE 'DISABLE' END, t.tgname) END`

function tableOf(row: TableRow): Table {
  const lines = [...row.columns, ...row.constraints].map((line) => `  ${line}`)
  const options = row.options === null ? '' : ` WITH (${row.options.join(', ')})`
  const create = `CREATE ${row.unlogged ? 'UNLOGGED ' : ''}TABLE ${row.name} (\n${lines.join(',\n')}\n)${options};`
  return {
    text: [create, ...row.indexes].join('\n'),
    triggers: row.triggers,
    foreignKeys: row.foreign_keys.map((key) => `ALTER TABLE ${row.name} ADD ${key};`),
  }
}

/** The text of a database that is made for it and removed. */
async function currentText(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'almanac-schema-'))
  try {
    const db = await openPostgres({ dataDir, poolSize: 2, applicationName: 'schema', log: () => undefined })
    try {
      await migratePostgres(db, migrations)
      return await schemaText(db)
    } finally {
      await db.close()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const file = join(generatedFolder, schemaFile)
  const text = await currentText()
  const isCurrent = (await readFile(file, 'utf8').catch(() => '')) === text
  if (!process.argv.includes('--check')) await writeFile(file, text)
  else if (!isCurrent) {
    console.error(`Not current (run \`npm run generate\`): docs/generated/${schemaFile}`)
    process.exitCode = 1
  }
}
