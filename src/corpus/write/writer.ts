import type { ClickHouse } from '../../store/clickhouse/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import { runCommit, type Commit, type CommitStores } from '../commits/index.ts'
import { kinds, type CorpusKind, type EntityKind } from '../kinds/index.ts'
import { abandonCommit } from './abandon.ts'
import { logMerges } from './merge-log.ts'
import { planBatch, refusalOf, type Plan } from './plan.ts'
import { CommitRows, sendRows } from './rows.ts'
import type { SuppressedPeople } from './suppressed-people.ts'

/** One validated native record and the line of the file it came from. */
export interface IngestItem {
  line: number
  record: object
}

export interface Rejection {
  line: number
  path: string
  reason: string
  value: unknown
}

export interface IngestOutcome {
  created: number
  changed: number
  unchanged: number
  rejected: Rejection[]
  /** Lines left out because their people asked not to be in the corpus. */
  suppressed?: number
}

export interface IngestOptions {
  /** Name of the source, kept as provenance of every member. */
  source: string
  /** When the records were true; a record's own `observed_at` wins. */
  observedAt: Date
}

export interface CorpusWriter {
  /**
   * Writes a batch as one commit: searches see all of it at once, within a second of the return. Repeating a batch
   * changes nothing. Throws when a store is away; then nothing of the batch is visible and it can be repeated.
   */
  write(kind: EntityKind, items: readonly IngestItem[], options: IngestOptions): Promise<IngestOutcome>
}

/** Where the corpus is, and who must not be in it. */
export interface WriterStores {
  db: Postgres
  engine: ClickHouse
  /** Unset only where there can be nobody: synthetic data. */
  suppressed?: SuppressedPeople
  /** Where one process alone reads and writes: see `runCommit`. */
  onlyReader?: NonNullable<CommitStores['onlyReader']>
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
