import type { ClickHouse } from '../../store/clickhouse/index.ts'
import type { Snapshot } from '../commits/index.ts'
import { kinds, type EntityKind } from '../kinds/index.ts'
import type { ConditionCompiler } from './compiler.ts'
import type { RowQuestion } from './condition.ts'
import { requireColumns, requireFacets } from './lacking-rows.ts'
import { companyNumbers } from './person/employment.ts'
import { countAreas } from './place/area-counts.ts'
import type { FacetQuestion, ValueColumn } from './value-columns.ts'
import { visibleAt } from './visibility.ts'

export interface FacetRequest extends RowQuestion {
  facets: readonly FacetQuestion[]
  /** Values of each facet that are answered at most, the most frequent first. */
  top: number
  /** The companies among which employers are looked for. */
  employers?: Snapshot | undefined
}

/** How many rows of a search have a value. */
export interface FacetCount {
  /** The part of the token after the colon, or the text of the value. */
  token: string
  count: number
}

export interface FacetCounts {
  /** The most frequent first. */
  counts: FacetCount[]
  /** How many different values there are, including those beyond `top`. */
  distinct: number
}

interface Counting {
  engine: ClickHouse
  compiler: ConditionCompiler
}

/** Counts the rows of a search by the values of some facets, exactly; aligned with the facets. */
export async function facetCounts(
  counting: Counting,
  entity: EntityKind,
  request: FacetRequest,
): Promise<FacetCounts[]> {
  const { facets } = request
  const ofRow = facets.filter(isToken)
  const ofEmployers = facets.filter((facet) => facet.ofEmployers === true)
  // The tokens of the rows are read once for all kinds.
  const [tokens, employed, apart] = await Promise.all([
    ofRow.length === 0 ? undefined : countTokens(counting, entity, { ...request, facets: ofRow }),
    ofEmployers.length === 0 ? undefined : countEmployers(counting, { ...request, facets: ofEmployers }),
    Promise.all(facets.map((facet) => countApart(counting, entity, { ...request, facet }))),
  ])
  return facets.map((facet, index) => {
    const ofKinds = facet.ofEmployers === true ? employed : tokens
    return apart[index] ?? ofKinds?.get(facet.kind) ?? { counts: [], distinct: 0 }
  })
}

const isToken = ({ column, byArea, ofEmployers }: FacetQuestion) =>
  column === undefined && byArea === undefined && ofEmployers === undefined

/** Kinds are names of our own, so they may stand in a pattern; it is still bound like every value. */
const makePattern = (facets: readonly FacetQuestion[]) =>
  `(?:^| )((?:${facets.map(({ kind }) => kind).join('|')}):[^ ]+)`

/** SQL of the counts of tokens by their kind, from rows of a token (`each`) and its count (`n`). */
const byKind = (counted: string) => `SELECT kind, token, n, distinct FROM (
    SELECT substring(each, 1, position(each, ':') - 1) AS kind, substring(each, position(each, ':') + 1) AS token,
      n, count() OVER (PARTITION BY kind) AS distinct
    FROM (${counted}))
  ORDER BY kind, n DESC, token LIMIT {top:UInt32} BY kind`

interface KindRow {
  kind: string
  token: string
  n: string
  distinct: string
}

const gatherKinds = (rows: readonly KindRow[]): Map<string, FacetCounts> =>
  new Map(
    [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, all]) => [
      kind,
      {
        counts: all.map(({ token, n }) => ({ token, count: Number(n) })),
        distinct: Number(all[0]?.distinct ?? 0),
      },
    ]),
  )

async function countTokens(
  { engine, compiler }: Counting,
  entity: EntityKind,
  { facets, snapshot, condition, top, signal }: FacetRequest,
): Promise<Map<string, FacetCounts>> {
  for (const { kind } of facets)
    requireFacets(entity, { column: 'facets', tokens: [`${kind}:`] }, snapshot.lacks)
  const { sql, params } = await compiler.compile(visibleAt(entity, condition, snapshot))
  const rows = await engine.query<KindRow>({
    tag: `facets-${entity}`,
    sql: byKind(`SELECT arrayJoin(extractAll(facets, {pattern:String})) AS each, count() AS n
      FROM ${kinds[entity].table} WHERE ${sql} GROUP BY each`),
    params: { ...params, pattern: makePattern(facets), top },
    settings: { validate_polygons: 0 },
    ...(signal === undefined ? {} : { signal }),
  })
  return gatherKinds(rows)
}

/** Counts people by the tokens of the companies that employ them now; each person once for a token. */
async function countEmployers(
  { engine, compiler }: Counting,
  { facets, snapshot, condition, top, employers, signal }: FacetRequest,
): Promise<Map<string, FacetCounts>> {
  if (employers === undefined) throw new Error('a facet of employers needs a snapshot of the companies')
  for (const { kind } of facets)
    requireFacets('companies', { column: 'facets', tokens: [`${kind}:`] }, employers.lacks)
  requireColumns('companies', companyNumbers, employers.lacks)
  requireColumns('people', 'org_ids current_domains', snapshot.lacks)
  const { sqls, params } = await compiler.compileAll([
    visibleAt('people', condition, snapshot),
    visibleAt('companies', { kind: 'always' }, employers),
  ])
  const join = engine.topology.kind === 'cluster' ? 'GLOBAL INNER JOIN' : 'INNER JOIN'
  const rows = await engine.query<KindRow>({
    tag: 'facets-employers',
    sql: byKind(`SELECT arrayJoin(tokens) AS each, uniqExact(person) AS n
      FROM (SELECT id AS person, arrayJoin(arrayDistinct(arrayConcat(org_ids, current_domains))) AS tie
        FROM people WHERE ${sqls[0]}) AS employed
      ${join} (SELECT extractAll(facets, {pattern:String}) AS tokens, arrayJoin(${companyNumbers}) AS tie
        FROM companies WHERE ${sqls[1]}) AS employers ON employed.tie = employers.tie
      GROUP BY each`),
    params: { ...params, pattern: makePattern(facets), top },
    settings: { validate_polygons: 0 },
    ...(signal === undefined ? {} : { signal }),
  })
  return gatherKinds(rows)
}

/** Counts a facet by a statement of its own; undefined for tokens. */
async function countApart(
  counting: Counting,
  entity: EntityKind,
  { facet, ...request }: FacetRequest & { facet: FacetQuestion },
): Promise<FacetCounts | undefined> {
  const { top } = request
  if (facet.byArea === true) {
    const areas = await countAreas(counting, entity, request)
    return {
      counts: areas.slice(0, top).map(({ slug, count }) => ({ token: slug, count })),
      distinct: areas.length,
    }
  }
  return facet.column === undefined
    ? undefined
    : countColumn(counting, entity, { ...request, column: facet.column })
}

async function countColumn(
  { engine, compiler }: Counting,
  entity: EntityKind,
  { column, condition, snapshot, top, signal }: RowQuestion & { column: ValueColumn; top: number },
): Promise<FacetCounts> {
  requireColumns(entity, column.sql, snapshot.lacks)
  const { sql, params } = await compiler.compile(visibleAt(entity, condition, snapshot))
  const rows = await engine.query<{ text: string; n: string; distinct: string }>({
    tag: `facets-${entity}`,
    sql: `SELECT text, n, count() OVER () AS distinct FROM (
        SELECT arrayJoin(${column.sql}) AS text, count() AS n FROM ${kinds[entity].table} WHERE ${sql} GROUP BY text)
      ORDER BY n DESC, text LIMIT {top:UInt32}`,
    params: { ...params, top },
    settings: { validate_polygons: 0 },
    ...(signal === undefined ? {} : { signal }),
  })
  return {
    counts: rows.map(({ text, n }) => ({ token: column.readText(text), count: Number(n) })),
    distinct: Number(rows[0]?.distinct ?? 0),
  }
}
