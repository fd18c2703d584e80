import { kinds, type EntityKind } from '../kinds/index.ts'
import type { Queryable } from '../../store/postgres/index.ts'
import {
  confirmLines,
  readKnownLines,
  recordStore,
  renewLineRules,
  restateSnapshots,
  dropContested,
  storeConfirmations,
  storeContested,
  storeLines,
  storeSightings,
  type KnownLines,
} from '../record-store/index.ts'
import { readPublishedCommit } from '../commits/index.ts'
import { linesHere, type BatchLines } from './batch-lines.ts'
import { buildAhead } from './build-ahead.ts'
import type { ContestedTokens } from './contested.ts'
import { countMarked, markCounted } from './counts.ts'
import { emptySealed } from './merge.ts'
import type {
  ImportRun,
  IngestItem,
  IngestOptions,
  IngestOutcome,
  NextCommit,
  WriterStores,
} from './ingest.ts'
import { lineRules } from './line-rules.ts'
import { endLoad } from './analyze-load.ts'
import { logMerges } from './merge-log.ts'
import { followMerges } from './relink.ts'
import type { Plan } from './finish-plan.ts'
import { planBatch } from './plan.ts'
import { checkLine, type LineCheck } from './read-line.ts'
import type { CommitRows } from './rows.ts'
import { writeCommit } from './write-commit.ts'

export interface CorpusWriter {
  /**
   * Writes a batch as one commit: searches see all of it at once, within a second of the return. Repeating a batch
   * changes nothing. Throws when a store is away; then nothing of the batch is visible and it can be repeated.
   */
  write(kind: EntityKind, items: readonly IngestItem[], options: IngestOptions): Promise<IngestOutcome>
  /** The same for lines that were read elsewhere. Writes nothing where all of them came before and change nothing. */
  writeLines(kind: EntityKind, lines: BatchLines, options: IngestOptions): Promise<IngestOutcome>
  /**
   * Begins to build rows of lines that will be written next, while the stores write the batch before: `next` is what that one's
   * `onStoring` was given. Decides and writes nothing. Fails as `writeLines` would.
   */
  buildAhead(kind: EntityKind, lines: BatchLines, options: IngestOptions, next: NextCommit): Promise<void>
  /** Ends an import that was read to its end: identifiers that no row contests any more may identify again. */
  endRun(kind: EntityKind, source: string, run: ImportRun): Promise<void>
  /** Updates members that count other records now instead of at the next maintenance. */
  settle(): Promise<void>
  /** Which of some lines, by digest, would change nothing if they were written now. */
  knownLines(kind: EntityKind, digests: readonly string[], observedAt: Date): Promise<KnownLines>
}

/** `onPublished` runs after each commit, so that readers in the same process need not wait for their next poll. */
export function openWriter(
  stores: WriterStores,
  onPublished: () => Promise<void> = async () => {},
): CorpusWriter {
  const { db } = stores
  const contested = new Map<string, ContestedTokens>()
  const rulesKept = new Map<EntityKind, Promise<void>>()
  const keepRules = async (kind: EntityKind) => {
    let pending = rulesKept.get(kind)
    if (pending === undefined) rulesKept.set(kind, (pending = renewLineRules(db, kind, lineRules(kind))))
    await pending.catch((cause: unknown) => {
      rulesKept.delete(kind)
      throw cause
    })
  }
  const contestedOf = (kind: EntityKind, { source, observedAt }: IngestOptions) =>
    contestedIn(contested, `${kind} ${source} ${observedAt.toISOString()}`)
  const writeLines: CorpusWriter['writeLines'] = async (kind, lines, options) => {
    if (lines.digests !== undefined) await keepRules(kind)
    if (await isAllKnown(stores, kind, { lines, options }))
      return { created: 0, changed: 0, unchanged: countPassed(lines), rejected: [] }
    const outcome = await writeBatch(stores, kind, {
      lines,
      options,
      contested: contestedOf(kind, options),
    })
    await onPublished()
    return { ...outcome, unchanged: outcome.unchanged + countPassed(lines) }
  }
  return {
    write: async (kind, items, options) => writeLines(kind, linesHere(kinds[kind], items, options), options),
    writeLines,
    buildAhead: (kind, lines, options, next) =>
      buildAhead(stores, kinds[kind], { lines, options, contested: contestedOf(kind, options), next }),
    async endRun(kind, source, { unsettled }) {
      await dropContested(db, kind, { source, tokens: [...(unsettled?.keys() ?? [])] })
    },
    async settle() {
      const followed = await followMerges(stores)
      if ((await countMarked(stores)) + followed > 0) await onPublished()
      await endLoad(db)
    },
    async knownLines(kind, digests, observedAt) {
      await keepRules(kind)
      return readKnownLines(db, kind, { digests, observedAt })
    },
  }
}

/** Imports whose contested identifiers are remembered. */
const maxImports = 20

function contestedIn(imports: Map<string, ContestedTokens>, name: string): ContestedTokens {
  let tokens = imports.get(name)
  if (tokens === undefined) {
    imports.set(name, (tokens = new Set()))
    const [oldest] = imports.keys()
    if (imports.size > maxImports && oldest !== undefined) imports.delete(oldest)
  }
  return tokens
}

interface Batch {
  lines: BatchLines
  options: IngestOptions
}

const countPassed = ({ passed }: BatchLines): number => passed?.lines.size ?? 0

/** Whether no line of a batch needs writing. A batch without lines does not count. */
async function isAllKnown({ db }: WriterStores, kind: EntityKind, batch: Batch): Promise<boolean> {
  const { lines } = batch
  if (lines.summaries.some((summary) => summary !== undefined)) return false
  await takeChanged(db, kind, batch)
  if (countPassed(lines) < lines.summaries.length) return false
  await confirmPassed(db, kind, batch)
  return true
}

/** Confirmations by lines that were not read. */
async function confirmPassed(tx: Queryable, kind: EntityKind, { lines, options }: Batch): Promise<void> {
  const { passed } = lines
  if (passed === undefined || passed.lines.size === 0) return
  const { published, lines: each } = passed
  await confirmLines(tx, kind, { published, lines: [...each.values()], ...options })
}

/** Lines whose entity has changed since the look-up, by an earlier batch or another writer, must be written. */
async function takeChanged(
  db: WriterStores['db'],
  kind: EntityKind,
  { lines, options }: Batch,
): Promise<void> {
  const { passed } = lines
  if (passed === undefined || passed.lines.size === 0) return
  // Two lines about one entity are laid over it together.
  const times = new Map<string, number>()
  for (const { id } of passed.lines.values()) times.set(id, (times.get(id) ?? 0) + 1)
  const twice = [...passed.lines].filter(([, { id }]) => (times.get(id) ?? 0) > 1)
  if (twice.length > 0) await passed.take(twice.map(([place]) => place))
  if ((await readPublishedCommit(db, kind)) === passed.published) return
  const digests = [...passed.lines.values()].map(({ digest }) => digest)
  const answer = await readKnownLines(db, kind, { digests, observedAt: options.observedAt })
  const changed = [...passed.lines].filter(([, { digest, id }]) => answer.lines.get(digest)?.id !== id)
  if (changed.length > 0) await passed.take(changed.map(([place]) => place))
  passed.renew(answer)
}

async function writeBatch(
  stores: WriterStores,
  kind: EntityKind,
  batch: Batch & { contested: ContestedTokens },
): Promise<IngestOutcome> {
  const { lines, options } = batch
  const { source, onStoring } = options
  const dictionary = await recordStore(stores.db).dictionary(kind)
  let outcome: IngestOutcome = { created: 0, changed: 0, unchanged: 0, rejected: [] }
  const entityIds = lines.summaries.length
  await writeCommit(stores, kind, { entityIds, source, onStoring }, async (rows, commit) => {
    await takeChanged(stores.db, kind, batch)
    const plan = await planBatch(stores, kinds[kind], { lines, commit, options, contested: batch.contested })
    const building = lines.build(plan.fresh, { commit, dictionary })
    // The promise is awaited below, after the rows of this thread.
    building.catch(() => {})
    addPlanned(rows, plan)
    for (const { built, rows: count } of await building) rows.include(built, count)
    outcome = plan.outcome
    return async (tx) => {
      await storeConfirmations(tx, kind, plan.confirmations)
      await storeSightings(tx, kind, plan.sightings)
      await restateSnapshots({ store: recordStore(stores.db), tx }, kind, plan.restated)
      await markCounted(tx, kinds[kind], { versions: referring(plan), number: commit.number })
      await logMerges(tx, { kind, number: commit.number, actor: `import:${source}` }, plan.merges)
      await confirmPassed(tx, kind, batch)
      await storeLines(tx, kind, toRemember(lines, plan))
      // An identifier of a stored record stays that record's. Only one that nobody has is contested in later files,
      // too.
      const ownerless = (plan.outcome.contested ?? []).filter(({ record }) => record === undefined)
      const tokens = options.run === undefined ? [] : ownerless.map(({ token }) => token)
      await storeContested(tx, kind, { source, tokens })
    }
  })
  return outcome
}

/** Entities of a batch that may refer to others. */
const referring = ({ versions, fresh }: Plan) => [
  ...versions,
  ...fresh.map(({ links = [] }) => ({ sealed: { ...emptySealed(), links } })),
]

function toRemember({ digests, summaries }: BatchLines, { settled }: Plan) {
  return settled.flatMap(({ place, ...line }) => {
    const digest = digests?.[place]
    const memberNames = summaries[place]?.said
    return digest === undefined || memberNames === undefined ? [] : [{ ...line, digest, said: memberNames }]
  })
}

/** The result of `write` for a record by itself, independent of the stores, for a dry run. */
export const checkRecord = (kind: EntityKind, item: IngestItem, options: IngestOptions): LineCheck =>
  checkLine(kinds[kind], item, options)

function addPlanned(rows: CommitRows, plan: Plan): void {
  for (const version of plan.versions) rows.version(version)
  for (const version of plan.retired) rows.retire(version)
  for (const snapshot of plan.snapshots) rows.snapshot(snapshot)
}
