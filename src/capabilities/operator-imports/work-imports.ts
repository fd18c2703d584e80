import { availableParallelism } from 'node:os'
import {
  importFile,
  InvalidMapping,
  isWorthThreads,
  openReadThreads,
  parseMapping,
  UnreadableFile,
  type ImportProgress,
  type ImportSummary,
} from '../../corpus/import/index.ts'
import type { CorpusWriter, Rejection } from '../../corpus/write/index.ts'
import type { Clock } from '../../lib/clock.ts'
import { openTaskLocks } from '../../platform/maintenance/index.ts'
import type { Blobs } from '../../store/blobs/index.ts'
import { EngineUnavailable } from '../../store/clickhouse/index.ts'
import { StoreUnavailable, type Postgres } from '../../store/postgres/index.ts'
import { FileGone, withFile } from './import-file.ts'
import {
  countOpen,
  endImport,
  markInterrupted,
  reportImport,
  takeQueued,
  type ImportCounts,
  type ImportState,
  type StoredImport,
} from './import-rows.ts'
import { insertRejects, reopenRejects } from './reject-rows.ts'

/** Rejects of one import that are kept with their rows; the rest is only counted. */
const maxRejects = 10_000
const reportEveryMs = 1_000
const maxWorkers = 8
const batchRows = 5_000

const interruptedText =
  'The process that loaded it ended before its end. Start it again to go on: rows already loaded cost little and change nothing.'
const awayText =
  'The database or the engine was away. Start it again to go on: rows already loaded cost little and change nothing.'

export interface ImportParts {
  db: Postgres
  blobs: Blobs
  writer: CorpusWriter
  clock: Clock
  /** Where files are copied to while they are read. */
  folder: string
}

/**
 * Loads what waits, one import after the other, while no other process does. An import that was left by a process that
 * ended is marked so. Answers how many were loaded; the signal ends after the batch that is being written. Throws
 * StoreUnavailable and EngineUnavailable: what waits goes on waiting.
 */
export async function workImports(parts: ImportParts, signal: AbortSignal): Promise<number> {
  let loaded = 0
  await openTaskLocks(parts.db).alone('operator-imports', async () => {
    await markInterrupted(parts.db, new Date(parts.clock.now()), interruptedText)
    while (!signal.aborted) {
      const next = await parts.db.transact((tx) => takeQueued(tx, new Date(parts.clock.now())))
      if (next === undefined) return
      await loadImport(parts, next, signal)
      loaded += 1
    }
  })
  return loaded
}

/** Whether an import waits while no process loads any. Marks what a process left that ended without a word. */
export async function isImportDue({ db, clock }: Pick<ImportParts, 'db' | 'clock'>): Promise<boolean> {
  const { queued, running } = await countOpen(db)
  if (queued + running === 0) return false
  let isFree = false
  await openTaskLocks(db).alone('operator-imports', async () => {
    isFree = true
    await markInterrupted(db, new Date(clock.now()), interruptedText)
  })
  return isFree && queued > 0
}

interface Ending {
  state: ImportState
  problem?: string | null
  notes?: readonly string[]
}

async function loadImport(parts: ImportParts, one: StoredImport, stopping: AbortSignal): Promise<void> {
  const { db, clock } = parts
  const run = new ImportRun(parts, one, stopping)
  let ending: Ending
  try {
    const summary = await withFile(parts, one, (file) => run.load(file))
    ending = run.endingOf(summary)
  } catch (error) {
    if (isAway(error)) {
      await endAway(parts, one, run)
      throw error
    }
    ending = { state: 'failed', problem: problemOf(error) }
    if (!(error instanceof UnreadableFile || error instanceof InvalidMapping || error instanceof FileGone))
      process.stderr.write(`${one.id}: ${error instanceof Error ? String(error.stack) : String(error)}\n`)
  }
  await run.finish()
  const { id, corrects } = one
  await db.transact(async (tx) => {
    await endImport(tx, id, { ...ending, at: new Date(clock.now()) })
    if (corrects !== null && (ending.state === 'completed' || ending.state === 'damaged'))
      await reopenRejects(tx, { id, corrects })
  })
}

const isAway = (error: unknown) => error instanceof StoreUnavailable || error instanceof EngineUnavailable

/** Where the database is away too, the import is marked by the process that finds it free. */
async function endAway({ db, clock }: ImportParts, { id }: StoredImport, run: ImportRun): Promise<void> {
  try {
    await run.finish()
    await endImport(db, id, { state: 'interrupted', problem: awayText, at: new Date(clock.now()) })
  } catch (error) {
    if (!isAway(error)) throw error
  }
}

/** Text of our own classes is for operators; of any other cause the class alone. */
function problemOf(error: unknown): string {
  if (error instanceof UnreadableFile || error instanceof InvalidMapping || error instanceof FileGone)
    return error.message
  const name = error instanceof Error ? error.name : 'unknown'
  return `Stopped before the end (${name}). Start it again to go on; the log of the service has the cause.`
}

/** One run of one import: its counts, its rejects, and what it is asked to do meanwhile. */
class ImportRun {
  readonly #parts: ImportParts
  readonly #import: StoredImport
  readonly #abort = new AbortController()
  readonly #stopping: AbortSignal
  #wish: StoredImport['wish'] = null
  #counts: ImportCounts
  #reportedMs = 0
  #reporting: Promise<void> | undefined
  #rejects = 0

  constructor(parts: ImportParts, one: StoredImport, stopping: AbortSignal) {
    this.#parts = parts
    this.#import = one
    this.#stopping = stopping
    this.#counts = one.counts
  }

  async load({ path, scratch }: { path: string; scratch: string }): Promise<ImportSummary> {
    const { kind, source, choice, traceparent } = this.#import
    const { clock, writer } = this.#parts
    const { mapping, names, asOf, fileFormat, member } = choice
    const isWorth = await isWorthThreads(path)
    const threads = isWorth ? openReadThreads(Math.min(availableParallelism(), maxWorkers)) : undefined
    try {
      return await importFile({
        kind,
        file: path,
        source,
        scratch,
        writer,
        threads,
        batchRows,
        names,
        mapping: mapping === null ? undefined : parseMapping(mapping),
        fileFormat: fileFormat ?? undefined,
        member: member ?? undefined,
        observedAt: asOf === null ? new Date(clock.now()) : new Date(asOf),
        isOfNow: asOf === null,
        traceparent: traceparent ?? undefined,
        signal: AbortSignal.any([this.#stopping, this.#abort.signal]),
        onRejects: (rejected) => this.#keep(rejected),
        onProgress: (progress) => this.#note(progress),
      })
    } finally {
      await threads?.close()
    }
  }

  endingOf({ ended, problem, notes, ...progress }: ImportSummary): Ending {
    this.#counts = countsOf(progress)
    if (ended === 'damaged') return { state: 'damaged', problem: problem ?? null, notes }
    if (ended === 'complete') return { state: 'completed', notes }
    // The service stops, nobody asked for it: the import goes on with the next start.
    if (this.#wish === null) return { state: 'queued', notes }
    return { state: this.#wish === 'pause' ? 'paused' : 'canceled', notes }
  }

  /** Writes the counts, and hears what is wanted. */
  async report(): Promise<void> {
    const { db, clock } = this.#parts
    const at = new Date(clock.now())
    this.#wish = (await reportImport(db, this.#import.id, { counts: this.#counts, at })) ?? this.#wish
    if (this.#wish !== null) this.#abort.abort()
  }

  /** Writes the last counts, once an earlier report can no longer come after them. */
  async finish(): Promise<void> {
    await this.#reporting
    await this.report()
  }

  #note(progress: ImportProgress): void {
    this.#counts = countsOf(progress)
    const nowMs = performance.now()
    if (this.#reporting !== undefined || nowMs - this.#reportedMs < reportEveryMs) return
    this.#reportedMs = nowMs
    this.#reporting = this.report()
      // A store that is away ends the import at its next batch, with a better word.
      .catch(() => undefined)
      .finally(() => (this.#reporting = undefined))
  }

  async #keep(rejected: readonly Rejection[]): Promise<void> {
    const rejects = rejected.slice(0, maxRejects - this.#rejects)
    if (rejects.length === 0) return
    await insertRejects(this.#parts.db, this.#import.id, { first: this.#rejects + 1, rejects })
    this.#rejects += rejects.length
  }
}

function countsOf(progress: ImportProgress): ImportCounts {
  const { rows, bytes, created, changed, unchanged, rejected, leftOut } = progress
  return { rows, bytes, created, changed, unchanged, rejected, leftOut }
}
