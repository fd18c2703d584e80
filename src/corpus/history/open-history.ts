import type { Postgres } from '../../store/postgres/index.ts'
import type { Snapshot } from '../commits/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import {
  readChangedIds,
  readGoneIds,
  readObserved,
  readSnapshots,
  recordStore,
  type Since,
} from '../record-store/index.ts'
import { changesSince, type ChangesOptions } from './changes.ts'
import { readTimeline, type TimelineState } from './timeline.ts'
import { maxStates, type EntityChange, type EntityHistory } from './states.ts'

export interface History {
  /** Histories of some entities, by id, as a snapshot shows them. */
  read(kind: EntityKind, ids: readonly string[], snapshot: Snapshot): Promise<Map<string, EntityHistory>>
  /**
   * Finds which of any number of entities changed, with the states before and after, in no order: since a commit
   * (what searches show now and did not show then, for callers that look again and again), or since an instant (what
   * was observed later, whenever it was imported). Reads only what changed, some hundreds of records at a time. An
   * entity that changed back did not change; one that ended is left out.
   */
  changes(
    kind: EntityKind,
    since: Since,
    ids: Iterable<string> | AsyncIterable<string>,
    options: ChangesOptions,
  ): AsyncGenerator<EntityChange>
  /** Finds which of some entities were written since a commit, whatever changed; some thousands at most. */
  written(
    kind: EntityKind,
    commit: number,
    request: { ids: readonly string[]; snapshot: Snapshot },
  ): Promise<string[]>
  /**
   * The states of one entity, the newest first, each with the day it began and what changed: all of them, or those
   * before an instant. Empty for an entity that ended.
   */
  timeline(
    kind: EntityKind,
    id: string,
    request: { snapshot: Snapshot; before?: string | undefined },
  ): AsyncGenerator<TimelineState>
  /** Finds entities that ended: merged into others, which their identifiers find, or removed. */
  missingIds(kind: EntityKind, ids: readonly string[], snapshot: Snapshot): Promise<string[]>
}

export function openHistory(db: Postgres): History {
  return {
    async read(kind, ids, { number: asOf }) {
      const store = recordStore(db)
      const [newest, past] = await Promise.all([
        readObserved(store, kind, { ids, asOf }),
        readSnapshots(store, kind, { ids, asOf, most: maxStates }),
      ])
      const histories = new Map<string, EntityHistory>(
        newest.map(({ id, observedAt }) => [id, { past: [], observedAt }]),
      )
      for (const { id, observedAt, tracked } of past)
        histories.get(id)?.past.push({ observedAt, tracked: JSON.parse(tracked) as Record<string, unknown> })
      return histories
    },
    written: (kind, commit, { ids, snapshot: { number: asOf } }) =>
      readChangedIds(recordStore(db), kind, { ids, since: { commit }, asOf }),
    timeline: (kind, id, { snapshot: { number: asOf }, before }) =>
      readTimeline(recordStore(db), kind, { id, before, asOf }),
    missingIds: (kind, ids, { number: asOf }) => readGoneIds(recordStore(db), kind, { ids, asOf }),
    changes: (kind, since, ids, options) => changesSince(recordStore(db), { kind, since, ids }, options),
  }
}
