import { openSnapshots, type Snapshot, type Snapshots } from '../commits/index.ts'
import { entityKinds, type EntityKind } from '../kinds/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'

/** Snapshots of a corpus that does not change, read once. */
export async function fixedSnapshots(db: Postgres): Promise<Snapshots> {
  const open = await openSnapshots(db)
  const newest = new Map<EntityKind, Snapshot>()
  try {
    for (const kind of entityKinds) {
      const { number, mayHoldSuperseded } = await open.newest(kind)
      newest.set(kind, { number, mayHoldLater: false, mayHoldSuperseded })
    }
  } finally {
    await open.close()
  }
  const of = (kind: EntityKind) => newest.get(kind) as Snapshot
  return {
    newest: async (kind) => of(kind),
    at: async (kind, number) => (number === of(kind).number ? of(kind) : undefined),
    refresh: async () => {},
    close: async () => {},
  }
}
