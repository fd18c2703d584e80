import type { Postgres } from './contract.ts'
import { column, rowShape } from './row-shape.ts'
import { sql } from './sql.ts'

/** Pages from which on a plan made in ignorance of a table costs something. */
const minPages = 16
/** Rows that changed since Postgres looked, beside a fifth of all: by then it should have looked again itself. */
const minChanges = 1_000
/** Tables a call looks at; the rest is for the next. */
const maxTables = 20

const nameRow = rowShape({ name: column.text() })

/**
 * Has Postgres look at tables of which it knows nothing, or what is no longer so: those that filled since, and all after a
 * crash, which loses its counters, so that it would not look by itself before much has changed. Answers how many. Of each
 * it reads at most 30,000 pages, without keeping anybody from reading or writing it; tables that somebody works on otherwise
 * wait for the next call.
 */
export async function renewStatistics(db: Postgres): Promise<number> {
  const tables = await db.query(sql.rows(nameRow)`
    SELECT s.relname AS name FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid
    WHERE s.schemaname = current_schema() AND c.relkind = 'r'
      AND pg_relation_size(c.oid) >= ${minPages}::bigint * current_setting('block_size')::bigint
      AND (coalesce(s.last_analyze, s.last_autoanalyze) IS NULL
        OR s.n_mod_since_analyze > ${minChanges}::bigint + greatest(c.reltuples, 0) / 5)
    ORDER BY s.n_mod_since_analyze DESC, c.oid LIMIT ${maxTables}`)
  return analyze(
    db,
    tables.map(({ name }) => name),
  )
}

/** Has Postgres look at some tables now, which a load has filled. */
export async function analyze(db: Postgres, tables: readonly string[]): Promise<number> {
  for (const table of tables)
    await db.transact((tx) => tx.query(sql`ANALYZE (SKIP_LOCKED) ${sql.id(table)}`), {
      statementTimeoutMs: 60_000,
    })
  return tables.length
}
