import type { Postgres } from '../../store/postgres/index.ts'
import { isCurrentIndex, findLacks, readIndexState } from '../commits/index.ts'
import { entityKinds, type EntityKind } from '../kinds/index.ts'
import { readRebuilds } from '../record-store/index.ts'

/** Work on the corpus that requests may have to wait for. */
export interface CorpusWork {
  kind: EntityKind
  what: 'rebuild'
  done: number
  total: number
  /** Undefined if it waits for its turn. */
  startedAt: Date | undefined
  expectedEndAt: Date | undefined
  /** What answers 503 until it is done: all of a kind, or `some` that reads what is not there yet. */
  waiting: { searches: 'all' | 'some' | 'none'; lookups: 'all' | 'some' | 'none'; imports: boolean }
}

/** Work under way or still to be done, by kind. */
export async function readCorpusWork(db: Postgres): Promise<CorpusWork[]> {
  const rebuilds = await readRebuilds({ db })
  const work: CorpusWork[] = []
  for (const kind of entityKinds) {
    const state = await readIndexState(db, kind)
    if (isCurrentIndex(kind, state)) continue
    const { rows, identifiers } = findLacks(kind, state)
    const share = (lacking: typeof rows | typeof identifiers) => {
      if (lacking === undefined) return 'none'
      return lacking === 'all' ? 'all' : 'some'
    }
    const waiting = {
      searches: share(rows),
      lookups: share(identifiers),
      imports: identifiers !== undefined,
    } as const
    const rebuild = rebuilds.find((each) => each.kind === kind)
    work.push({
      kind,
      what: 'rebuild',
      done: rebuild?.done ?? 0,
      total: rebuild?.total ?? state.versions,
      startedAt: rebuild?.startedAt,
      expectedEndAt: rebuild?.expectedEndAt,
      waiting,
    })
  }
  return work
}
