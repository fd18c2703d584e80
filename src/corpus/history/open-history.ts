import type { ClickHouse } from '../../store/clickhouse/index.ts'
import type { Snapshot } from '../commits/index.ts'
import type { EntityKind } from '../kinds/index.ts'

/** Tracked members of an entity as they were observed at an instant. */
export interface PastState {
  /** ISO 8601. */
  observedAt: string
  tracked: Record<string, unknown>
}

/** What is known of an entity over time; its newest state is the record. */
export interface EntityHistory {
  /** States before the newest, oldest first. */
  past: PastState[]
  /** When the newest state was observed. ISO 8601. */
  observedAt: string
}

export interface History {
  /** Histories of some entities, by id, as a snapshot shows them. */
  read(kind: EntityKind, ids: readonly string[], snapshot: Snapshot): Promise<Map<string, EntityHistory>>
}

/** States of one entity that are read, the newest. */
const mostStates = 20

export function openHistory(engine: ClickHouse): History {
  return {
    async read(kind, ids, snapshot) {
      const params = { kind, ids: ids.map(BigInt), number: snapshot.number }
      const where = 'kind = {kind:String} AND id IN {ids:Array(UInt64)} AND born <= {number:UInt32}'
      if (ids.length === 0) return new Map()
      const [newest, past] = await Promise.all([
        engine.query<{ id: string; observed: string }>({
          tag: 'history',
          sql: `SELECT toString(id) AS id, toString(argMax(observed_at, born)) AS observed FROM versions WHERE ${where} GROUP BY id`,
          params,
        }),
        engine.query<{ id: string; observed: string; tracked: string }>({
          tag: 'history',
          sql: `SELECT toString(id) AS id, toString(observed_at) AS observed, tracked FROM snapshots WHERE ${where}
            ORDER BY snapshots.id, observed_at DESC LIMIT {most:UInt32} BY snapshots.id`,
          params: { ...params, most: mostStates },
        }),
      ])
      const histories = new Map<string, EntityHistory>(
        newest.map(({ id, observed }) => [id, { past: [], observedAt: isoTime(observed) }]),
      )
      for (const { id, observed, tracked } of past) {
        const state = {
          observedAt: isoTime(observed),
          tracked: JSON.parse(tracked) as Record<string, unknown>,
        }
        histories.get(id)?.past.unshift(state)
      }
      return histories
    },
  }
}

/** `2026-01-15 12:00:00.000` -> ISO 8601. */
const isoTime = (text: string) => `${text.replace(' ', 'T')}Z`
