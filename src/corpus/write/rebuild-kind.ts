import { asBuffer } from '../../lib/thread-tasks.ts'
import type { ClickHouse } from '../../store/clickhouse/index.ts'
import {
  holdWriters,
  isCurrentIndex,
  findLacks,
  markRenewed,
  readPublishedCommit,
  readIndexState,
  versionsBetween,
  waitForCompaction,
  type IndexState,
} from '../commits/index.ts'
import type { CorpusKind } from '../kinds/index.ts'
import {
  identifierBuild,
  readEnded,
  readPage,
  rebuildPosition,
  storeNameWords,
  type IdentifierBuild,
  type RebuildPosition,
  type RecordStore,
} from '../record-store/index.ts'
import { commitStores, type WrittenStores } from './abandon.ts'
import type { RebuildWatch } from './rebuild-watch.ts'
import { builderThreads, type RowBuilder } from './row-builder.ts'
import { companionColumns, searchColumns } from './rows.ts'
import { tsvRow } from './tsv.ts'

/** Versions read and built at a time. A few such pages are in memory, about 15 MB each. */
const rowsPerPage = 2_000
/** Up to this many pages are built before threads are started. */
const fewPages = 10
/** Up to this many pages are built while writers wait, which takes a second. */
const lastPages = 2

export interface RebuildParts extends WrittenStores {
  records: RecordStore
  builder: RowBuilder
}

interface Building {
  kind: CorpusKind
  state: IndexState
  watch: RebuildWatch
  /** A comment on the table tells the new one from the old one after their names have changed places. */
  mark: string
  /** Table that rows are gathered in. */
  table: string
  position: RebuildPosition
  identifiers: IdentifierBuild | undefined
}

/**
 * Builds the rows of a kind again, for the process that alone does so (`holdRebuild`). Writers go on until only the
 * last few versions are left, except where identifiers change: by the old ones writers would not recognise what is
 * stored. Answers how many versions were built.
 */
export async function rebuildKind(
  parts: RebuildParts,
  kind: CorpusKind,
  watch: RebuildWatch,
): Promise<number> {
  const state = await readIndexState(parts.db, kind.name)
  if (isCurrentIndex(kind.name, state)) return 0
  const hold = <T>(work: (locked: IndexState) => Promise<T>) =>
    holdWriters(commitStores(parts), kind.name, work)
  if (findLacks(kind.name, state).identifiers !== undefined)
    return hold(async (locked) => {
      const building = await open(parts, kind, { state: locked, watch })
      if (!(await isInPlace(parts.engine, building))) await gather(parts, building)
      return changePlaces(parts, building, locked)
    })
  const building = await open(parts, kind, { state, watch })
  if (!(await isInPlace(parts.engine, building))) {
    await gather(parts, building)
    await catchUp(parts, building)
  }
  return hold((locked) => changePlaces(parts, building, locked))
}

async function open(
  parts: RebuildParts,
  kind: CorpusKind,
  { state, watch }: { state: IndexState; watch: RebuildWatch },
): Promise<Building> {
  const { engine, records } = parts
  const { indexVersion } = kind
  const mark = `rules ${indexVersion} build ${state.index_build}`
  const table = `${kind.table}_index_${indexVersion}`
  const position = await rebuildPosition(records, kind.name, { indexVersion, indexBuild: state.index_build })
  const identifiers =
    findLacks(kind.name, state).identifiers === undefined ? undefined : identifierBuild(records, kind.name)
  const building = { kind, state, watch, mark, table, position, identifiers }
  if (await isInPlace(engine, building)) return building
  // Identifiers that ended since then would live on here, but only a writer by other rules can have written any.
  const isOvertaken = identifiers !== undefined && position.pass.to !== state.published
  if (position.isNew || isOvertaken || (await readComment(engine, table)) !== mark)
    await begin(parts, building)
  return building
}

async function begin(
  { db, engine }: RebuildParts,
  { kind, state, mark, table, position, identifiers }: Building,
): Promise<void> {
  await dropBuildings(engine, kind)
  await position.restart({ upTo: state.published, total: state.versions })
  // No compaction begins from now on; a running one would remove what is read here.
  await waitForCompaction(db, kind.name)
  await identifiers?.begin()
  for (const [from, into] of listPlaces(kind, table)) {
    await command(engine, `CREATE TABLE ${into} AS ${from}`)
    await command(engine, `ALTER TABLE ${into} MODIFY COMMENT '${mark}'`)
  }
}

/**
 * Tables of a kind and those their rows are gathered in. The search table comes last, because its comment tells
 * whether all is done.
 */
const listPlaces = (kind: CorpusKind, table: string): [table: string, building: string][] => [
  ...(kind.companion === undefined
    ? []
    : [[kind.companion.table, companionBuilding(kind)] as [string, string]]),
  [kind.table, table],
]

const companionBuilding = ({ companion, indexVersion }: CorpusKind) =>
  `${companion?.table}_index_${indexVersion}`

/** The new rows are in place, and only the process that died did not finish. */
const isInPlace = async (engine: ClickHouse, { kind, mark }: Building) =>
  (await readComment(engine, kind.table)) === mark

/** Builds the rest of the current pass. */
async function gather(parts: RebuildParts, building: Building): Promise<void> {
  const { kind, state, watch, position } = building
  for await (const _page of buildPages(parts, building)) {
    const done = Math.min(position.done, state.versions)
    watch.onProgress?.({ kind: kind.name, done, total: state.versions })
    watch.signal?.throwIfAborted()
  }
}

/** Passes over what writers have added meanwhile, until little is left. */
async function catchUp(parts: RebuildParts, building: Building): Promise<void> {
  const { kind, position, watch } = building
  const lastVersions = lastPages * (watch.pageRows ?? rowsPerPage)
  for (;;) {
    const published = await readPublishedCommit(parts.db, kind.name)
    const written = { from: position.pass.to, to: published }
    if ((await versionsBetween(parts.db, kind.name, written)) <= lastVersions) return
    await position.passOn(published)
    await gather(parts, building)
  }
}

/** Builds the last versions and lets the new rows change places with the old ones, while writers are held. */
async function changePlaces(parts: RebuildParts, building: Building, locked: IndexState): Promise<number> {
  const { engine } = parts
  const { kind, table, mark, position, identifiers } = building
  // Another process has done it, after this one lost its lock.
  if (isCurrentIndex(kind.name, locked)) return position.done
  const inPlace = await isInPlace(engine, building)
  if (!inPlace && locked.published > position.pass.to) {
    await position.passOn(locked.published)
    await gather(parts, building)
  }
  if (!inPlace) await requireWhole(engine, building, locked)
  // While the old rows answer, their rules are known; where there were none, they are not.
  if (findLacks(kind.name, locked).rows === 'all') await renewSuperseded(parts, kind)
  await identifiers?.finish(kind.indexVersion)
  for (const [old, built] of listPlaces(kind, table))
    // A process that died between the two leaves the companion in its place.
    if ((await readComment(engine, old)) !== mark)
      await command(engine, `EXCHANGE TABLES ${old} AND ${built}`)
  await markRenewed(parts.db, kind.name)
  await dropBuildings(engine, kind)
  await position.end()
  return position.done
}

/**
 * The built rows must be as many as the stored ones, or searches would silently miss rows. If they are not, the
 * rebuild begins again.
 */
async function requireWhole(
  engine: ClickHouse,
  { kind, table, position }: Building,
  locked: IndexState,
): Promise<void> {
  const [counted] = await engine.query<{ n: string }>({ tag, sql: `SELECT count() AS n FROM ${table}` })
  if (Number(counted?.n) === locked.versions) return
  await dropBuildings(engine, kind)
  await position.end()
  throw new Error(`${counted?.n} search rows of ${kind.name} were built of ${locked.versions}: begun again`)
}

/** Builds the pass page by page, and yields after each. */
async function* buildPages(
  { engine, records, builder }: RebuildParts,
  { kind, table, position, identifiers, state, watch }: Building,
): AsyncGenerator<void, void, undefined> {
  const { pass } = position
  const { pageRows = rowsPerPage } = watch
  const read = (after: { id: string; born: string }) =>
    readPage(records, kind.name, { after, pass, limit: pageRows })
  const begin = (page: Awaited<ReturnType<typeof read>>) => {
    const rows = builder.build({ kind: kind.name, versions: page }, state.versions > fewPages * pageRows)
    // The promises are awaited in order below; a failure in between must not count as unhandled.
    rows.catch(() => {})
    return { page, rows }
  }
  const queue: ReturnType<typeof begin>[] = []
  let last = position.last
  let isRead = false
  const fill = async () => {
    while (!isRead && queue.length <= builderThreads) {
      const page = await read(last)
      const end = page.at(-1)
      isRead = end === undefined
      if (end === undefined) return
      last = { id: end.id, born: String(end.born) }
      queue.push(begin(page))
    }
  }
  await fill()
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const built = await next.rows
    const filling = fill()
    filling.catch(() => {})
    const end = next.page.at(-1) as (typeof next.page)[number]
    const key = { id: end.id, born: String(end.born) }
    // A page that was being sent when the process died is sent again, and the engine recognises it.
    const dedupeToken = `${table} ${state.index_build} ${pass.to} ${key.id} ${key.born}`
    // The search rows are sent last, because they are counted to tell whether all is there.
    const { companion } = kind
    if (companion !== undefined && built.companions.byteLength > 0) {
      const into = { table: companionBuilding(kind), columns: [...companionColumns(companion)] }
      await engine.insert({ ...into, format: 'TabSeparated', dedupeToken }, asBuffer(built.companions))
    }
    const columns = [...searchColumns(kind)]
    await engine.insert({ table, columns, format: 'TabSeparated', dedupeToken }, asBuffer(built.rows))
    await position.advance({ last: key, rows: next.page.length }, async (tx) => {
      await storeNameWords(tx, built.nameWords)
      await identifiers?.store(tx, asBuffer(built.identifiers))
    })
    yield
    await filling
  }
}

/** Superseded versions as the records have them. They are few, and an hour old at most. */
async function renewSuperseded({ engine, records }: RebuildParts, kind: CorpusKind): Promise<void> {
  await command(engine, `TRUNCATE TABLE ${kind.supersededTable}`)
  const columns = ['rank', 'id', 'born', 'dead']
  for await (const rows of readEnded(records, kind.name)) {
    const text = rows.map(({ rank, id, born, dead }) => tsvRow([rank, id, born, dead])).join('')
    await engine.insert({ table: kind.supersededTable, columns, format: 'TabSeparated' }, text)
  }
}

const tag = 'rebuild-index'
const longMs = 3_600_000

const command = (engine: ClickHouse, sql: string) => engine.command({ tag, sql, maxMs: longMs })

/** Tables that rebuilds have gathered rows in. */
async function dropBuildings(engine: ClickHouse, kind: CorpusKind): Promise<void> {
  const tables = await engine.query<{ name: string }>({
    tag,
    sql: `SELECT name FROM system.tables WHERE database = currentDatabase() AND match(name, {pattern:String})`,
    params: {
      pattern: `^(${[kind.table, kind.companion?.table ?? kind.table].join('|')})_index_[0-9]+(_identifiers)?$`,
    },
  })
  for (const { name } of tables) await command(engine, `DROP TABLE IF EXISTS ${name}`)
}

async function readComment(engine: ClickHouse, table: string): Promise<string | undefined> {
  const [row] = await engine.query<{ comment: string }>({
    tag,
    sql: `SELECT comment FROM system.tables WHERE database = currentDatabase() AND name = {table:String}`,
    params: { table },
  })
  return row?.comment
}
