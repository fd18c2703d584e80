import { findOrigin, kinds, type EntityKind } from '../kinds/index.ts'
import { readByIds, readStatesBefore, type ReadRecord, type RecordStore } from '../record-store/index.ts'

type Tracked = Record<string, unknown>

/** A state of an entity that differs from the one before it. */
export interface TimelineState {
  /** When it was first observed. ISO 8601. */
  observedAt: string
  source: string
  /** Tracked members. */
  tracked: Tracked
  /** What changed since the state before; undefined for the first state. */
  changes?: { member: string; previous: unknown; current: unknown }[]
}

/** States read at a time, because many of them may equal the one before. */
const atOnce = 50

/**
 * The states of one entity, the newest first, each with its beginning: a state that was observed several times is
 * one. Continues before an instant, where one is given; otherwise begins with the record.
 */
export async function* readTimeline(
  store: RecordStore,
  kind: EntityKind,
  { id, before, asOf }: { id: string; before?: string | undefined; asOf: number },
): AsyncGenerator<TimelineState> {
  let from = before
  let newer: TimelineState | undefined
  if (from === undefined) {
    const [record] = await readByIds(store, kind, { ids: [id], asOf, sealed: true })
    if (record === undefined) return
    newer = buildNewest(kind, record)
    from = record.observedAt
  }
  for (;;) {
    const states = await readStatesBefore(store, kind, { id, before: from, asOf, most: atOnce })
    for (const { observedAt, source, tracked } of states) {
      const state = { observedAt, source, tracked: JSON.parse(tracked) as Tracked }
      const changes = newer === undefined ? [] : listChanges(state.tracked, newer.tracked)
      if (newer !== undefined && changes.length > 0) yield { ...newer, changes }
      newer = state
    }
    if (states.length < atOnce) break
    from = (states.at(-1) as { observedAt: string }).observedAt
  }
  if (newer !== undefined) yield newer
}

function buildNewest(kind: EntityKind, { observedAt, ...record }: ReadRecord): TimelineState {
  const stored = JSON.parse(record.body) as Record<string, unknown>
  const sealed = JSON.parse(record.sealed) as Parameters<typeof findOrigin>[1]
  const tracked = kinds[kind].tracked(stored)
  const sources = Object.keys(tracked).flatMap((member) => {
    const origin = findOrigin(kinds[kind], sealed, { member, record: stored })
    return origin?.observedAt === observedAt ? [origin.source] : []
  })
  return { observedAt, source: sources[0] ?? sealed.provenance[0]?.source ?? '', tracked }
}

/** Members that changed. A member that was not tracked then is unknown, which is no change. */
function listChanges(before: Tracked, after: Tracked) {
  return Object.entries(after).flatMap(([member, current]) => {
    const previous = before[member]
    const isKnown = Object.hasOwn(before, member)
    return isKnown && JSON.stringify(previous) !== JSON.stringify(current)
      ? [{ member, previous, current }]
      : []
  })
}
