import type { Clock } from '../../lib/clock.ts'
import type { ClickHouse } from '../../store/clickhouse/index.ts'
import type { Snapshot, Snapshots } from '../commits/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import { openBodies, openLabels, openLookups, type BodyReader, type Lookups } from '../lookup/index.ts'
import { nameWords, readRanks, type RecordStore } from '../record-store/index.ts'
import { openAnswerCache, type AnswerCache, type AnswerUse } from './answer-cache.ts'
import { readCandidates, type Candidates, type CandidatesRequest } from './candidates.ts'
import { countRows } from './count.ts'
import {
  matchedPostings,
  type MatchedPostings,
  type MatchedPostingsRequest,
} from './company/matched-postings.ts'
import { roleCounts, roleTotals, type RoleCountMatch, type RoleCountRequest } from './company/role-counts.ts'
import {
  and,
  atKeys,
  compileInto,
  splitExclusions,
  type Condition,
  type Exclusion,
  type RowQuestion,
} from './condition.ts'
import { openCompiler, type ConditionCompiler } from './compiler.ts'
import { employedBy, employedNow, employing, type Employment } from './person/employment.ts'
import { facetCounts, type FacetCounts, type FacetRequest } from './facets.ts'
import { countCells, type CellCounts, type CellsRequest } from './place/cell-counts.ts'
import { isValue, type Order } from './sort.ts'
import { openTowns, type Towns } from './place/find-towns.ts'
import { withoutSuperseded } from './superseded.ts'
import { readRows, type RowsRequest } from './rows.ts'
import { openExclusionTables, type ExclusionTables } from './exclusion-tables.ts'
import { openNameNarrowing, hasNames, type NarrowNames } from './person/narrow-names.ts'
import { openEmployerReader, type EmployerReader } from './read-employers.ts'
import { applyExclusion, listExclusionColumns } from './apply-exclusion.ts'
import { readPageKeys, type FoundKey } from './page-keys.ts'
import type { PageOfKeys, PageRequest, Position, RecordPage } from './page-request.ts'
import { openSuggestions, type Suggestions } from './suggest/open-suggestions.ts'
import { visibleAt } from './visibility.ts'

/** Search over the corpus, and its look-ups. It only reads, and the store's limits bound every query. */
export interface CorpusSearch extends Lookups {
  /** Counts exactly the rows that paging the same condition to its end returns. */
  count(kind: EntityKind, search: RowQuestion): Promise<number>
  page(kind: EntityKind, request: PageRequest): Promise<RecordPage>
  /** Drops words of names that nobody bears from a condition on people; the rows are the same. */
  narrowNames: NarrowNames
  /** Reads the entities of a page without their records, thousands at a time. */
  keys(kind: EntityKind, request: Omit<PageRequest, 'order'>): Promise<PageOfKeys>
  /** The entities among some, thousands at most, that satisfy a condition. They are read by primary key. */
  among(kind: EntityKind, request: RowQuestion & { ids: readonly string[] }): Promise<string[]>
  /** Reads the most prominent rows of a search with their traits. */
  candidates(kind: EntityKind, request: CandidatesRequest): Promise<Candidates>
  /** Reads the stored JSON of some versions that a search found, aligned. */
  bodies: BodyReader['read']
  /** Reads some columns of the best rows of a search. */
  rows<Row extends object>(kind: EntityKind, request: RowsRequest): Promise<Row[]>
  /** Counts the rows of a search by each value of some facets; aligned with them. */
  facets(kind: EntityKind, request: FacetRequest): Promise<FacetCounts[]>
  /** Counts the rows of a search by the cells of a grid. */
  cells(kind: EntityKind, request: CellsRequest): Promise<CellCounts>
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
  /** Completes what somebody types. */
  suggestions: Suggestions
  /** Job postings of the companies that satisfy a condition, which should match few. */
  postedBy(company: Condition, companies: Snapshot): Condition
  /** Drops tables of exclusion lists that no search uses any more; answers how many. */
  sweep(): Promise<number>
  /** Where the answers since the start came from. */
  answerUse(): AnswerUse
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
  const answers = openAnswerCache(snapshots)
  const pages: Pages = { engine, db, bodies, compiler, employers, exclusionTables, snapshots, answers }
  return {
    ...lookups,
    towns,
    count: (kind, search) =>
      countRows({ engine, snapshots, compiler, exclusionTables, answers }, kind, search),
    answerUse: answers.use,
    suggestions: openSuggestions({ engine, snapshots, compiler, lookups }),
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
    cells: (kind, request) => countCells({ engine, compiler }, kind, request),
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

interface Pages {
  engine: ClickHouse
  db: RecordStore['db']
  bodies: BodyReader
  compiler: ConditionCompiler
  employers: EmployerReader
  exclusionTables: ExclusionTables
  snapshots: Snapshots
  answers: AnswerCache
}

/** Reads the keys from the engine, then the records that are not cached. */
async function page(pages: Pages, kind: EntityKind, request: PageRequest): Promise<RecordPage> {
  const { order, limit } = request
  const keys = await shownKeys(pages, kind, request)
  const pageKeys = keys.slice(0, limit)
  const last = pageKeys.at(-1)
  return {
    ...(await readBodies(pages, kind, { ...request, keys: pageKeys })),
    ids: pageKeys.map((key) => key.id),
    ranks: pageKeys.map((key) => Number(key.rank)),
    ...(order === undefined ? {} : { sortKeys: pageKeys.map(({ key }) => (isValue(key) ? key : undefined)) }),
    next: keys.length > pageKeys.length && last !== undefined ? toPosition(last, order) : undefined,
  }
}

/** The records of a page in the form that was asked for. */
async function readBodies(
  { bodies }: Pages,
  kind: EntityKind,
  {
    keys,
    today,
    asBytes,
    asRecords,
  }: Pick<PageRequest, 'today' | 'asBytes' | 'asRecords'> & { keys: FoundKey[] },
): Promise<Pick<RecordPage, 'bodies' | 'bytes' | 'records'>> {
  if (asRecords === true) return { bodies: [], records: await bodies.readShown(kind, keys) }
  return asBytes === true && today !== undefined
    ? { bodies: [], bytes: await bodies.readBytes(kind, keys, today) }
    : { bodies: await bodies.read(kind, keys, today) }
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
async function shownKeys(pages: Pages, kind: EntityKind, request: PageRequest): Promise<FoundKey[]> {
  const { condition, snapshot, limit, order, signal } = request
  const whole = { ...request, condition: visibleAt(kind, condition, snapshot) }
  const { rest: remaining, exclusions } =
    order === undefined && limit <= maxExcludedAfterRows
      ? findLateExclusions(pages, kind, request)
      : { rest: condition, exclusions: [] }
  const dropsLater = exclusions.length > 0
  if (order !== undefined || (!dropsLater && !snapshot.mayHoldSuperseded))
    return readPageKeys(pages, kind, whole)
  const columns = listExclusionColumns(kind, exclusions, snapshot)
  const unfiltered = visibleAt(kind, remaining, { ...snapshot, mayHoldSuperseded: false })
  const keysSoFar: FoundKey[] = []
  let { after } = request
  for (const wanted of dropsLater ? [limit * 2 + spare, limit * 16] : [limit + spare, limit * 8]) {
    const pageRequest = { ...request, condition: unfiltered, limit: wanted, after, columns }
    const keys = await readPageKeys(pages, kind, pageRequest)
    const visible = snapshot.mayHoldSuperseded
      ? await withoutSuperseded(pages.engine, kind, { tag: 'page', versions: keys, snapshot, signal })
      : keys
    keysSoFar.push(...(await dropExcluded(pages, visible, { exclusions, signal })))
    if (keysSoFar.length > limit || keys.length <= wanted) return keysSoFar.slice(0, limit + 1)
    const last = keys.at(-1) as FoundKey
    after = { ...toPosition(last, order), born: Number(last.born) }
  }
  const rest = await readPageKeys(pages, kind, { ...whole, after })
  return [...keysSoFar, ...rest].slice(0, limit + 1)
}

/** The exclusions to apply after reading. Where tables exist for all of them, the statement applies them instead. */
function findLateExclusions(
  { exclusionTables }: Pages,
  kind: EntityKind,
  { condition, snapshot }: PageRequest,
) {
  const apart = splitExclusions(condition)
  const areKnown = apart.exclusions.every((each) => exclusionTables.find(kind, snapshot, each) !== undefined)
  return areKnown ? { rest: condition, exclusions: [] } : apart
}

/** Drops the rows that any exclusion takes out. */
async function dropExcluded(
  pages: Pages,
  keys: readonly FoundKey[],
  { exclusions, signal }: { exclusions: readonly Exclusion[]; signal: AbortSignal | undefined },
): Promise<readonly FoundKey[]> {
  let remaining = keys
  for (const each of exclusions) {
    if (remaining.length === 0) return remaining
    const rows = remaining.map(({ numbers }) => numbers ?? {})
    const isKept = await applyExclusion(pages, each, { rows, signal })
    remaining = remaining.filter((_, index) => isKept[index])
  }
  return remaining
}
