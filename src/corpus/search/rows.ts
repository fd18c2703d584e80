import type { ClickHouse } from '../../store/clickhouse/index.ts'
import type { Snapshot } from '../commits/index.ts'
import { kinds, type EntityKind } from '../kinds/index.ts'
import type { ConditionCompiler } from './compiler.ts'
import { and, type Bind, type Condition } from './condition.ts'
import { requireColumns } from './lacking-rows.ts'
import { visibleAt } from './visibility.ts'

/** Columns of the rows that satisfy a condition, for results worked out outside the engine. */
export interface RowsRequest {
  condition: Condition
  snapshot: Snapshot
  /** SQL of each member of a row, by its name. */
  select: Readonly<Record<string, string | ((bind: Bind) => string)>>
  /** SQL the rows are ordered by, best first. */
  order: string
  limit: number
  signal?: AbortSignal | undefined
}

/** Reads rows. Members are as JSON has them; 64-bit integers must be selected as texts. */
export async function readRows<Row extends object>(
  { engine, compiler }: { engine: ClickHouse; compiler: ConditionCompiler },
  kind: EntityKind,
  { condition, snapshot, select, order, limit, signal }: RowsRequest,
): Promise<Row[]> {
  if (condition.kind === 'never') return []
  let selected: string[] = []
  // Compiled together with the condition, so that both share the parameters of the statement.
  const columns: Condition = {
    kind: 'sql',
    text(bind) {
      selected = Object.entries(select).map(
        ([name, sql]) => `${typeof sql === 'string' ? sql : sql(bind)} AS ${name}`,
      )
      requireColumns(kind, `${selected.join(' ')} ${order}`, snapshot.lacks)
      return '1'
    },
  }
  const { sql, params } = await compiler.compile(and([visibleAt(kind, condition, snapshot), columns]))
  return engine.query<Row>({
    tag: `rows-${kind}`,
    sql: `SELECT ${selected.join(', ')} FROM ${kinds[kind].table} WHERE ${sql}
      ORDER BY ${order}, id LIMIT {limit:UInt32}`,
    params: { ...params, limit },
    // Parts of a list are cut out before rows are sorted: sorting whole calendars cost half as much again.
    settings: { query_plan_execute_functions_after_sorting: 0 },
    ...(signal === undefined ? {} : { signal }),
  })
}
