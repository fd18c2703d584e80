import { monotonicMs } from '../../lib/clock.ts'
import { latestRead } from '../../lib/latest-read.ts'
import { column, rowShape, sql, StoreUnavailable, type Postgres } from '../../store/postgres/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import { BeingRebuilt, findLacks, type Lacks } from './stored-rules.ts'
import { pollMs, quietMs } from './commit-log.ts'

/** A moment of the corpus: everything published up to `number`, whatever is written since. */
export interface Snapshot {
  number: number
  /** Rows of later commits may be in the tables, so queries must compare commit numbers. */
  mayHoldLater: boolean
  /** Superseded versions may be in the tables, so queries must leave them out. */
  mayHoldSuperseded: boolean
  /** Superseded versions are few and none is being removed, so a count may look each of them up. */
  fewSuperseded?: boolean
  /** What rows and identifiers lack while they are being rebuilt. Questions that read it must wait. */
  lacks?: Lacks
}

/** Up to this many superseded versions, looking them up by key costs less than testing every row against them. */
const minRowsPerPart = 50_000

export interface Snapshots {
  /** The newest snapshot, at most `pollMs` old, and at once after a publish in this process or its notification. */
  newest(kind: EntityKind): Promise<Snapshot>
  /** An earlier snapshot, from a cursor; undefined when compaction has removed rows that it needs. */
  at(kind: EntityKind, number: number): Promise<Snapshot | undefined>
  /** Reads the state now; a writer in the same process calls it after publishing. */
  refresh(): Promise<void>
  close(): Promise<void>
}

interface State {
  published: number
  hot: boolean
  superseded: number
  compacting: boolean
  compactedTo: number
  lacks: Lacks
  readAtMs: number
}

export async function openSnapshots(db: Postgres): Promise<Snapshots> {
  let states = await read(db)
  const refresh = latestRead(async () => {
    states = await read(db)
  })
  const poll = () => {
    if (refresh.underWay() === undefined) void refresh().catch(() => {})
  }
  const timer = setInterval(poll, pollMs)
  timer.unref()
  const stop = await db.listen('corpus_commits', () => void refresh().catch(() => {}))
  const state = async (kind: EntityKind): Promise<State> => {
    // A state this old says nothing about now: the store, or this process, has been away.
    if (monotonicMs() - findState(states, kind).readAtMs > 5_000) await refresh()
    const current = findState(states, kind)
    // Nothing can be found by any name; in an installation that is being moved the records are missing as well.
    if (current.lacks.identifiers === 'all') throw new BeingRebuilt(`the identifiers of ${kind}`)
    return current
  }
  // Trust in "nothing is being written" ends before a writer's first row can arrive.
  const isHot = (current: State) => current.hot || monotonicMs() - current.readAtMs > quietMs - 50
  return {
    async newest(kind) {
      const current = await state(kind)
      return { number: current.published, mayHoldLater: isHot(current), ...readSuperseded(current) }
    },
    async at(kind, number) {
      const current = await state(kind)
      if (number > current.published) await refresh()
      const now = findState(states, kind)
      if (number > now.published || number < now.compactedTo) return undefined
      return {
        number,
        mayHoldLater: isHot(now) || number < now.published,
        ...readSuperseded(now),
      }
    },
    refresh,
    async close() {
      clearInterval(timer)
      await stop()
      // A running read has a connection of the store, which may be closed next.
      await refresh.underWay()?.catch(() => {})
    },
  }
}

function readSuperseded({
  superseded,
  compacting,
  lacks,
}: State): Pick<Snapshot, 'mayHoldSuperseded' | 'fewSuperseded' | 'lacks'> {
  return {
    mayHoldSuperseded: superseded > 0,
    fewSuperseded: superseded <= minRowsPerPart && !compacting,
    ...((lacks.rows ?? lacks.identifiers) !== undefined && { lacks }),
  }
}

function findState(states: Map<EntityKind, State>, kind: EntityKind): State {
  const current = states.get(kind)
  if (current === undefined) throw new StoreUnavailable(`corpus_commits has no row for ${kind}`)
  return current
}

const stateRow = rowShape({
  kind: column.text<EntityKind>(),
  published: column.int(),
  hot: column.bool(),
  superseded: column.int(),
  compacting: column.bool(),
  compacted_to: column.int(),
  last_number: column.int(),
  search_index: column.int(),
  identifier_index: column.int(),
})

async function read(db: Postgres): Promise<Map<EntityKind, State>> {
  const readAtMs = monotonicMs()
  const rows = await db.query(sql.rows(stateRow)`
    SELECT kind, published, pending IS NOT NULL OR hot_until > clock_timestamp() AS hot, superseded, compacting, compacted_to,
      last_number, search_index, identifier_index
    FROM corpus_commits`)
  return new Map(
    rows.map((row) => [
      row.kind,
      {
        published: row.published,
        hot: row.hot,
        superseded: row.superseded,
        compacting: row.compacting,
        compactedTo: row.compacted_to,
        lacks: findLacks(row.kind, row),
        readAtMs,
      },
    ]),
  )
}
