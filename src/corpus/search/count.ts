import type { ClickHouse } from '../../store/clickhouse/index.ts'
import type { Snapshot, Snapshots } from '../commits/index.ts'
import { kinds, type EntityKind } from '../kinds/index.ts'
import type { ConditionCompiler } from './compiler.ts'
import { and, countedParts, dated, type Condition } from './condition.ts'
import { seen } from './visibility.ts'

// Polygons are told apart in polygon.ts; the engine's own check refuses some that its function answers well.
export const anyPolygon = { validate_polygons: 0 }

interface Counting {
  engine: ClickHouse
  snapshots: Snapshots
  compiler: ConditionCompiler
}

interface Counted {
  condition: Condition
  snapshot: Snapshot
  signal?: AbortSignal | undefined
}

/**
 * Rows that satisfy a condition in a snapshot. With a few superseded versions about it counts them all from the posting
 * lists and takes off those superseded, found by key: a statement that tests every row against them reads the keys of
 * every match.
 */
export async function countRows(counting: Counting, kind: EntityKind, search: Counted): Promise<number> {
  const { condition, snapshot } = search
  if (snapshot.mayHoldSuperseded && snapshot.fewSuperseded === true) {
    const all = seen(kind, condition, { ...snapshot, mayHoldSuperseded: false })
    const [shown, gone] = await Promise.all([
      ask(counting, kind, { ...search, condition: all }),
      ask(counting, kind, {
        ...search,
        condition: and([dated(condition, snapshot.number), superseded(kind, snapshot)]),
      }),
    ])
    // Compaction says so a second before it removes its first row; had it begun, the two might be of different rows.
    if ((await counting.snapshots.newest(kind)).fewSuperseded === true) return shown - gone
  }
  return ask(counting, kind, { ...search, condition: seen(kind, condition, snapshot) })
}

/** Versions that are superseded in a snapshot, by the key of their rows. */
function superseded(kind: EntityKind, { number }: Snapshot): Condition {
  return {
    kind: 'sql',
    text: (bind) => {
      const gone = `SELECT rank, id, born FROM ${kinds[kind].supersededTable} WHERE dead <= ${bind('UInt32', number)}`
      return `(rank, id, born) ${bind.within} (${gone})`
    },
  }
}

async function ask(
  { engine, compiler }: Counting,
  kind: EntityKind,
  { condition, signal }: Counted,
): Promise<number> {
  const { sqls, params } = await compiler.compileAll(countedParts(condition))
  const counts = sqls.map((sql) => `SELECT count() AS n FROM ${kinds[kind].table} WHERE ${sql}`)
  const rows = await engine.query<{ n: string }>({
    tag: `count-${kind}`,
    sql: counts.join(' UNION ALL '),
    params,
    settings: anyPolygon,
    ...(signal === undefined ? {} : { signal }),
  })
  return rows.reduce((sum, { n }) => sum + Number(n), 0)
}
