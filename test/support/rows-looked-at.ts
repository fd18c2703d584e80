import { sql, type Queryable, type Transaction } from '../../src/store/postgres/index.ts'

/** How many rows of a table, and entries of its indexes, Postgres looks at for some work in a transaction. */
export async function rowsLookedAt(
  tx: Transaction,
  table: string,
  work: () => Promise<unknown>,
): Promise<number> {
  const before = await countersOf(tx, table)
  await work()
  return (await countersOf(tx, table)) - before
}

/** Counters of this connection, which may hold what earlier transactions have not told yet. */
async function countersOf(on: Queryable, table: string): Promise<number> {
  const [row] = await on.query<{ rows: number }>(sql`
    SELECT (pg_stat_get_xact_tuples_fetched(t.oid) + pg_stat_get_xact_tuples_returned(t.oid)
      + (SELECT sum(pg_stat_get_xact_tuples_returned(i.indexrelid)) FROM pg_index i WHERE i.indrelid = t.oid))::int AS rows
    FROM pg_class t WHERE t.oid = ${table}::regclass`)
  if (row === undefined) throw new Error(`no table ${table}`)
  return row.rows
}
