import type { EntityKind } from '../kinds/index.ts'
import { kinds } from '../kinds/index.ts'
import {
  readByIds,
  readChangedIds,
  readFirstIdAfter,
  readSnapshots,
  readStatesAsOf,
  type ReadRecord,
  type RecordStore,
  type Since,
  type StoredSnapshot,
} from '../record-store/index.ts'
import type { Snapshot } from '../commits/index.ts'
import { earlierState, maxStates, type EntityChange, type PastState } from './states.ts'

/** Ids of one statement. */
const idsAtOnce = 2_000
/** Records that are read and in memory at a time. */
const recordsAtOnce = 250
/** Greater ids are not assigned yet. */
const maxId = 2n ** 63n - 1n

export interface ChangesOptions {
  /** The snapshot to compare with, usually the newest. */
  snapshot: Snapshot
  signal?: AbortSignal | undefined
}

/** See `History.changes`. */
export async function* changesSince(
  store: RecordStore,
  question: { kind: EntityKind; since: Since; ids: Iterable<string> | AsyncIterable<string> },
  { snapshot: { number: asOf }, signal }: ChangesOptions,
): AsyncGenerator<EntityChange> {
  const { kind, since, ids } = question
  const youngest = 'commit' in since ? await readFirstIdAfter(store, kind, since.commit) : null
  for await (const chunk of inChunks(ids, idsAtOnce)) {
    signal?.throwIfAborted()
    const changed = await readChangedIds(store, kind, { ids: chunk, since, asOf })
    for (let start = 0; start < changed.length; start += recordsAtOnce) {
      signal?.throwIfAborted()
      const part = { ids: changed.slice(start, start + recordsAtOnce), since, asOf }
      yield* await readChanges(store, kind, { ...part, youngest })
    }
  }
}

async function readChanges(
  store: RecordStore,
  kind: EntityKind,
  request: { ids: string[]; since: Since; asOf: number; youngest: bigint | null },
): Promise<EntityChange[]> {
  const { youngest, since } = request
  const [records, before, past] = await Promise.all([
    readByIds(store, kind, request),
    readStatesAsOf(store, kind, request),
    readSnapshots(store, kind, { ...request, most: maxStates }),
  ])
  const pastOf = Map.groupBy(past, ({ id }) => id)
  return records.flatMap((record) => {
    const isNew =
      'commit' in since ? youngest !== null && BigInt(record.id) >= youngest : !before.has(record.id)
    const earlier = isNew ? undefined : before.get(record.id)
    const change = buildChange(kind, record, { earlier, past: pastOf.get(record.id) ?? [] })
    const isChanged =
      isNew || (earlier !== undefined && earlier.tracked !== JSON.stringify(change.after.tracked))
    return isChanged ? [change] : []
  })
}

function buildChange(
  kind: EntityKind,
  { id, born, observedAt, body }: ReadRecord,
  { earlier, past }: { earlier: StoredSnapshot | undefined; past: readonly StoredSnapshot[] },
): EntityChange {
  const record = JSON.parse(body) as Record<string, unknown>
  const states = past.map(readState)
  return {
    id,
    commit: born,
    record,
    before: earlier === undefined ? null : readState(earlier),
    after: { observedAt, tracked: kinds[kind].tracked(record) },
    past: states,
    earlier: (lookback) => earlierState(states, lookback),
  }
}

const readState = ({ observedAt, tracked }: StoredSnapshot): PastState => ({
  observedAt,
  tracked: JSON.parse(tracked) as Record<string, unknown>,
})

/** Decimal ids that an entity may have, each once in its chunk. */
async function* inChunks(
  ids: Iterable<string> | AsyncIterable<string>,
  size: number,
): AsyncGenerator<string[]> {
  let chunk = new Set<string>()
  for await (const id of ids) {
    if (BigInt(id) <= maxId) chunk.add(id)
    if (chunk.size < size) continue
    yield [...chunk]
    chunk = new Set()
  }
  yield [...chunk]
}
