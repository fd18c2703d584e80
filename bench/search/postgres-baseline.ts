import { createHash } from 'node:crypto'
import { totalmem } from 'node:os'
import { Client } from 'pg'
import { openPostgres, type Postgres } from '../../src/store/postgres/index.ts'
import { baselineTables, type Baseline } from './baseline.ts'
import { copyFile } from './copy-file.ts'
import type { ExportedTable } from './export-rows.ts'

const megabytes = (share: number) => `${Math.floor((totalmem() * share) / 1024 ** 2)}MB`

/** What an administrator would set for a read-mostly search database on this machine. */
const tuning: Record<string, string> = {
  shared_buffers: megabytes(1 / 6),
  effective_cache_size: megabytes(1 / 2),
  work_mem: '256MB',
  maintenance_work_mem: '1GB',
  random_page_cost: '1.1',
  effective_io_concurrency: '200',
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
  gin_fuzzy_search_limit: '0',
  jit: 'off',
}

const textColumns = new Set(['org_ids', 'facets', 'titles', 'title_tokens', 'words', 'body'])
const columnType = (column: string) =>
  textColumns.has(column) ? 'text' : column === 'lat' || column === 'lon' ? 'float8' : 'bigint'

// Tables lie in rank order, as in the engine; long texts are kept out of line so that rows stay narrow.
const tables: Record<ExportedTable['name'], { ddl: string; insert: string; keys: string[] }> = {
  companies: {
    ddl: `rank bigint, id bigint, org_id bigint, lat float8, lon float8, place point, facets text[], words text`,
    insert: `rank, id, org_id, lat, lon, point(lon, lat), string_to_array(facets, ' '), words`,
    keys: [
      'CREATE UNIQUE INDEX ON companies (rank, id)',
      'CREATE INDEX ON companies USING gin (facets) WITH (fastupdate = off)',
      `CREATE INDEX ON companies USING gin (string_to_array(words, ' ')) WITH (fastupdate = off)`,
      'CREATE INDEX ON companies USING gist (place)',
      'CREATE INDEX ON companies (org_id)',
    ],
  },
  company_bodies: {
    ddl: `rank bigint, id bigint, body text`,
    insert: `rank, id, body`,
    keys: ['CREATE UNIQUE INDEX ON company_bodies (id)'],
  },
  people: {
    ddl: `rank bigint, id bigint, lat float8, lon float8, place point, org_ids bigint[], facets text[], titles text,
      title_tokens text[], words text`,
    insert: `rank, id, lat, lon, point(lon, lat), string_to_array(org_ids, ' ')::bigint[], string_to_array(facets, ' '),
      titles, string_to_array(title_tokens, ' '), words`,
    keys: [
      'CREATE UNIQUE INDEX ON people (rank, id)',
      'CREATE INDEX ON people USING gin (facets) WITH (fastupdate = off)',
      'CREATE INDEX ON people USING gin (title_tokens) WITH (fastupdate = off)',
      'CREATE INDEX ON people USING gin (titles gin_trgm_ops) WITH (fastupdate = off)',
      `CREATE INDEX ON people USING gin (string_to_array(words, ' ')) WITH (fastupdate = off)`,
      'CREATE INDEX ON people USING gist (place)',
      'CREATE INDEX ON people (id)',
      'CREATE TABLE person_orgs AS SELECT unnest(org_ids) AS org_id, rank, id FROM people ORDER BY 1, 2, 3',
      'CREATE INDEX ON person_orgs (org_id, rank, id)',
    ],
  },
  person_bodies: {
    ddl: `rank bigint, id bigint, body text`,
    insert: `rank, id, body`,
    keys: ['CREATE UNIQUE INDEX ON person_bodies (id)'],
  },
}

const outOfLine: Record<string, string> = { companies: 'words', people: 'words, title_tokens' }

async function openServer(dataDir: string): Promise<{ server: Postgres; client: Client }> {
  const open = () => openPostgres({ dataDir, poolSize: 1, applicationName: 'bench', log: () => undefined })
  let server = await open()
  const tuner = new Client({ connectionString: server.url })
  await tuner.connect()
  for (const [name, value] of Object.entries(tuning))
    await tuner.query(`ALTER SYSTEM SET ${name} = '${value}'`)
  await tuner.end()
  // Some of these are read at start only.
  await server.close()
  server = await open()
  const client = new Client({ connectionString: server.url })
  await client.connect()
  return { server, client }
}

/** An embedded Postgres of its own data directory, tuned and indexed for these questions. */
export async function openPostgresBaseline(dataDir: string): Promise<Baseline> {
  const { server, client } = await openServer(dataDir)
  const found = await client.query<{ version: string }>(`SELECT current_setting('server_version') AS version`)
  const scalar = async (sql: string) =>
    (await client.query<{ value: string | null }>(sql)).rows[0]?.value ?? undefined
  return {
    name: 'Postgres',
    version: found.rows[0]?.version.split(' ')[0] ?? '',
    async holds(marker) {
      const known = await scalar(`SELECT to_regclass('bench_marker')::text AS value`)
      return known !== undefined && (await scalar('SELECT marker AS value FROM bench_marker')) === marker
    },
    begin: () => createTables(client),
    take: (table) => (file) => takeFile(client, table, file),
    async finish(marker) {
      for (const { keys } of Object.values(tables))
        for (const statement of keys) await client.query(statement)
      for (const column of ['companies ALTER facets', 'people ALTER facets', 'people ALTER title_tokens']) {
        await client.query(`ALTER TABLE ${column} SET STATISTICS 1000`)
      }
      await client.query('VACUUM (ANALYZE)')
      await client.query('CREATE TABLE bench_marker AS SELECT $1::text AS marker', [marker])
      await client.query('CHECKPOINT')
    },
    async count({ kind, postgres }) {
      const sql = `SELECT count(*)::int AS n FROM ${baselineTables[kind].rows} WHERE ${postgres}`
      return (await client.query<{ n: number }>(prepared(sql))).rows[0]?.n ?? 0
    },
    async page({ kind, postgres }, { limit, after }) {
      const { rows, bodies } = baselineTables[kind]
      const start = after === undefined ? '' : `AND (rank, id) > (${after.rank}, ${after.id})`
      const sql = `SELECT s.id, b.body FROM (
          SELECT rank, id FROM ${rows} WHERE ${postgres} ${start} ORDER BY rank, id LIMIT ${limit + 1}) s
        JOIN ${bodies} b ON b.id = s.id ORDER BY s.rank, s.id`
      const found = await client.query<{ id: string; body: string }>(prepared(sql))
      const kept = found.rows.slice(0, limit)
      return { ids: kept.map((row) => row.id), bodies: kept.map((row) => row.body) }
    },
    async close() {
      await client.end()
      await server.close()
    },
  }
}

/** Planned once with its values in sight: neither parsing nor planning is part of what is timed. */
function prepared(text: string): { name: string; text: string } {
  return { name: `q${createHash('sha256').update(text).digest('hex').slice(0, 20)}`, text }
}

async function createTables(client: Client): Promise<void> {
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_trgm')
  await client.query('DROP TABLE IF EXISTS bench_marker, person_orgs')
  for (const [name, { ddl }] of Object.entries(tables)) {
    await client.query(`DROP TABLE IF EXISTS ${name}`)
    await client.query(`CREATE TABLE ${name} (${ddl})`)
    for (const column of (outOfLine[name] ?? '').split(', ').filter(Boolean)) {
      await client.query(`ALTER TABLE ${name} ALTER ${column} SET STORAGE EXTENDED`)
      await client.query(`ALTER TABLE ${name} SET (toast_tuple_target = 256)`)
    }
  }
}

async function takeFile(client: Client, table: ExportedTable, file: string): Promise<void> {
  const { name, columns } = table
  const staged = columns.map((column) => `${column} ${columnType(column)}`).join(', ')
  await client.query(`CREATE TEMPORARY TABLE staging (${staged})`)
  await copyFile(client, `COPY staging FROM STDIN (FORMAT csv, NULL '\\N')`, file)
  await client.query(
    `INSERT INTO ${name} SELECT ${tables[name].insert} FROM staging ORDER BY staging.rank, staging.id`,
  )
  await client.query('DROP TABLE staging')
}
