import { runCommit, type Commit } from '../commits/index.ts'
import { kinds, type EntityKind } from '../kinds/index.ts'
import { recordStore, tokensWritten } from '../record-store/index.ts'
import { commitStores, type WrittenStores } from './abandon.ts'
import { noteLoaded } from './analyze-load.ts'
import type { NextCommit } from './ingest.ts'
import { CommitRows, writeRows, type StoreBeside } from './rows.ts'

/**
 * Runs one commit: `fill` reads, decides and gathers rows while no other writer of the kind can. The rows are then
 * sent, and published together with its answer. When anything throws, nothing is ever visible.
 */
export async function writeCommit(
  stores: WrittenStores,
  kind: EntityKind,
  {
    entityIds,
    source,
    onStoring,
  }: { entityIds: number; source: string; onStoring?: ((next: NextCommit) => void) | undefined },
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
    const { identifiers, lost } = built.records
    onStoring?.({
      number: commit.number + 1,
      firstEntityId: commit.firstEntityId + entityIds,
      writtenAmong: (tokens) => tokensWritten({ identifiers, lost }, tokens),
    })
    if (built.tables.length > 0) await heard()
    await writeRows({ engine, tx }, spec, { commit, built, storeBeside })
    written = rows.rows
    return { rows: rows.rows, superseded: rows.superseded, source }
  })
  await noteLoaded(db, kind, written)
}
