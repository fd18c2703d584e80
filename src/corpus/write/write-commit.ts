import type { Transaction } from '../../store/postgres/index.ts'
import { runCommit, type Commit } from '../commits/index.ts'
import { kinds, type EntityKind } from '../kinds/index.ts'
import { recordStore } from '../record-store/index.ts'
import { commitStores, type WrittenStores } from './abandon.ts'
import { noteLoaded } from './analyze-load.ts'
import { CommitRows, writeRows } from './rows.ts'

/** Stores what goes with a commit, in the transaction that publishes it. */
export type StoreBeside = (tx: Transaction) => Promise<void>

/**
 * Runs one commit: `fill` reads, decides and gathers its rows while no other writer of the kind can; they are then sent
 * and published together with what it answers. When anything throws, nothing is ever visible.
 */
export async function writeCommit(
  stores: WrittenStores,
  kind: EntityKind,
  { entityIds, source }: { entityIds: number; source: string },
  fill: (rows: CommitRows, commit: Commit) => Promise<StoreBeside | void>,
): Promise<void> {
  const { db, engine } = stores
  const spec = kinds[kind]
  let written = 0
  const dictionary = await recordStore(db).dictionary(kind)
  await runCommit(commitStores(stores), kind, entityIds, async (commit, tx, heard) => {
    const rows = new CommitRows(spec, commit, dictionary)
    const storeBeside = await fill(rows, commit)
    const built = rows.take()
    if (built.tables.length > 0) await heard()
    await writeRows({ engine, tx }, spec, { commit, built })
    await storeBeside?.(tx)
    written = rows.rows
    return { rows: rows.rows, superseded: rows.superseded, source }
  })
  await noteLoaded(db, kind, written)
}
