import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { schemaText } from '../../scripts/generate-schema.ts'
import { generatedFolder, schemaFile } from '../../scripts/generate.ts'
import { sql } from '../../src/store/postgres/index.ts'
import { testDatabase } from '../support/postgres.ts'

const committed = await readFile(join(generatedFolder, schemaFile), 'utf8')

test('the committed schema is what the migrations give together', async () => {
  const db = await testDatabase()
  expect(await schemaText(db)).toBe(committed)
})

test('nothing is left out that Postgres would miss: the schema makes the same schema', async () => {
  const db = await testDatabase({ template: 'template0' })
  await db.query(sql`SET check_function_bodies = off; ${sql.raw(committed)}`)
  expect(await schemaText(db)).toBe(committed)
})

test('there are no objects of kinds the schema does not tell of', async () => {
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
