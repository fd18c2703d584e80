import type pg from 'pg'

/** Every table with rows is grown to at least this many, so that a scan of it shows in the counts. */
const fewestRows = 3_000

interface Column {
  table: string
  column: string
  type: string
  isKey: boolean
}

/** Tables that never have more than a few rows: one a kind of records, one a process. */
const small = [
  'corpus_commits',
  'corpus_dictionaries',
  'corpus_rebuilds',
  'rate_limit_processes',
  'schema_functions',
  'schema_migrations',
]

/**
 * Grows every table that has rows: each copy is a world of its own beside the first, in which all that tables are looked up by
 * is another, so that who asked finds as much as before. Rules and references between tables are not kept.
 */
export async function growTables(client: pg.Client): Promise<void> {
  await client.query(`SET session_replication_role = replica`)
  const columns = await columnsOf(client)
  await dropChecks(client)
  for (const [table, own] of Map.groupBy(columns, (column) => column.table)) {
    await client.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`)
    const counted = await client.query<{ rows: number }>(`SELECT count(*)::int AS rows FROM ${table}`)
    const rows = counted.rows[0]?.rows ?? 0
    const copies = rows === 0 || small.includes(table) ? 0 : Math.ceil(fewestRows / rows) - 1
    if (copies <= 0) continue
    const names = own.map(({ column }) => `"${column}"`).join(', ')
    const copied = own.map(inWorld).join(', ')
    await client.query(`INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE
      SELECT ${copied} FROM ${table} CROSS JOIN generate_series(1, ${copies}) AS n ON CONFLICT DO NOTHING`)
  }
  await client.query(`SET session_replication_role = origin`)
}

/** What a column is in the n-th world. */
function inWorld({ column, type, isKey }: Column): string {
  const name = `"${column}"`
  if (!isKey) return name
  switch (type) {
    case 'text':
      return `${name} || '~' || n`
    case 'bytea':
      return `${name} || int4send(n)`
    case 'bigint':
      return `${name} # (n::bigint << 40)`
    case 'integer':
      return `${name} # (n << 16)`
    default:
      return name
  }
}

/**
 * All columns of ours that are written; keys are those by which an index finds rows, without those that say in which state or
 * at which place something is.
 */
async function columnsOf(client: pg.Client): Promise<Column[]> {
  const { rows } = await client.query<Column>(`
    SELECT c.oid::regclass::text AS table, a.attname AS column, format_type(a.atttypid, NULL) AS type,
      EXISTS (
        SELECT FROM pg_index i WHERE i.indrelid = c.oid AND a.attnum = ANY (i.indkey::int2[])
      ) AND a.attname NOT IN ('born', 'dead', 'number', 'position', 'rank', 'from_units', 'version', 'month')
        AND NOT EXISTS (
          SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]
            AND pg_get_constraintdef(k.oid) LIKE '%ANY%') AS "isKey"
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attgenerated = ''
    ORDER BY c.oid, a.attnum`)
  return rows
}

/** A digest that was made another has not its length any more. */
async function dropChecks(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ drop: string }>(`
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop FROM pg_constraint
    WHERE contype = 'c' AND connamespace = 'public'::regnamespace AND conrelid <> 0`)
  for (const { drop } of rows) await client.query(drop)
}
