import type { ClickHouse } from '../../store/clickhouse/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import { renewIndex } from '../commits/index.ts'
import { allKinds, kinds, type CorpusKind, type EntityKind, type Sealed } from '../kinds/index.ts'
import { abandonCommit } from './abandon.ts'
import { tsvRow } from './tsv.ts'

/** Versions read and built at once: two such pages are in memory, about 30 MB each. */
const pageRows = 5_000

export interface RebuildProgress {
  kind: EntityKind
  done: number
  total: number
}

/**
 * Builds search rows and identifiers anew from the stored records where they were written by other rules than this
 * program's (`indexVersion`). Writers wait and searches answer 503 meanwhile. Rank, entity and version stay as
 * they are. Bounded memory; killed at any point it goes on from there. Answers how many versions were rebuilt.
 */
export async function rebuildIndex(
  stores: { db: Postgres; engine: ClickHouse },
  onProgress: (progress: RebuildProgress) => void = () => {},
  signal?: AbortSignal,
): Promise<number> {
  const { db, engine } = stores
  const abandon = (of: EntityKind, number: number) => abandonCommit(engine, kinds[of], number)
  let rebuilt = 0
  for (const kind of allKinds) {
    await renewIndex({ db, abandon }, kind.name, async () => {
      rebuilt += await rebuildKind(engine, kind, { onProgress, signal })
    })
  }
  return rebuilt
}

interface Building {
  /** Tables the new rows are gathered in until they are whole. */
  rows: string
  identifiers: string
  /** Comment that tells the new table from the old one after they have changed names. */
  mark: string
}

async function rebuildKind(
  engine: ClickHouse,
  kind: CorpusKind,
  { onProgress, signal }: { onProgress(progress: RebuildProgress): void; signal: AbortSignal | undefined },
): Promise<number> {
  const version = kind.indexVersion
  const name = `${kind.table}_index_${version}`
  const building: Building = {
    rows: name,
    identifiers: `${name}_identifiers`,
    mark: `search index ${version}`,
  }
  let done = 0
  if ((await commentOf(engine, kind.table)) !== building.mark) {
    await createTables(engine, kind, building)
    const total = await rowsIn(engine, kind.bodyTable)
    for await (const rows of buildPages(engine, kind, building)) {
      done += rows
      onProgress({ kind: kind.name, done: Math.min(done, total), total })
      signal?.throwIfAborted()
    }
    await command(engine, `EXCHANGE TABLES ${kind.table} AND ${building.rows}`)
  }
  if ((await commentOf(engine, building.identifiers)) !== undefined) {
    await replaceIdentifiers(engine, kind, building)
    await command(engine, `DROP TABLE IF EXISTS ${building.identifiers}`)
  }
  await command(engine, `DROP TABLE IF EXISTS ${building.rows}`)
  return done
}

/** Makes the tables new rows go to; what an interrupted rebuild by the same rules has gathered in them stays. */
async function createTables(engine: ClickHouse, kind: CorpusKind, building: Building): Promise<void> {
  for (const name of await leftovers(engine, kind, building)) {
    await command(engine, `DROP TABLE IF EXISTS ${name}`)
  }
  await command(engine, `CREATE TABLE IF NOT EXISTS ${building.identifiers} AS identifiers`)
  await command(engine, `CREATE TABLE IF NOT EXISTS ${building.rows} AS ${kind.table}`)
  await command(engine, `ALTER TABLE ${building.rows} MODIFY COMMENT '${building.mark}'`)
}

/** Tables of rebuilds that were given up: by other rules, or from before the columns changed. */
async function leftovers(engine: ClickHouse, kind: CorpusKind, building: Building): Promise<string[]> {
  const found = await engine.query<{ name: string }>({
    tag,
    sql: `SELECT name FROM system.tables WHERE database = currentDatabase() AND match(name, {pattern:String})`,
    params: { pattern: `^${kind.table}_index_[0-9]+(_identifiers)?$` },
  })
  const columns = async (table: string) =>
    JSON.stringify(
      await engine.query({
        tag,
        sql: `SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = {table:String} ORDER BY name`,
        params: { table },
      }),
    )
  const isAlike = (await columns(building.rows)) === (await columns(kind.table))
  const kept = isAlike ? new Set([building.rows, building.identifiers]) : new Set<string>()
  return found.map((row) => row.name).filter((name) => !kept.has(name))
}

/** Key of a stored version, decimal. */
interface Key {
  rank: string
  id: string
  born: string
}

/** Builds page after page in the order of the tables; yields how many versions are done each time. */
async function* buildPages(
  engine: ClickHouse,
  kind: CorpusKind,
  building: Building,
): AsyncGenerator<number, void, undefined> {
  const [last] = await engine.query<Key>({
    tag,
    sql: `SELECT toString(rank) AS rank, toString(id) AS id, toString(born) AS born FROM ${building.rows}
      ORDER BY ${building.rows}.rank DESC, ${building.rows}.id DESC, ${building.rows}.born DESC LIMIT 1`,
    maxMs: longMs,
  })
  if (last !== undefined) yield await rowsIn(engine, building.rows)
  let page = await readPage(engine, kind, last)
  while (page.length > 0) {
    const after = page.at(-1) as StoredVersion
    // The engine reads the next page while this one is built.
    const next = readPage(engine, kind, after)
    next.catch(() => {})
    await insertPage(engine, kind, { building, page })
    yield page.length
    page = await next
  }
}

interface StoredVersion extends Key {
  body: string
  sealed: string
}

async function readPage(
  engine: ClickHouse,
  kind: CorpusKind,
  after: Key | undefined,
): Promise<StoredVersion[]> {
  const start =
    after === undefined
      ? '1'
      : 'rank >= {rank:UInt32} AND (rank > {rank:UInt32} OR (id, born) > ({id:UInt64}, {born:UInt32}))'
  const text = await engine.raw(
    {
      tag,
      sql: `SELECT rank, id, born, body, sealed FROM ${kind.bodyTable} WHERE ${start}
        ORDER BY rank, id, born LIMIT ${pageRows}`,
      params: after === undefined ? {} : { rank: after.rank, id: after.id, born: after.born },
      maxMs: longMs,
      settings: { max_threads: 1, max_result_bytes: 2_000_000_000 },
    },
    'TSVRaw',
  )
  // Stored JSON is one line without raw tabs, so the raw format splits cleanly.
  const lines = text.length === 0 ? [] : text.toString('utf8').replace(/\n$/, '').split('\n')
  return lines.map((line) => {
    const [rank = '', id = '', born = '', body = '', sealed = ''] = line.split('\t')
    return { rank, id, born, body, sealed }
  })
}

/** Rows of a page, identifiers first: where the search rows end is where a rebuild goes on. */
async function insertPage(
  engine: ClickHouse,
  kind: CorpusKind,
  { building, page }: { building: Building; page: readonly StoredVersion[] },
): Promise<void> {
  const rows: string[] = []
  const identifiers: string[] = []
  for (const { rank, id, born, body, sealed } of page) {
    const record = JSON.parse(body) as Record<string, unknown>
    const apart = JSON.parse(sealed) as Sealed
    const links = apart.links ?? []
    rows.push(tsvRow([rank, id, born, ...kind.row(record, links).values]))
    for (const token of [...kind.identifiers(record, apart), ...kind.lookups(record, links, id, apart)]) {
      identifiers.push(tsvRow([kind.name, token, rank, id, born]))
    }
  }
  const { rank, id, born } = page[0] as StoredVersion
  const dedupeToken = `${building.mark} ${rank} ${id} ${born}`
  const format = 'TabSeparated'
  if (identifiers.length > 0) {
    const columns = ['kind', 'token', 'rank', 'id', 'born']
    await engine.insert({ table: building.identifiers, columns, format, dedupeToken }, identifiers.join(''))
  }
  const columns = ['rank', 'id', 'born', ...kind.columns]
  await engine.insert({ table: building.rows, columns, format, dedupeToken }, rows.join(''))
}

/** Repeatable: the gathered identifiers stay until they are all in place. */
async function replaceIdentifiers(engine: ClickHouse, kind: CorpusKind, building: Building): Promise<void> {
  await command(engine, `DELETE FROM identifiers WHERE kind = '${kind.name}'`)
  await command(engine, `INSERT INTO identifiers SELECT * FROM ${building.identifiers}`)
}

const tag = 'rebuild-index'
const longMs = 3_600_000

const command = (engine: ClickHouse, sql: string) => engine.command({ tag, sql, maxMs: longMs })

async function commentOf(engine: ClickHouse, table: string): Promise<string | undefined> {
  const [row] = await engine.query<{ comment: string }>({
    tag,
    sql: `SELECT comment FROM system.tables WHERE database = currentDatabase() AND name = {table:String}`,
    params: { table },
  })
  return row?.comment
}

async function rowsIn(engine: ClickHouse, table: string): Promise<number> {
  const [row] = await engine.query<{ n: string }>({ tag, sql: `SELECT count() AS n FROM ${table}` })
  return Number(row?.n ?? 0)
}
