import type { EntityKind } from '../../src/corpus/kinds/index.ts'
import {
  readByTokens,
  readOwners,
  readPage,
  readSnapshots,
  recordStore,
  type StoredSnapshot,
  type WholeVersion,
} from '../../src/corpus/record-store/index.ts'
import type { Postgres } from '../../src/store/postgres/index.ts'

/** Later than every commit. */
export const whenever = 2_147_483_647

/** Commits that wrote what carries one of some tokens now. */
export async function commitsOf(db: Postgres, kind: EntityKind, tokens: string[]): Promise<Set<number>> {
  const records = await readByTokens(recordStore(db), kind, { tokens, asOf: whenever, perToken: 100 })
  return new Set(records.map(({ born }) => born))
}

/** Earlier states of the entities that carry a token, or did, oldest first. */
export async function historyOf(db: Postgres, kind: EntityKind, token: string): Promise<StoredSnapshot[]> {
  const owners = await readOwners(recordStore(db), kind, { tokens: [token], asOf: whenever, most: 8 })
  return readSnapshots(recordStore(db), kind, {
    ids: [...owners.values()].flat(),
    asOf: whenever,
    most: 1_000,
  })
}

/** All versions of a kind, superseded ones included; of few records. */
export async function versionsOf(db: Postgres, kind: EntityKind): Promise<WholeVersion[]> {
  const after = { id: '0', born: '0' }
  return readPage(recordStore(db), kind, { after, pass: { from: 0, to: whenever }, limit: 100_000 })
}

/** All earlier states of a kind; of few records. */
export async function snapshotsOf(db: Postgres, kind: EntityKind): Promise<StoredSnapshot[]> {
  const ids = [...new Set((await versionsOf(db, kind)).map(({ id }) => id))]
  return readSnapshots(recordStore(db), kind, { ids, asOf: whenever, most: 1_000 })
}
