import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ClickHouse } from '../../src/store/clickhouse/index.ts'
import type { KeepAliveClient } from '../keep-alive-client.ts'

/** A table of the corpus as the baselines load it: newest versions only, in rank order. */
export interface ExportedTable {
  name: 'companies' | 'company_bodies' | 'people' | 'person_bodies'
  /** Columns in file order; every baseline reads them as text or number. */
  columns: readonly string[]
  /** What the engine selects for them. */
  select: string
  superseded: string
}

const place = `if(isNaN(lat), NULL, lat), if(isNaN(lon), NULL, lon)`

export const exportedTables: readonly ExportedTable[] = [
  {
    name: 'companies',
    columns: ['rank', 'id', 'org_id', 'lat', 'lon', 'facets', 'words'],
    select: `rank, id, org_id, ${place}, facets, words`,
    superseded: 'companies_superseded',
  },
  {
    name: 'company_bodies',
    columns: ['rank', 'id', 'body'],
    select: 'rank, id, body',
    superseded: 'companies_superseded',
  },
  {
    name: 'people',
    columns: ['rank', 'id', 'lat', 'lon', 'org_ids', 'facets', 'titles', 'title_tokens', 'words'],
    select: `rank, id, ${place}, arrayStringConcat(org_ids, ' '), facets, titles, title_tokens, words`,
    superseded: 'people_superseded',
  },
  {
    name: 'person_bodies',
    columns: ['rank', 'id', 'body'],
    select: 'rank, id, body',
    superseded: 'people_superseded',
  },
]

export interface ExportSource {
  engine: ClickHouse
  client: KeepAliveClient
  /** Directory for the file of the batch in hand. */
  dir: string
}

/** Takes one batch: a CSV file without a header. */
export type TakeBatch = (file: string) => Promise<void>

/** Rows of a table in batches, each as a CSV file that is removed once everybody has taken it. */
export async function exportTable(
  { engine, client, dir }: ExportSource,
  table: ExportedTable,
  take: TakeBatch,
): Promise<void> {
  // A file of bodies is some 5 kB a row.
  const batch = table.name.endsWith('bodies') ? 50_000 : 200_000
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

async function exportFile(client: KeepAliveClient, sql: string, file: string): Promise<void> {
  const members = new URLSearchParams({ default_format: 'CSV', readonly: '1', max_execution_time: '600' })
  const answer = await client.stream(`/?${members.toString()}`, sql, { 'x-almanac-stream': '1' })
  await pipeline(answer, createWriteStream(file))
  if (answer.statusCode !== 200) throw new Error(`the engine did not export: see ${file}`)
}
