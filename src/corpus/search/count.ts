import type { ClickHouse } from '../../store/clickhouse/index.ts'
import type { Snapshot, Snapshots } from '../commits/index.ts'
import { kinds, type EntityKind } from '../kinds/index.ts'
import { and, compileAll, countedParts, type Condition } from './condition.ts'
import { seen } from './visibility.ts'

// Polygons are told apart in polygon.ts; the engine's own check refuses some that its function answers well.
export const anyPolygon = { validate_polygons: 0 }

interface Counting {
  engine: ClickHouse
  snapshots: Snapshots
  within: 'IN' | 'GLOBAL IN'
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
export async function countRows(at: Counting, kind: EntityKind, search: Counted): Promise<number> {
  const { condition, snapshot } = search
  if (snapshot.mayHoldSuperseded && snapshot.fewSuperseded === true) {
    const all = seen(kind, condition, { ...snapshot, mayHoldSuperseded: false })
    const [shown, gone] = await Promise.all([
      ask(at.engine, kind, { ...search, condition: all, within: at.within }),
      ask(at.engine, kind, {
        ...search,
        condition: and([condition, superseded(kind, snapshot)]),
        within: at.within,
      }),
    ])
    // Compaction says so a second before it removes its first row; had it begun, the two might be of different rows.
    if ((await at.snapshots.newest(kind)).fewSuperseded === true) return shown - gone
  }
  return ask(at.engine, kind, { ...search, condition: seen(kind, condition, snapshot), within: at.within })
}

/** Versions that are superseded in a snapshot, by the key of their rows. */
function superseded(kind: EntityKind, { number }: Snapshot): Condition {
  return {
    kind: 'sql',
    text: (bind) => {
      const gone = `SELECT id, born FROM ${kinds[kind].supersededTable} WHERE dead <= ${bind('UInt32', number)}`
      const keys = `SELECT rank, id, born FROM versions WHERE kind = '${kind}' AND (id, born) ${bind.within} (${gone})`
      return `(rank, id, born) ${bind.within} (${keys})`
    },
  }
}

async function ask(
  engine: ClickHouse,
  kind: EntityKind,
  { condition, signal, within }: Counted & { within: 'IN' | 'GLOBAL IN' },
): Promise<number> {
  const { sqls, params } = compileAll(countedParts(condition), within)
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
