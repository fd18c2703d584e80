import { runCommit, type Commit, type CommitStores } from '../commits/index.ts'
import { kinds, type CorpusKind, type EntityKind } from '../kinds/index.ts'
import { abandonCommit } from './abandon.ts'
import type { IngestItem, IngestOptions, IngestOutcome, Rejection, WriterStores } from './ingest.ts'
import { logMerges } from './merge-log.ts'
import { planBatch, refusalOf, type Plan } from './plan.ts'
import { CommitRows, sendRows } from './rows.ts'

export interface CorpusWriter {
  /**
   * Writes a batch as one commit: searches see all of it at once, within a second of the return. Repeating a batch
   * changes nothing. Throws when a store is away; then nothing of the batch is visible and it can be repeated.
   */
  write(kind: EntityKind, items: readonly IngestItem[], options: IngestOptions): Promise<IngestOutcome>
}

/** `onPublished` runs after each commit, so that readers in the same process need not wait for their next poll. */
export function openWriter(
  stores: WriterStores,
  onPublished: () => Promise<void> = async () => {},
): CorpusWriter {
  const { db, engine, onlyReader } = stores
  const abandon = (of: EntityKind, number: number) => abandonCommit(engine, kinds[of], number)
  const commitTo: CommitStores = { db, abandon, ...(onlyReader && { onlyReader }) }
  return {
    async write(kind, items, options) {
      let outcome: IngestOutcome = { created: 0, changed: 0, unchanged: 0, rejected: [] }
      if (items.length === 0) return outcome
      const spec = kinds[kind]
      await runCommit(commitTo, kind, items.length, async (commit) => {
        const plan = await planBatch(stores, spec, { items, options, commit })
        const rows = rowsOf(spec, commit, plan)
        await sendRows(engine, rows.take())
        await logMerges(db, { kind, number: commit.number, actor: `import:${options.source}` }, plan.merges)
        outcome = plan.outcome
        return { rows: rows.rows, superseded: rows.superseded, source: options.source }
      })
      await onPublished()
      return outcome
    },
  }
}

/** Why `write` would reject a record by itself, whatever is stored; undefined when it would take it. For a dry run. */
export function rejectionOf(
  kind: EntityKind,
  item: IngestItem,
  options: IngestOptions,
): Rejection | undefined {
  return refusalOf(kinds[kind], item, options)
}

function rowsOf(spec: CorpusKind, commit: Commit, plan: Plan): CommitRows {
  const rows = new CommitRows(spec, commit)
  for (const version of plan.versions) rows.version(version)
  for (const snapshot of plan.snapshots) rows.snapshot(snapshot)
  return rows
}
