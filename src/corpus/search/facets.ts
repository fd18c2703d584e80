import type { ClickHouse } from '../../store/clickhouse/index.ts'
import type { Snapshot } from '../commits/index.ts'
import { kinds, type EntityKind } from '../kinds/index.ts'
import type { ConditionCompiler } from './compiler.ts'
import type { Condition } from './condition.ts'
import { requireFacets } from './lacking-rows.ts'
import { visibleAt } from './visibility.ts'

export interface FacetRequest {
  condition: Condition
  snapshot: Snapshot
  /** Kinds of tokens to count (`ind`, `country`). */
  kinds: readonly string[]
  /** Values of each kind that are answered at most, the most frequent first. */
  top: number
  signal?: AbortSignal | undefined
}

/** How many rows of a search carry a token. */
export interface FacetCount {
  kind: string
  /** The part of the token after the colon. */
  token: string
  count: number
}

export interface FacetCounts {
  counts: FacetCount[]
  /** How many different values each kind has, including those beyond `top`. */
  distinct: Map<string, number>
}

/** Counts the facet tokens of a search by kind, exactly. The facets of its rows are read once for all kinds. */
export async function facetCounts(
  { engine, compiler }: { engine: ClickHouse; compiler: ConditionCompiler },
  entity: EntityKind,
  request: FacetRequest,
): Promise<FacetCounts> {
  for (const facet of request.kinds)
    requireFacets(entity, { column: 'facets', tokens: [`${facet}:`] }, request.snapshot.lacks)
  const { sql, params } = await compiler.compile(visibleAt(entity, request.condition, request.snapshot))
  // Kinds are names of our own, so they may stand in a pattern; it is still bound like every value.
  const pattern = `(?:^| )((?:${request.kinds.join('|')}):[^ ]+)`
  const rows = await engine.query<{ kind: string; token: string; n: string; distinct: string }>({
    tag: `facets-${entity}`,
    sql: `SELECT kind, token, n, distinct FROM (
        SELECT substring(found, 1, position(found, ':') - 1) AS kind, substring(found, position(found, ':') + 1) AS token,
          n, count() OVER (PARTITION BY kind) AS distinct
        FROM (SELECT arrayJoin(extractAll(facets, {pattern:String})) AS found, count() AS n
          FROM ${kinds[entity].table} WHERE ${sql} GROUP BY found))
      ORDER BY kind, n DESC, token LIMIT {top:UInt32} BY kind`,
    params: { ...params, pattern, top: request.top },
    settings: { validate_polygons: 0 },
    ...(request.signal === undefined ? {} : { signal: request.signal }),
  })
  return {
    counts: rows.map(({ kind, token, n }) => ({ kind, token, count: Number(n) })),
    distinct: new Map(rows.map((row) => [row.kind, Number(row.distinct)])),
  }
}
