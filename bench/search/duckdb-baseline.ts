import { DuckDBInstance, type DuckDBConnection, type DuckDBPreparedStatement } from '@duckdb/node-api'
import { cpus, totalmem } from 'node:os'
import { baselineTables, type Baseline } from './baseline.ts'
import type { ExportedTable } from './export-rows.ts'

// A column for each kind of facet: values that a row has one of as themselves, others as a padded list of words, which
// the dictionaries of a column compress and a scan tests once a distinct list.
const one = (kind: string) => `nullif(regexp_extract(facets, '(?:^| )${kind}:([^ ]+)', 1), '')`
const many = (kind: string) =>
  `' ' || array_to_string(regexp_extract_all(facets, '(?:^| )${kind}:([^ ]+)', 1), ' ') || ' '`

const tables: Record<ExportedTable['name'], string> = {
  companies: `rank, id, org_id, lat, lon, ${one('country')} AS country, ${one('stage')} AS stage,
    TRY_CAST(${one('size')} AS UTINYINT) AS size, ${many('ind')} AS industries, ${many('state')} AS states,
    ${many('tag')} AS tags, words`,
  company_bodies: 'rank, id, body',
  people: `rank, id, lat, lon, org_ids, ${one('country')} AS country, ${many('state')} AS states,
    ${many('sen')} AS seniorities, ${many('fn')} AS functions, ${many('tag')} AS tags, titles,
    ' ' || title_tokens || ' ' AS title_tokens, words`,
  person_bodies: 'rank, id, body',
}

const textColumns = new Set(['org_ids', 'facets', 'titles', 'title_tokens', 'words', 'body'])
const columnType = (column: string) =>
  textColumns.has(column) ? 'VARCHAR' : column === 'lat' || column === 'lon' ? 'DOUBLE' : 'UBIGINT'

/** DuckDB in this process on a file of its own, rows in rank order. */
export async function openDuckdbBaseline(file: string): Promise<Baseline> {
  const instance = await DuckDBInstance.create(file, {
    threads: String(cpus().length),
    memory_limit: `${Math.floor(totalmem() / 4 / 1024 ** 2)}MB`,
  })
  const connection = await instance.connect()
  const scalar = async (sql: string) => (await connection.runAndReadAll(sql)).getRows()[0]?.[0]
  const known = new Map<string, DuckDBPreparedStatement>()
  const rowsOf = async (sql: string) => {
    let statement = known.get(sql)
    if (statement === undefined) known.set(sql, (statement = await connection.prepare(sql)))
    return (await statement.runAndReadAll()).getRows()
  }
  return {
    name: 'DuckDB',
    version: String(await scalar('SELECT version()')).replace(/^v/, ''),
    async holds(marker) {
      const isThere = await scalar(`SELECT count(*) FROM duckdb_tables() WHERE table_name = 'bench_marker'`)
      return Number(isThere) > 0 && (await scalar('SELECT marker FROM bench_marker')) === marker
    },
    ...loading(connection),
    async count({ kind, duckdb }) {
      const rows = await rowsOf(`SELECT count(*) FROM ${baselineTables[kind].rows} WHERE ${duckdb}`)
      return Number(rows[0]?.[0])
    },
    async page({ kind, duckdb }, { limit, after }) {
      const { rows, bodies } = baselineTables[kind]
      const start =
        after === undefined ? '' : `AND rank >= ${after.rank} AND (rank > ${after.rank} OR id > ${after.id})`
      // Two steps: asked for in one, the bodies of all rows are read; by their index 25 cost a twentieth of that.
      const keys = await rowsOf(
        `SELECT id FROM ${rows} WHERE ${duckdb} ${start} ORDER BY rank, id LIMIT ${limit + 1}`,
      )
      if (keys.length === 0) return { ids: [], bodies: [] }
      const ids = keys.map((key) => String(key[0])).join(', ')
      const found = await rowsOf(`SELECT id, body FROM ${bodies} WHERE id IN (${ids}) ORDER BY rank, id`)
      const kept = found.slice(0, limit)
      return { ids: kept.map((row) => String(row[0])), bodies: kept.map((row) => String(row[1])) }
    },
    close() {
      for (const statement of known.values()) statement.destroySync()
      connection.closeSync()
      instance.closeSync()
      return Promise.resolve()
    },
  }
}

/** How rows get in. */
function loading(connection: DuckDBConnection): Pick<Baseline, 'begin' | 'take' | 'finish'> {
  const run = async (sql: string) => void (await connection.run(sql))
  return {
    async begin() {
      for (const name of [...Object.keys(tables), 'person_orgs', 'bench_marker']) {
        await run(`DROP TABLE IF EXISTS ${name}`)
      }
    },
    take: (table) => async (csv) => {
      const { name } = table
      const source = `SELECT ${tables[name]} FROM ${readCsv(table, csv)}`
      await run(`CREATE TABLE IF NOT EXISTS ${name} AS ${source} LIMIT 0`)
      await run(`INSERT INTO ${name} ${source}`)
    },
    async finish(marker) {
      await run(`CREATE TABLE person_orgs AS
        SELECT unnest(string_split(org_ids, ' '))::UBIGINT AS org_id, rank, id FROM people WHERE org_ids <> ''
        ORDER BY org_id, rank, id`)
      for (const { bodies } of Object.values(baselineTables))
        await run(`CREATE INDEX ${bodies}_id ON ${bodies} (id)`)
      await run(`CREATE TABLE bench_marker AS SELECT '${marker}' AS marker`)
      await run('CHECKPOINT')
    },
  }
}

function readCsv({ columns }: ExportedTable, file: string): string {
  const types = columns.map((column) => `'${column}': '${columnType(column)}'`).join(', ')
  const path = file.replaceAll("'", "''")
  return `read_csv('${path}', auto_detect = false, header = false, delim = ',', quote = '"', escape = '"',
    nullstr = '\\N', allow_quoted_nulls = false, max_line_size = 8000000, columns = {${types}})`
}
