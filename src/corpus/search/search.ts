import type { Clock } from '../../lib/clock.ts'
import type { ClickHouse, Param } from '../../store/clickhouse/index.ts'
import type { Snapshot, Snapshots } from '../commits/index.ts'
import { kinds, type EntityKind } from '../kinds/index.ts'
import { openBodies, openLabels, openLookups, type BodyReader, type Lookups } from '../lookup/index.ts'
import { nameWords, readRanks, type RecordStore } from '../record-store/index.ts'
import { readCandidates, type Candidates, type CandidatesRequest } from './candidates.ts'
import { anyPolygon, countRows } from './count.ts'
import {
  matchedPostings,
  type MatchedPostings,
  type MatchedPostingsRequest,
} from './company/matched-postings.ts'
import { roleCounts, roleTotals, type RoleCountMatch, type RoleCountRequest } from './company/role-counts.ts'
import { and, atKeys, compileInto, splitExclusions, type Condition, type Exclusion } from './condition.ts'
import { openCompiler, type ConditionCompiler } from './compiler.ts'
import { employedBy, employedNow, employing, type Employment } from './employment.ts'
import { facetCounts, type FacetCounts, type FacetRequest } from './facets.ts'
import { isValue, writeSortKey, listOrders, type Order } from './sort.ts'
import { openTowns, type Towns } from './find-towns.ts'
import { withoutSuperseded, type VersionKey } from './superseded.ts'
import { readRows, type RowsRequest } from './rows.ts'
import { requireColumns } from './lacking-rows.ts'
import { openExclusionTables, type ExclusionTables } from './exclusion-tables.ts'
import { openNameNarrowing, hasNames, type NarrowNames } from './narrow-names.ts'
import { numbersIn, openEmployerReader, type EmployerReader } from './read-employers.ts'
import { exclusion, listExclusionColumns, type RowNumbers } from './apply-exclusion.ts'
import { visibleAt } from './visibility.ts'

/** Where a page ended. */
export interface Position {
  rank: number
  /** Entity id, decimal. */
  id: string
  /** The value that pages are sorted by, where it is not the rank. */
  key?: number | undefined
  /** The values that rows of equal key are sorted by. */
  furtherKeys?: readonly number[] | undefined
}

export interface PageRequest {
  condition: Condition
  /** Rank order where it is left out. It is the only order whose late pages cost as little as the first. */
  order?: Order | undefined
  limit: number
  snapshot: Snapshot
  after?: Position | undefined
  /** The day that records' labels are shown for, which the condition was made for. Left out, it is today. */
  today?: number | undefined
  signal?: AbortSignal | undefined
}

export interface RecordPage {
  /** Stored JSON of each record, in rank order. */
  bodies: string[]
  /** The same records parsed, where finding them needed that. */
  parsed?: readonly object[]
  /** Entity ids, aligned with `bodies`. */
  ids: string[]
  /** Ranks, aligned with `bodies`. */
  ranks: number[]
  /** The values they are sorted by, where that is not the rank; undefined if unknown. */
  sortKeys?: (number | undefined)[]
  /** Undefined when the search is exhausted. */
  next: Position | undefined
}

export interface PageOfKeys extends Pick<RecordPage, 'ids' | 'next'> {
  /** Where the page ended, even if nothing comes after it. */
  last: Position | undefined
}

/** Search over the corpus, and its look-ups. It only reads, and the store's limits bound every query. */
export interface CorpusSearch extends Lookups {
  /** Counts exactly the rows that paging the same condition to its end returns. */
  count(
    kind: EntityKind,
    search: { condition: Condition; snapshot: Snapshot; signal?: AbortSignal },
  ): Promise<number>
  page(kind: EntityKind, request: PageRequest): Promise<RecordPage>
  /** Drops words of names that nobody bears from a condition on people; the rows are the same. */
  narrowNames: NarrowNames
  /** Reads the entities of a page without their records, thousands at a time. */
  keys(kind: EntityKind, request: Omit<PageRequest, 'order'>): Promise<PageOfKeys>
  /** The entities among some, thousands at most, that satisfy a condition. They are read by primary key. */
  among(
    kind: EntityKind,
    request: Pick<PageRequest, 'condition' | 'snapshot' | 'signal'> & { ids: readonly string[] },
  ): Promise<string[]>
  /** Reads the most prominent rows of a search with their traits. */
  candidates(kind: EntityKind, request: CandidatesRequest): Promise<Candidates>
  /** Reads the stored JSON of some versions that a search found, aligned. */
  bodies: BodyReader['read']
  /** Reads some columns of the best rows of a search. */
  rows<Row extends object>(kind: EntityKind, request: RowsRequest): Promise<Row[]>
  /** Counts the rows of a search by each value of some facets. */
  facets(kind: EntityKind, request: FacetRequest): Promise<FacetCounts>
  /**
   * People employed by a company that satisfies a condition: now, unless `employment` says otherwise. Every
   * concurrent position counts.
   */
  worksAt(company: Condition, companies: Snapshot, employment?: Employment): Condition
  /** Companies that now employ one of the people who satisfy a condition. */
  employs(person: Condition, people: Snapshot): Condition
  /** Counts the people of each `employees` rule at some companies, aligned with companies and rules. */
  roleCounts(request: RoleCountRequest): Promise<RoleCountMatch[][]>
  /** Adds these counts up over the rules that each company satisfies. */
  roleTotals(request: RoleCountRequest): Promise<number[]>
  /** Reads the job postings by which some companies satisfy `jobPostingsV2`. */
  matchedPostings(request: MatchedPostingsRequest): Promise<Map<string, MatchedPostings>>
  /** Finds towns that are written in words. */
  towns: Towns
  /** Job postings of the companies that satisfy a condition, which should match few. */
  postedBy(company: Condition, companies: Snapshot): Condition
  /** Drops tables of exclusion lists that no search uses any more; answers how many. */
  sweep(): Promise<number>
}

export function openSearch(
  engine: ClickHouse,
  records: RecordStore,
  snapshots: Snapshots,
  {
    exclusionTables = openExclusionTables(engine),
    clock,
  }: { exclusionTables?: ExclusionTables; clock?: Clock } = {},
): CorpusSearch {
  const labels = openLabels(clock)
  const bodies = openBodies(records, labels)
  const { db } = records
  const lookups = openLookups(records, snapshots, labels)
  const towns = openTowns({
    snapshots,
    lookup: lookups.lookup,
    async places(condition, snapshot, limit) {
      return (await page(pages, 'places', { condition, snapshot, limit })).bodies
    },
  })
  const compiler = openCompiler(engine, records, towns, exclusionTables)
  const employers = openEmployerReader(engine, compiler)
  const narrowNames = openNameNarrowing(nameWords(records))
  const pages: Pages = { engine, db, bodies, compiler, employers, exclusionTables }
  return {
    ...lookups,
    towns,
    count: (kind, search) => countRows({ engine, snapshots, compiler, exclusionTables }, kind, search),
    narrowNames,
    async page(kind, request) {
      if (kind !== 'people' || !hasNames(request.condition)) return page(pages, kind, request)
      const condition = await narrowNames(request.condition, request.snapshot)
      return page(pages, kind, { ...request, condition })
    },
    keys: (kind, request) => pageOfKeys(pages, kind, request),
    async among(kind, { ids, condition, ...request }) {
      const keys = await readRanks(records, kind, { ids, asOf: request.snapshot.number })
      const among = and([condition, atKeys(keys)])
      const visibleKeys = await shownKeys(pages, kind, { ...request, condition: among, limit: keys.length })
      return visibleKeys.map(({ id }) => id)
    },
    candidates: (kind, request) => readCandidates({ engine, compiler }, kind, request),
    bodies: bodies.read,
    rows: (kind, request) => readRows({ engine, compiler }, kind, request),
    facets: (kind, request) => facetCounts({ engine, compiler }, kind, request),
    roleCounts: (request) => roleCounts({ engine, compiler }, request),
    roleTotals: (request) => roleTotals({ engine, compiler }, request),
    matchedPostings: (request) => matchedPostings({ engine, compiler }, request),
    sweep: () => exclusionTables.sweep(),
    postedBy,
    worksAt: (condition, snapshot, employment = employedNow) =>
      employedBy({ companies: { condition, snapshot } }, employment),
    employs: (condition, snapshot) => employing({ condition, snapshot }),
  }
}

const postedBy = (company: Condition, companies: Snapshot): Condition => ({
  kind: 'sql',
  text: (bind) => {
    const inner = compileInto(visibleAt('companies', company, companies), bind)
    return `company_id ${bind.within} (SELECT id FROM companies WHERE ${inner})`
  },
})

/** Where reading continues: after an entity, or within one, whose next version may be the visible one. */
interface ResumePoint extends Position {
  born?: number
}

type ResolvedRequest = Omit<PageRequest, 'after'> & { after?: ResumePoint | undefined }

interface Pages {
  engine: ClickHouse
  db: RecordStore['db']
  bodies: BodyReader
  compiler: ConditionCompiler
  employers: EmployerReader
  exclusionTables: ExclusionTables
}

/** Reads the keys from the engine, then the records that are not cached. */
async function page(pages: Pages, kind: EntityKind, request: ResolvedRequest): Promise<RecordPage> {
  const { order, limit } = request
  const keys = await shownKeys(pages, kind, request)
  const pageKeys = keys.slice(0, limit)
  const last = pageKeys.at(-1)
  return {
    bodies: await pages.bodies.read(kind, pageKeys, request.today),
    ids: pageKeys.map((key) => key.id),
    ranks: pageKeys.map((key) => Number(key.rank)),
    ...(order === undefined ? {} : { sortKeys: pageKeys.map(({ key }) => (isValue(key) ? key : undefined)) }),
    next: keys.length > pageKeys.length && last !== undefined ? toPosition(last, order) : undefined,
  }
}

async function pageOfKeys(
  pages: Pages,
  kind: EntityKind,
  request: Omit<PageRequest, 'order'>,
): Promise<PageOfKeys> {
  const keys = await shownKeys(pages, kind, request)
  const pageKeys = keys.slice(0, request.limit)
  const end = pageKeys.at(-1)
  const last = end && toPosition(end, undefined)
  return {
    ids: pageKeys.map(({ id }) => id),
    next: keys.length > pageKeys.length ? last : undefined,
    last,
  }
}

const toPosition = ({ rank, id, key, furtherKeys }: FoundKey, order: Order | undefined): Position => ({
  rank: Number(rank),
  id,
  ...(order === undefined ? {} : { key, furtherKeys }),
})

/** Keys read beyond those wanted, because some may be superseded. */
const spare = 8
/** Rows of a page up to which exclusions are applied after reading. */
const maxExcludedAfterRows = 1_000

/**
 * Keys of the page and of one row more. In rank order, superseded versions are dropped after reading, by primary key:
 * a statement that drops them itself reads all of them each time (3,000,000 rows, 1,000,000 of them superseded: 400
 * ms a page instead of 37). Excluded rows are dropped after reading for the same reason, as their lists may hold
 * millions. Where nearly everything at this position is excluded, the statement drops them after all.
 */
async function shownKeys(pages: Pages, kind: EntityKind, request: ResolvedRequest): Promise<FoundKey[]> {
  const { condition, snapshot, limit, order, signal } = request
  const whole = { ...request, condition: visibleAt(kind, condition, snapshot) }
  const { rest: unsieved, exclusions } =
    order === undefined && limit <= maxExcludedAfterRows
      ? findLateExclusions(pages, kind, request)
      : { rest: condition, exclusions: [] }
  const isSieved = exclusions.length > 0
  if (order !== undefined || (!isSieved && !snapshot.mayHoldSuperseded)) return askKeys(pages, kind, whole)
  const columns = listExclusionColumns(kind, exclusions, snapshot)
  const unsifted = visibleAt(kind, unsieved, { ...snapshot, mayHoldSuperseded: false })
  const keysSoFar: FoundKey[] = []
  let { after } = request
  for (const wanted of isSieved ? [limit * 2 + spare, limit * 16] : [limit + spare, limit * 8]) {
    const pageRequest = { ...request, condition: unsifted, limit: wanted, after, columns }
    const keys = await askKeys(pages, kind, pageRequest)
    const visible = snapshot.mayHoldSuperseded
      ? await withoutSuperseded(pages.engine, kind, { tag: 'page', versions: keys, snapshot, signal })
      : keys
    keysSoFar.push(...(await excluded(pages, visible, { exclusions, signal })))
    if (keysSoFar.length > limit || keys.length <= wanted) return keysSoFar.slice(0, limit + 1)
    const last = keys.at(-1) as FoundKey
    after = { ...toPosition(last, order), born: Number(last.born) }
  }
  const rest = await askKeys(pages, kind, { ...whole, after })
  return [...keysSoFar, ...rest].slice(0, limit + 1)
}

/** The exclusions to apply after reading. Where tables exist for all of them, the statement applies them instead. */
function findLateExclusions(
  { exclusionTables }: Pages,
  kind: EntityKind,
  { condition, snapshot }: ResolvedRequest,
) {
  const apart = splitExclusions(condition)
  const areKnown = apart.exclusions.every((each) => exclusionTables.find(kind, snapshot, each) !== undefined)
  return areKnown ? { rest: condition, exclusions: [] } : apart
}

/** Drops the rows that any exclusion takes out. */
async function excluded(
  pages: Pages,
  keys: readonly FoundKey[],
  { exclusions, signal }: { exclusions: readonly Exclusion[]; signal: AbortSignal | undefined },
): Promise<readonly FoundKey[]> {
  let remaining = keys
  for (const each of exclusions) {
    if (remaining.length === 0) return remaining
    const rows = remaining.map(({ numbers }) => numbers ?? {})
    const isKept = await exclusion(pages, each, { rows, signal })
    remaining = remaining.filter((_, index) => isKept[index])
  }
  return remaining
}

/**
 * Asks for one row more than the limit, which tells whether there is another page. `columns` are columns of numbers
 * that exclusions read.
 */
async function askKeys(
  { engine, compiler }: Pages,
  kind: EntityKind,
  request: ResolvedRequest & { columns?: readonly string[] },
): Promise<FoundKey[]> {
  const { order, signal, columns = [] } = request
  // Nothing can match, so the engine is not asked; besides, a statement with `never` in it has no place for its sort
  // key.
  if (request.condition.kind === 'never') return []
  const { sql, params } = await (order === undefined
    ? rankedKeys(compiler, kind, request, columns)
    : sortedKeys(compiler, kind, { ...request, order }))
  const bytes = await engine.raw(
    {
      tag: `page-${kind}`,
      sql,
      params,
      settings: order === undefined ? { ...anyPolygon, max_threads: 1 } : anyPolygon,
      ...(signal === undefined ? {} : { signal }),
    },
    'TSVRaw',
  )
  return readKeys(bytes.toString('latin1'), columns)
}

interface Statement {
  sql: string
  params: Record<string, Param>
}

async function rankedKeys(
  compiler: ConditionCompiler,
  kind: EntityKind,
  request: ResolvedRequest,
  columns: readonly string[],
): Promise<Statement> {
  const { sql, params } = await compiler.compile(request.condition)
  const { limit, after } = request
  // Both halves matter: the first lets the engine stop early, while a tuple comparison would read the whole rest.
  const behind = after?.born === undefined ? 'id > {id:UInt64}' : '(id, born) > ({id:UInt64}, {born:UInt32})'
  const start = after === undefined ? '1' : `rank >= {rank:UInt32} AND (rank > {rank:UInt32} OR ${behind})`
  return {
    sql: `SELECT ${['rank', 'id', 'born', ...columns].join(', ')} FROM ${kinds[kind].table} WHERE ${start} AND ${sql}
      ORDER BY rank, id, born LIMIT {limit:UInt32}`,
    params: {
      ...params,
      limit: limit + 1,
      ...(after && {
        rank: after.rank,
        id: after.id,
      }),
      ...(after?.born !== undefined && { born: after.born }),
    },
  }
}

/**
 * Sorts rows of equal keys by rank, so that every row has its place and a page begins after the last row of the one
 * before.
 */
async function sortedKeys(
  compiler: ConditionCompiler,
  kind: EntityKind,
  request: ResolvedRequest & { order: Order },
): Promise<Statement> {
  const { limit, after } = request
  const orders = listOrders(request.order)
  let keys: string[] = []
  let start = '1'
  const keyed: Condition = {
    kind: 'sql',
    text(bind) {
      keys = orders.map((order) => writeSortKey(order, bind))
      requireColumns(kind, keys.join(' '), request.snapshot.lacks)
      if (after !== undefined) {
        start = `(rank, id) > (${bind.value('UInt32', after.rank)}, ${bind.value('UInt64', after.id)})`
        const keyParts = [after.key ?? 0, ...(after.furtherKeys ?? [])]
        for (const [index, key] of [...keys.entries()].toReversed()) {
          const at = bind.value('Float64', keyParts[index] ?? 0)
          start = `(${key} ${orders[index]?.descending === true ? '<' : '>'} ${at} OR (${key} = ${at} AND ${start}))`
        }
      }
      return '1'
    },
  }
  const { sql, params } = await compiler.compile(and([request.condition, keyed]))
  return {
    sql: `SELECT rank, id, born, ${keys.map((key, index) => `${key} AS sort_key_${index}`).join(', ')}
      FROM ${kinds[kind].table} WHERE ${sql} AND ${start}
      ORDER BY ${orders.map(({ descending }, index) => `sort_key_${index} ${descending ? 'DESC' : 'ASC'}`).join(', ')}, rank, id
      LIMIT {limit:UInt32}`,
    params: { ...params, limit: limit + 1 },
  }
}

interface FoundKey extends VersionKey {
  /** Sort key; NaN in rank order. */
  key: number
  furtherKeys?: readonly number[] | undefined
  /** The numbers that exclusions read. */
  numbers?: RowNumbers
}

function readKeys(text: string, columns: readonly string[]): FoundKey[] {
  if (text === '') return []
  const lines = text.replace(/\n$/, '').split('\n')
  return lines.map((line) => {
    const [rank = '', id = '', born = '', ...more] = line.split('\t')
    if (columns.length > 0) {
      const numbers = columns.map((column, index) => [column, numbersIn(more[index] ?? '[]')])
      return { rank, id, born, key: Number.NaN, numbers: Object.fromEntries(numbers) as RowNumbers }
    }
    const [key = Number.NaN, ...furtherKeys] = more.map(Number)
    return { rank, id, born, key, ...(furtherKeys.length > 0 && { furtherKeys }) }
  })
}
