import type { ClickHouse } from '../../store/clickhouse/index.ts'
import type { Snapshot } from '../commits/index.ts'
import { requireColumns, visibleAt, type ConditionCompiler, type Condition } from '../search/index.ts'

export interface AnalyticsStores {
  engine: ClickHouse
  compiler: ConditionCompiler
}

/** A value, how many people have it, and the entity id of one of them. */
export interface Counted {
  value: string
  count: number
  example: string
}

/** As the engine answers: values and counts, then the same values and ids. */
export type PairsText = [
  [values: (string | number)[], counts: (string | number)[]],
  [values: (string | number)[], ids: (string | number)[]],
]

/** The most frequent first; among equals the one with the least value. */
export function counted([[values, counts], [, ids]]: PairsText): Counted[] {
  return values
    .map((value, index) => ({
      value: String(value),
      count: Number(counts[index]),
      example: String(ids[index]),
    }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
}

/** Asks for people in a snapshot; `sql` gets the compiled condition on table `people`. */
export async function ask<Row>(
  { engine, compiler }: AnalyticsStores,
  {
    tag,
    condition,
    snapshot,
    sql,
    signal,
  }: {
    tag: string
    condition: Condition
    snapshot: Snapshot
    sql(where: string): string
    signal?: AbortSignal | undefined
  },
): Promise<Row[]> {
  const { sql: where, params } = await compiler.compile(visibleAt('people', condition, snapshot))
  const statement = sql(where)
  requireColumns('people', statement, snapshot.lacks)
  return engine.query<Row>({ tag, sql: statement, params, ...(signal === undefined ? {} : { signal }) })
}
