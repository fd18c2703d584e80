import type { Readable } from 'node:stream'
import { inRootSpan, inSpan, tracePlace } from '../../../lib/tracing.ts'
import type { KnownLine } from '../../record-store/index.ts'
import type { CorpusWriter, ImportRun, NextCommit, Rejection } from '../../write/index.ts'
import { IdentityReport, type IdentityNotes } from './identity-report.ts'
import { DriftCount, type DriftReport } from '../formats/drift-count.ts'
import type { Mapping } from '../mapping/compile-mapping.ts'
import { importTargets, type ImportKind } from '../mapping/target.ts'
import { fileSize, readInputs } from '../readers/read-records.ts'
import type { FileFormat } from '../readers/read-options.ts'
import { UnreadableFile } from '../readers/row.ts'
import type { BatchRow } from './chunk-builds.ts'
import { readHere, type Chunk, type ChunkReader, type ReadThreads } from './chunk-reader.ts'
import type { RowRead } from './chunk-store.ts'
import { gatherBatchLines } from './file-batch.ts'
import { readAhead, type ReadChunk } from './read-ahead.ts'

/** Written when this much text has been read, however few rows it is, so that memory stays bounded. */
const batchBytes = 32 * 1024 * 1024
/** Rows of a batch, with those that came before, for each that is written. */
const maxPassedBatches = 4

export interface ImportFile {
  kind: ImportKind
  /** Path, or `-` for the standard input. */
  file: string
  fileFormat?: FileFormat | undefined
  mapping?: Mapping | undefined
  /** Pattern of the members of an archive, in place of the mapping's. */
  member?: string | undefined
  /** Folder for what a mapping joins on disk. */
  scratch?: string | undefined
  source: string
  observedAt: Date
  /** `observedAt` is now, so that nothing else was observed at that instant. */
  isOfNow?: boolean | undefined
  /** Rows with a name and no identifier are records, too. */
  names?: boolean | undefined
  /** Rows of one commit. */
  batchRows: number
  /** No more rows than this are read. */
  maxRows?: number | undefined
  writer: CorpusWriter
  /** Threads to read rows and build those of the corpus in; without them this one does. */
  threads?: ReadThreads | undefined
  onRejects: (rejected: readonly Rejection[]) => Promise<void>
  onProgress?: ((progress: ImportProgress) => void) | undefined
  /** Ends the import after what has been read; nothing is lost or half-written. */
  signal?: AbortSignal | undefined
  stdin?: Readable | undefined
  /** Of whoever asked for it, where that was traced elsewhere. */
  traceparent?: string | undefined
}

export interface ImportProgress {
  /** Rows read. */
  rows: number
  /** Bytes of the file read, and its size unless it is a stream. */
  bytes: number
  totalBytes: number | undefined
  created: number
  changed: number
  unchanged: number
  rejected: number
  /** Rows the mapping leaves out. */
  leftOut: number
}

export interface ImportSummary extends ImportProgress {
  /** `interrupted` by the signal; `damaged` when the file ends early: what could be read has been written. */
  ended: 'complete' | 'interrupted' | 'damaged'
  /** Why a damaged file could not be read further. */
  problem?: string
  /** Notes on text around the list of a table that was left out, and on decisions made. */
  notes: string[]
  /** Where rows are not as their format is documented, and values that steps of the mapping could make nothing of. */
  drift: DriftReport[]
  /** Identifiers that were left out, records that were joined, and those that were not. */
  identity: IdentityNotes
}

/**
 * Reads a file into the corpus, batch by batch: one is being written while the next is read. Throws what the
 * writer throws; batches before it are in the corpus, and repeating the import is harmless.
 */
export function importFile(options: ImportFile): Promise<ImportSummary> {
  const importSpan = () => ({
    name: `import ${options.kind}`,
    kind: 'internal' as const,
    parent: options.traceparent ?? tracePlace()?.traceparent,
    attributes: { 'almanac.import.kind': options.kind },
  })
  return inRootSpan(importSpan, async (span) => {
    const summary = await importRows(options)
    const { rows, created, changed, rejected, ended } = summary
    span.add({
      'almanac.rows': rows,
      'almanac.created': created,
      'almanac.changed': changed,
      'almanac.rejected': rejected,
    })
    if (ended === 'damaged') span.fail('damaged')
    return summary
  })
}

async function importRows(options: ImportFile): Promise<ImportSummary> {
  const { kind, source, observedAt, mapping, names, threads, signal } = options
  const totalBytes = await fileSize(options.file)
  const progress: ImportProgress = { ...blank, totalBytes }
  const batches = new Batches(options, progress)
  const settings = { kind, source, observedAt, mapping: mapping?.origin, names }
  const reader = threads === undefined ? readHere(settings) : threads.reader(settings)
  const drift = new DriftCount()
  const notes: string[] = []
  const summary = (ended: ImportSummary['ended']): ImportSummary => ({
    ...progress,
    ended,
    notes,
    drift: drift.list(),
    identity: batches.identity.notes(),
  })
  const isEnough = () => progress.rows >= (options.maxRows ?? Number.POSITIVE_INFINITY)
  try {
    for await (const chunk of readChunks(options, reader, { progress, notes })) {
      drift.merge(chunk.drift)
      for (const [index, row] of chunk.rows.entries()) {
        if (signal?.aborted === true || isEnough()) break
        batches.add(chunk, index, row)
        if (batches.isFull) await batches.flush()
      }
      batches.end(chunk)
      options.onProgress?.(progress)
      if (signal?.aborted === true || isEnough()) break
    }
    await batches.finish()
  } catch (error) {
    if (!(error instanceof UnreadableFile)) {
      await batches.settle()
      throw error
    }
    await batches.finish()
    return { ...summary('damaged'), problem: error.message }
  } finally {
    await reader.close().catch(() => {})
  }
  if (signal?.aborted === true) return summary('interrupted')
  await options.writer.endRun(importTargets[kind].kind, source, batches.run)
  return summary('complete')
}

function readChunks(
  { kind, file, fileFormat, mapping, member, scratch, stdin, writer, observedAt }: ImportFile,
  reader: ChunkReader,
  { progress, notes }: { progress: ImportProgress; notes: string[] },
): AsyncGenerator<ReadChunk> {
  const inputs = readInputs(file, {
    format: fileFormat,
    select: mapping?.select,
    member,
    scratch,
    onNote: (note) => notes.push(note),
    ...(stdin ? { stdin } : {}),
    onBytes: (bytes) => {
      progress.bytes += bytes
    },
  })
  const written = importTargets[kind].kind
  return readAhead(inputs, reader, (digests) => writer.knownLines(written, digests, observedAt))
}

const blank: Omit<ImportProgress, 'totalBytes'> = {
  rows: 0,
  bytes: 0,
  created: 0,
  changed: 0,
  unchanged: 0,
  rejected: 0,
  leftOut: 0,
}

/** A batch that is being written. */
interface BegunBatch {
  /** The commit after it, once the stores write it; undefined when it has ended without. */
  storing: Promise<NextCommit | undefined>
  written: Promise<void>
  /** Whether it is written, so that nothing is gained by building ahead. */
  isOver: boolean
}

const nothingStored: BegunBatch['storing'] = Promise.resolve(undefined)

/** Batches that are built in turn after a guess was wrong. */
const batchesInTurn = 8

/** Gathers rows and writes them, one batch at a time. */
class Batches {
  readonly identity = new IdentityReport()
  readonly run: ImportRun
  readonly #options: ImportFile
  readonly #progress: ImportProgress
  #rows: BatchRow[] = []
  #lines = 0
  #bytes = 0
  #rejected: Rejection[] = []
  /** The oldest state of the corpus that lines were compared with. */
  #published = Number.POSITIVE_INFINITY
  #ended: Chunk[] = []
  /** The batch that was begun last, and when the one before it is written. */
  #last: BegunBatch = { storing: nothingStored, written: Promise.resolve(), isOver: true }
  #before: Promise<void> = Promise.resolve()
  /** Batches that are not built ahead yet, because another writer took the number of one that was. */
  #inTurn = 0

  constructor(options: ImportFile, progress: ImportProgress) {
    this.#options = options
    this.#progress = progress
    this.run = { isOfNow: options.isOfNow === true }
  }

  get isFull(): boolean {
    const { batchRows } = this.#options
    const isLong = this.#lines >= batchRows || this.#rows.length >= batchRows * maxPassedBatches
    return isLong || this.#bytes >= batchBytes || this.#rejected.length >= batchRows
  }

  add({ chunk, digests, knownLines }: ReadChunk, row: number, read: RowRead): void {
    this.#progress.rows++
    if ('leftOut' in read) this.#progress.leftOut++
    else if ('rejected' in read) {
      this.#rejected.push(read.rejected)
      this.#bytes += read.bytes
      this.#progress.rejected++
    } else {
      const digest = digests[row] ?? ''
      if ('summary' in read) this.#rows.push({ chunk, row, digest, summary: read.summary })
      else this.#rows.push({ chunk, row, digest, passed: knownLines.lines.get(digest) as KnownLine })
      this.#lines += 'summary' in read ? 1 : 0
      this.#bytes += read.bytes
      this.#published = Math.min(this.#published, knownLines.published)
    }
  }

  /** All rows of a chunk were added: it is dropped when they are written. */
  end({ chunk }: ReadChunk): void {
    this.#ended.push(chunk)
  }

  /** Begins to write what was gathered, once the batch before is written; its rows are built while that one is stored. */
  async flush(): Promise<void> {
    const [rows, rejected, ended, published] = [this.#rows, this.#rejected, this.#ended, this.#published]
    this.#rows = []
    this.#rejected = []
    this.#ended = []
    this.#published = Number.POSITIVE_INFINITY
    this.#lines = 0
    this.#bytes = 0
    // One is written, one is built ahead, one is gathered.
    await this.#before
    const before = this.#last
    this.#before = before.written
    const storing = Promise.withResolvers<NextCommit | undefined>()
    const written = this.#write({ rows, rejected, published }, before, storing.resolve)
      .finally(() => {
        storing.resolve(undefined)
        begun.isOver = true
        // Its value holds this batch, and the next batch holds `begun`: together they would hold every batch of the file.
        begun.storing = nothingStored
      })
      .then(() => {
        for (const chunk of ended) chunk.drop()
      })
    // Awaited by a later flush; until then a failure must not count as unhandled.
    written.catch(() => undefined)
    const begun: BegunBatch = { storing: storing.promise, written, isOver: false }
    this.#last = begun
  }

  async finish(): Promise<void> {
    await this.flush()
    await this.#last.written
  }

  /** Whether the next batch is built ahead: in other threads, and while no other importer takes every second number. */
  #isAhead(): boolean {
    if (this.#inTurn > 0) {
      this.#inTurn -= 1
      return false
    }
    return this.#options.threads !== undefined
  }

  async settle(): Promise<void> {
    await this.#last.written.catch(() => undefined)
  }

  async #write(
    { rows, rejected, published }: { rows: BatchRow[]; rejected: Rejection[]; published: number },
    before: BegunBatch,
    onStoring: (next: NextCommit) => void,
  ): Promise<void> {
    const { kind, writer, source, observedAt, onRejects, onProgress } = this.#options
    const progress = this.#progress
    let guessed: number | undefined
    const options = {
      source,
      observedAt,
      run: this.run,
      onStoring: (next: NextCommit) => {
        if (guessed !== undefined && next.number !== guessed + 1) this.#inTurn = batchesInTurn
        onStoring(next)
      },
    }
    const lines = gatherBatchLines(kind, rows, { options, published })
    const target = importTargets[kind].kind
    const ahead = before.storing.then(async (next) => {
      if (next === undefined || rows.length === 0 || before.isOver || !this.#isAhead()) return
      guessed = next.number
      await writer.buildAhead(target, lines, options, next)
    })
    // What cannot be had ahead is asked for again, and told then.
    await ahead.catch(() => undefined)
    await before.written
    await onRejects(rejected)
    if (rows.length === 0) return
    const outcome = await inSpan(
      () => ({ name: 'write batch', kind: 'internal', attributes: { 'almanac.rows': rows.length } }),
      () => writer.writeLines(target, lines, options),
    )
    progress.created += outcome.created
    progress.changed += outcome.changed
    progress.unchanged += outcome.unchanged
    progress.rejected += outcome.rejected.length
    progress.leftOut += outcome.suppressed ?? 0
    this.identity.add(outcome)
    await onRejects(await withRows(outcome.rejected, rows))
    onProgress?.(progress)
  }
}

/** Lines the writer rejected, with their original rows. */
async function withRows(rejected: readonly Rejection[], rows: readonly BatchRow[]): Promise<Rejection[]> {
  if (rejected.length === 0) return []
  const byLine = new Map(
    rows.flatMap((each) => (each.summary === undefined ? [] : [[each.summary.line, each] as const])),
  )
  const places = new Map<Chunk, { at: number; row: number }[]>()
  const reports = [...rejected]
  for (const [at, { line }] of rejected.entries()) {
    const row = byLine.get(line)
    if (row === undefined) continue
    const repeats = places.get(row.chunk) ?? []
    repeats.push({ at, row: row.row })
    places.set(row.chunk, repeats)
  }
  for (const [chunk, wanted] of places) {
    const carried = await chunk.carried(wanted.map(({ row }) => row))
    for (const [index, { at }] of wanted.entries())
      reports[at] = { ...(reports[at] as Rejection), ...carried[index] }
  }
  return reports
}
