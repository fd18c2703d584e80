import type { Postgres, Queryable } from './contract.ts'
import { StatementFailed } from './failures.ts'
import { type MigrationFile, readMigrationFiles } from './migration-files.ts'
import { sql } from './sql.ts'

/** The database and the migration files contradict each other; the message says which file and what to do. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused'
}

/** Any fixed number: the advisory lock all migrators of one database share. */
const lockKey = 4_277_009_102

/**
 * Applies the files of `folder` that this database has not seen, in order, each in a transaction of its own.
 * Simultaneous migrators take turns. Throws MigrationRefused when an applied file has changed, is missing here, or a
 * new file sorts before an applied one; when a file fails, it is rolled back and the ones before it stay.
 */
export async function migratePostgres(db: Postgres, folder: string): Promise<{ applied: string[] }> {
  const files = await readMigrationFiles(folder)
  const applied: string[] = []
  for (;;) {
    const done = await applyNext(db, files)
    if (done === undefined) return { applied }
    applied.push(done)
  }
}

/** One step under the lock: compares everything, applies the first missing file, returns its name. */
async function applyNext(db: Postgres, files: MigrationFile[]): Promise<string | undefined> {
  return await db.transact(
    async (tx) => {
      await tx.query(sql`select pg_advisory_xact_lock(${lockKey}::bigint)`)
      await tx.query(sql`
        create table if not exists schema_migrations (
          number integer primary key,
          name text not null,
          checksum text not null,
          applied_at timestamptz not null default now())`)
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

async function firstMissing(tx: Queryable, files: MigrationFile[]): Promise<MigrationFile | undefined> {
  const recorded = await tx.query<{ number: number; name: string; checksum: string }>(
    sql`select number, name, checksum from schema_migrations order by number`,
  )
  const byNumber = new Map(files.map((file) => [file.number, file]))
  for (const row of recorded) {
    const file = byNumber.get(row.number)
    if (!file) {
      throw new MigrationRefused(
        `the database has migration ${row.name}, which this version does not know: it was used by a newer version`,
      )
    }
    if (file.checksum !== row.checksum) {
      throw new MigrationRefused(
        `migration ${row.name} was changed after it had been applied; restore the file and put the change in a new one`,
      )
    }
  }
  const newest = recorded.at(-1)?.number ?? -1
  const known = new Set(recorded.map((row) => row.number))
  const next = files.find((file) => !known.has(file.number))
  if (next && next.number < newest) {
    throw new MigrationRefused(
      `migration ${next.name} has a lower number than one already applied; give it a new number`,
    )
  }
  return next
}

async function runFile(tx: Queryable, file: MigrationFile): Promise<void> {
  try {
    await tx.query(sql.raw(file.text))
  } catch (error) {
    const position = Number(positionOf(error))
    const line = position > 0 ? ` at line ${file.text.slice(0, position).split('\n').length}` : ''
    const reason = error instanceof Error ? error.message : String(error)
    throw new StatementFailed(`migration ${file.name} failed${line}: ${reason}`, codeOf(error), {
      cause: error,
    })
  }
}

function positionOf(error: unknown): unknown {
  return error instanceof Error ? (error.cause as { position?: unknown } | undefined)?.position : undefined
}

function codeOf(error: unknown): string {
  const code = error instanceof Error ? (error.cause as { code?: unknown } | undefined)?.code : undefined
  return typeof code === 'string' ? code : 'XX000'
}
