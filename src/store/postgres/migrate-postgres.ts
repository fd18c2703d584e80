import { join } from 'node:path'
import { countEntries, findMissing, type NumberedEntry } from './compare-journal.ts'
import type { Postgres, Queryable } from './contract.ts'
import { applyFunctions } from './database-functions.ts'
import { type MigrationFile, readMigrationFiles } from './migration-files.ts'
import { migrationLock, runFile } from './migration-run.ts'
import { column, rowShape } from './row-shape.ts'
import { sql } from './sql.ts'

/**
 * Applies the files of `folder` that this database has not seen, in order, each in a transaction of its own, and then the
 * changed files of its folder `functions`. Simultaneous migrators take turns. Throws MigrationRefused when an applied file
 * has changed, is missing here, or a new file sorts before an applied one; when a file fails, it is rolled back and the
 * ones before it stay. A database that has the whole chain its first file takes the place of goes on as if that had been
 * applied.
 */
export async function migratePostgres(db: Postgres, folder: string): Promise<{ applied: string[] }> {
  const files = await readMigrationFiles(folder)
  const applied: string[] = []
  for (;;) {
    const done = await applyNext(db, files)
    if (done === undefined) break
    applied.push(done)
  }
  const functions = await applyFunctions(db, join(folder, 'functions'))
  return { applied: [...applied, ...functions.map((name) => `functions/${name}`)] }
}

/** One step under the lock: compares everything, applies the first missing file, returns its name. */
async function applyNext(db: Postgres, files: MigrationFile[]): Promise<string | undefined> {
  return await db.transact(
    async (tx) => {
      await tx.query(migrationLock)
      await tx.query(sql`
        create table if not exists schema_migrations (
          number integer primary key,
          name text not null,
          checksum text not null,
          applied_at timestamptz not null default now())`)
      await takeOverChain(tx, files)
      const next = await firstMissing(tx, files)
      if (!next) return undefined
      await runFile(tx, next)
      await tx.query(sql`
        insert into schema_migrations (number, name, checksum)
        values (${next.number}, ${next.name}, ${next.checksum})`)
      return next.name
    },
    // A migration may rewrite a large table, and its turn may be long in coming.
    { statementTimeoutMs: 0 },
  )
}

const numberedJournalRow = rowShape<NumberedEntry>({
  number: column.int(),
  name: column.text(),
  checksum: column.text(),
})

/** Where the journal is that of the whole chain before the first file, that file takes its place there. */
async function takeOverChain(tx: Queryable, files: readonly MigrationFile[]): Promise<void> {
  const [first] = files
  if (first?.baseline === undefined) return
  const journal = await tx.query(
    sql.rows(numberedJournalRow)`select number, name, checksum from schema_migrations order by number`,
  )
  const count = countEntries(journal, { name: first.name, baseline: first.baseline })
  if (count === 0) return
  const names = journal.slice(0, count).map(({ name }) => name)
  await tx.query(sql`delete from schema_migrations where name = any (${names}::text[])`)
  await tx.query(sql`
    insert into schema_migrations (number, name, checksum)
    values (${first.number}, ${first.name}, ${first.checksum})`)
}

async function firstMissing(tx: Queryable, files: MigrationFile[]): Promise<MigrationFile | undefined> {
  const recorded = await tx.query(
    sql.rows(numberedJournalRow)`select number, name, checksum from schema_migrations order by number`,
  )
  return findMissing(recorded, files)[0]
}
