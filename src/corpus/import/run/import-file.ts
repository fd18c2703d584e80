import type { Readable } from 'node:stream'
import type { CorpusWriter, ImportRun, Rejection } from '../../write/index.ts'
import { IdentityReport, type IdentityNotes } from './identity-report.ts'
import { DriftCount, type DriftReport } from '../formats/drift-count.ts'
import type { Mapping } from '../mapping/compile-mapping.ts'
import { importTargets, type ImportKind } from '../mapping/target.ts'
import { fileSize, readInputs, type FileFormat } from '../readers/read-records.ts'
import { UnreadableFile } from '../readers/row.ts'
import { readHere, type Chunk, type ChunkReader, type ReadThreads } from './chunk-reader.ts'
import type { RowRead } from './chunk-store.ts'
import { gatherBatchLines, type BatchRow } from './file-batch.ts'
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
  source: string
  observedAt: Date
  /** `observedAt` is now, so that nothing else was observed at that instant. */
  isOfNow?: boolean | undefined
  /** Rows with a name and no identifier are records, too. */
  names?: boolean | undefined
  /** Rows of one commit. */
  batchRows: number
  writer: CorpusWriter
  /** Threads to read rows and build those of the corpus in; without them this one does. */
  threads?: ReadThreads | undefined
  onRejects: (rejected: readonly Rejection[]) => Promise<void>
  onProgress?: ((progress: ImportProgress) => void) | undefined
  /** Ends the import after what has been read; nothing is lost or half-written. */
  signal?: AbortSignal | undefined
  stdin?: Readable | undefined
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
export async function importFile(options: ImportFile): Promise<ImportSummary> {
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
  try {
    for await (const chunk of readChunks(options, reader, { progress, notes })) {
      drift.merge(chunk.drift)
      for (const [index, row] of chunk.rows.entries()) {
        if (signal?.aborted === true) break
        batches.add(chunk, index, row)
        if (batches.isFull) await batches.flush()
      }
      batches.end(chunk)
      options.onProgress?.(progress)
      if (signal?.aborted === true) break
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
  { kind, file, fileFormat, mapping, stdin, writer, observedAt }: ImportFile,
  reader: ChunkReader,
  { progress, notes }: { progress: ImportProgress; notes: string[] },
): AsyncGenerator<ReadChunk> {
  const inputs = readInputs(file, {
    format: fileFormat,
    select: mapping?.select,
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
  #writing: Promise<void> = Promise.resolve()

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
      else this.#rows.push({ chunk, row, digest, passed: knownLines.ids.get(digest) ?? '0' })
      this.#lines += 'summary' in read ? 1 : 0
      this.#bytes += read.bytes
      this.#published = Math.min(this.#published, knownLines.published)
    }
  }

  /** All rows of a chunk were added: it is dropped when they are written. */
  end({ chunk }: ReadChunk): void {
    this.#ended.push(chunk)
  }

  /** Begins to write what was gathered, once the batch before is written. */
  async flush(): Promise<void> {
    const [rows, rejected, ended, published] = [this.#rows, this.#rejected, this.#ended, this.#published]
    this.#rows = []
    this.#rejected = []
    this.#ended = []
    this.#published = Number.POSITIVE_INFINITY
    this.#lines = 0
    this.#bytes = 0
    await this.#writing
    this.#writing = this.#write(rows, rejected, published).then(() => {
      for (const chunk of ended) chunk.drop()
    })
    // Awaited by the next flush; until then a failure must not count as unhandled.
    this.#writing.catch(() => undefined)
  }

  async finish(): Promise<void> {
    await this.flush()
    await this.#writing
  }

  async settle(): Promise<void> {
    await this.#writing.catch(() => undefined)
  }

  async #write(rows: BatchRow[], rejected: Rejection[], published: number): Promise<void> {
    const { kind, writer, source, observedAt, onRejects, onProgress } = this.#options
    const progress = this.#progress
    await onRejects(rejected)
    if (rows.length === 0) return
    const options = { source, observedAt, run: this.run }
    const lines = gatherBatchLines(kind, rows, { options, published })
    const outcome = await writer.writeLines(importTargets[kind].kind, lines, options)
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
