import type { Snapshot } from '../commits/index.ts'
import { token } from '../search-index/index.ts'
import { and, hasAny, requireColumns, seen, type Condition } from '../search/index.ts'
import type { AnalyticsStores } from './ask.ts'

export interface PeersRequest {
  /** Standard industries, of which a peer has one. */
  industries: readonly string[]
  /** Headcount that peers are near, as rows of companies have it. */
  headcount: number
  snapshot: Snapshot
  signal?: AbortSignal | undefined
}

/** Yearly revenue in US dollars for each employee of some companies. */
export interface RevenuePerHead {
  /** Companies whose revenue and headcount are known. */
  companies: number
  /** A quarter of them have less, half of them have less, three quarters have less. */
  low: number
  middle: number
  high: number
}

/** A peer has at most so many times the headcount, and at least that part of it. */
const nearness = 4

/** Earnings per employee of companies in the same industries and of similar size. */
export async function readRevenuePerHead(
  { engine, compiler }: AnalyticsStores,
  { industries, headcount, snapshot, signal }: PeersRequest,
): Promise<RevenuePerHead> {
  const near: Condition = {
    kind: 'sql',
    text: (bind) =>
      `(revenue > 0 AND headcount > 0 AND headcount >= ${bind.value('Float64', headcount / nearness)}
        AND headcount <= ${bind.value('Float64', headcount * nearness)})`,
  }
  const tokens = industries.map((industry) => token('ind', industry))
  const { sql: where, params } = await compiler.compile(
    seen('companies', and([hasAny('facets', tokens), near]), snapshot),
  )
  const sql = `SELECT count() AS companies, quantilesExactInclusive(0.25, 0.5, 0.75)(revenue / headcount) AS parts
    FROM companies WHERE ${where}`
  requireColumns('companies', sql, snapshot.lacks)
  const [row] = await engine.query<{ companies: string; parts: [number, number, number] }>({
    tag: 'revenue-per-head',
    sql,
    params,
    ...(signal === undefined ? {} : { signal }),
  })
  const { companies, parts } = row as NonNullable<typeof row>
  const [low, middle, high] = parts
  return { companies: Number(companies), low, middle, high }
}
