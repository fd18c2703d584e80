import type pg from 'pg'

/** What Postgres may have counted when a statement comes: each of these was true of some hour. */
export const plannerStatistics: Record<string, (client: pg.Client) => Promise<void>> = {
  none: forget,
  'of an empty table': async (client) => {
    await forget(client)
    await client.query(
      `SELECT pg_restore_relation_stats('schemaname', 'public', 'relname', name, 'relpages', 0, 'reltuples', 0::real)
       FROM unnest($1::text[]) AS name`,
      [await relationsOf(client)],
    )
  },
  'of a table in which nothing has ended': async (client) => {
    await client.query('ANALYZE')
    const { tables, columns } = await columnsOf(client, 'AND NOT a.attnotnull')
    await clear(client, { tables, columns })
    await client.query(
      `SELECT pg_restore_attribute_stats('schemaname', 'public', 'relname', tab, 'attname', col,
         'inherited', false, 'null_frac', 1::real, 'avg_width', 0, 'n_distinct', 0::real)
       FROM unnest($1::text[], $2::text[]) AS t (tab, col)`,
      [tables, columns],
    )
  },
}

async function forget(client: pg.Client): Promise<void> {
  await client.query(`SELECT pg_clear_relation_stats('public', name) FROM unnest($1::text[]) AS name`, [
    await relationsOf(client),
  ])
  await clear(client, await columnsOf(client))
}

async function clear(client: pg.Client, of: { tables: string[]; columns: string[] }): Promise<void> {
  await client.query(
    `SELECT pg_clear_attribute_stats('public', tab, col, false) FROM unnest($1::text[], $2::text[]) AS t (tab, col)`,
    [of.tables, of.columns],
  )
}

/** Tables and indexes of ours. */
async function relationsOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT relname::text AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i') ORDER BY oid`)
  return rows.map(({ name }) => name)
}

async function columnsOf(client: pg.Client, which = ''): Promise<{ tables: string[]; columns: string[] }> {
  const { rows } = await client.query<{ tab: string; col: string }>(`
    SELECT c.relname::text AS tab, a.attname::text AS col
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ${which} ORDER BY c.oid, a.attnum`)
  return { tables: rows.map(({ tab }) => tab), columns: rows.map(({ col }) => col) }
}
