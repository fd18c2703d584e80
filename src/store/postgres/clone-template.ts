import { setTimeout as delay } from 'node:timers/promises'
import type { Postgres } from './contract.ts'
import { StatementFailed } from './failures.ts'
import { sql } from './sql.ts'

const objectInUse = '55006'

/**
 * Creates a database, as a copy of `template` when given, and returns its connection URL. Meant for tests: a test
 * file clones a migrated template instead of migrating. Connections to the template must be closed; one that is just
 * going away is waited for.
 */
export async function createDatabase(
  db: Postgres,
  name: string,
  options: { template?: string } = {},
): Promise<string> {
  const template = sql.id(options.template ?? 'template0')
  for (let waitedMs = 0; ; waitedMs += 50) {
    try {
      await db.query(sql`create database ${sql.id(name)} template ${template} strategy wal_log`)
      return databaseUrl(db.url, name)
    } catch (error) {
      const inUse = error instanceof StatementFailed && error.code === objectInUse
      if (!inUse || waitedMs >= 3_000) throw error
      await delay(50)
    }
  }
}

/** Drops a database and ends the sessions that still use it; no error when there is none. */
export async function dropDatabase(db: Postgres, name: string): Promise<void> {
  await db.query(sql`drop database if exists ${sql.id(name)} with (force)`)
}

/** The URL of another database on the same server. */
function databaseUrl(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${encodeURIComponent(name)}`
  return changed.href
}
