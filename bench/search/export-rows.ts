import { createWriteStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { readVersions, recordStore } from '../../src/corpus/record-store/index.ts'
import type { ClickHouse } from '../../src/store/clickhouse/index.ts'
import type { Postgres } from '../../src/store/postgres/index.ts'
import type { KeepAliveClient } from '../keep-alive-client.ts'

/** A table of the corpus as the baselines load it: newest versions only, in rank order. */
export interface ExportedTable {
  name: 'companies' | 'company_bodies' | 'people' | 'person_bodies'
  /** Columns in file order; every baseline reads them as text or number. */
  columns: readonly string[]
  /** What the engine selects for them, and which versions it leaves out. */
  select?: string
  superseded?: string
  /** Or the kind whose records they are. */
  recordsOf?: 'companies' | 'people'
}

const place = `if(isNaN(lat), NULL, lat), if(isNaN(lon), NULL, lon)`

export const exportedTables: readonly ExportedTable[] = [
  {
    name: 'companies',
    columns: ['rank', 'id', 'org_id', 'lat', 'lon', 'facets', 'words'],
    select: `rank, id, org_id, ${place}, facets, words`,
    superseded: 'companies_superseded',
  },
  { name: 'company_bodies', columns: ['rank', 'id', 'body'], recordsOf: 'companies' },
  {
    name: 'people',
    columns: ['rank', 'id', 'lat', 'lon', 'org_ids', 'facets', 'titles', 'title_tokens', 'words'],
    select: `rank, id, ${place}, arrayStringConcat(org_ids, ' '), facets, titles, title_tokens, words`,
    superseded: 'people_superseded',
  },
  { name: 'person_bodies', columns: ['rank', 'id', 'body'], recordsOf: 'people' },
]

export interface ExportSource {
  engine: ClickHouse
  db: Postgres
  client: KeepAliveClient
  /** Directory for the file of the batch in hand. */
  dir: string
}

/** Takes one batch: a CSV file without a header. */
export type TakeBatch = (file: string) => Promise<void>

/** Rows of a table in batches, each as a CSV file that is removed once everybody has taken it. */
export async function exportTable(
  source: ExportSource,
  table: ExportedTable,
  take: TakeBatch,
): Promise<void> {
  const { engine, client, dir } = source
  if (table.recordsOf !== undefined) return exportRecords(source, table, table.recordsOf, take)
  const batch = 200_000
  const live = `(id, born) NOT IN (SELECT id, born FROM ${table.superseded})`
  const ends = await engine.query<{ rank: number; id: string }>({
    tag: 'bench',
    maxMs: 300_000,
    sql: `SELECT rank, id FROM (
        SELECT rank, id, row_number() OVER (ORDER BY rank, id) AS n, count() OVER () AS total
        FROM ${table.name} WHERE ${live})
      WHERE n % ${batch} = 0 OR n = total ORDER BY rank, id`,
  })
  const file = join(dir, `${table.name}.csv`)
  let from = ''
  for (const { rank, id } of ends) {
    const to = `(rank < ${rank} OR (rank = ${rank} AND id <= ${id}))`
    const sql = `SELECT ${table.select} FROM ${table.name} WHERE ${live} AND ${to} ${from} ORDER BY rank, id`
    await exportFile(client, sql, file)
    await take(file)
    from = `AND rank >= ${rank} AND (rank > ${rank} OR id > ${id})`
  }
  await rm(file, { force: true })
}

/** Records in rank order, some 5 kB each. */
async function exportRecords(
  { engine, db, dir }: ExportSource,
  { name }: ExportedTable,
  kind: 'companies' | 'people',
  take: TakeBatch,
): Promise<void> {
  const file = join(dir, `${name}.csv`)
  const batch = 20_000
  for (let offset = 0; ; offset += batch) {
    const keys = await engine.query<{ id: string; born: string }>({
      tag: 'bench',
      sql: `SELECT toString(id) AS id, toString(born) AS born FROM (
          SELECT rank, id, born FROM ${kind} WHERE (id, born) NOT IN (SELECT id, born FROM ${kind}_superseded)
          ORDER BY rank, id LIMIT ${batch} OFFSET ${offset}) AS page`,
      maxMs: 300_000,
    })
    if (keys.length === 0) break
    const records = await readVersions(recordStore(db), kind, { keys })
    const byId = new Map(records.map((record) => [record.id, record]))
    const lines = keys.map(({ id }) => {
      const { rank, body } = byId.get(id) as (typeof records)[number]
      return `${rank},${id},"${body.replaceAll('"', '""')}"\n`
    })
    await writeFile(file, lines)
    await take(file)
  }
  await rm(file, { force: true })
}

async function exportFile(client: KeepAliveClient, sql: string, file: string): Promise<void> {
  const members = new URLSearchParams({ default_format: 'CSV', readonly: '1', max_execution_time: '600' })
  const answer = await client.stream(`/?${members.toString()}`, sql, { 'x-almanac-stream': '1' })
  await pipeline(answer, createWriteStream(file))
  if (answer.statusCode !== 200) throw new Error(`the engine did not export: see ${file}`)
}
