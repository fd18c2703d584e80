import type { Readable } from 'node:stream'
import type { CorpusWriter, IngestItem, Rejection } from '../../write/index.ts'
import { DriftCount, type DriftReport } from '../formats/drift-count.ts'
import type { Mapping } from '../mapping/compile-mapping.ts'
import type { ImportKind } from '../mapping/target.ts'
import { fileSize, readChunks, type FileFormat } from '../readers/read-records.ts'
import { UnreadableFile } from '../readers/row.ts'
import { writtenAs } from './written-as.ts'
import { rowReader } from './native-row.ts'

/** Written when this much text has been read, however few rows it is, so that memory stays bounded. */
const batchBytes = 32 * 1024 * 1024

export interface ImportFile {
  kind: ImportKind
  /** Path, or `-` for the standard input. */
  file: string
  fileFormat?: FileFormat | undefined
  mapping?: Mapping | undefined
  source: string
  observedAt: Date
  /** Rows of one commit. */
  batchRows: number
  writer: CorpusWriter
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
  /** Where rows are not as their format is documented; empty for files of no such format. */
  drift: DriftReport[]
}

/**
 * Reads a file into the corpus, batch by batch: one is being written while the next is read. Throws what the
 * writer throws; batches before it are in the corpus, and repeating the import is harmless.
 */
export async function importFile(options: ImportFile): Promise<ImportSummary> {
  const totalBytes = await fileSize(options.file)
  const progress: ImportProgress = { ...blank, totalBytes }
  const batches = new Batches(options, progress)
  const read = rowReader({ ...options, asOf: options.observedAt.toISOString().slice(0, 10) })
  const drift = new DriftCount()
  const probe = { drifted: drift.add }
  const summary = (ended: ImportSummary['ended']): ImportSummary => ({
    ...progress,
    ended,
    drift: drift.list(),
  })
  try {
    const chunks = readChunks(options.file, {
      format: options.fileFormat,
      ...(options.stdin ? { stdin: options.stdin } : {}),
      onBytes: (bytes) => {
        progress.bytes += bytes
      },
    })
    for await (const rows of chunks) {
      for (const row of rows) {
        progress.rows++
        const outcome = read(row, probe)
        if ('record' in outcome)
          batches.add({ line: row.line, record: outcome.record }, 'bytes' in row ? row.bytes : 0)
        else if ('rejected' in outcome) batches.reject(outcome.rejected)
        else progress.leftOut++
        if (batches.isFull) await batches.flush()
        if (options.signal?.aborted === true) break
      }
      options.onProgress?.(progress)
      if (options.signal?.aborted === true) break
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) {
      await batches.settle()
      throw error
    }
    await batches.finish()
    return { ...summary('damaged'), problem: error.message }
  }
  await batches.finish()
  return summary(options.signal?.aborted === true ? 'interrupted' : 'complete')
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
  readonly #options: ImportFile
  readonly #progress: ImportProgress
  #items: IngestItem[] = []
  #bytes = 0
  #rejected: Rejection[] = []
  #writing: Promise<void> = Promise.resolve()

  constructor(options: ImportFile, progress: ImportProgress) {
    this.#options = options
    this.#progress = progress
  }

  get isFull(): boolean {
    const { batchRows } = this.#options
    return this.#items.length >= batchRows || this.#bytes >= batchBytes || this.#rejected.length >= batchRows
  }

  add(item: IngestItem, bytes: number): void {
    this.#items.push(item)
    this.#bytes += bytes
  }

  reject(rejected: Rejection): void {
    this.#rejected.push(rejected)
    this.#progress.rejected++
  }

  /** Begins to write what was gathered, once the batch before is written. */
  async flush(): Promise<void> {
    const [items, rejected] = [this.#items, this.#rejected]
    this.#items = []
    this.#rejected = []
    this.#bytes = 0
    await this.#writing
    this.#writing = this.#write(items, rejected)
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

  async #write(items: IngestItem[], rejected: Rejection[]): Promise<void> {
    const { kind, writer, source, observedAt, onRejects, onProgress } = this.#options
    const progress = this.#progress
    await onRejects(rejected)
    if (items.length === 0) return
    const outcome = await writer.write(...writtenAs(kind, items), { source, observedAt })
    progress.created += outcome.created
    progress.changed += outcome.changed
    progress.unchanged += outcome.unchanged
    progress.rejected += outcome.rejected.length
    progress.leftOut += outcome.suppressed ?? 0
    await onRejects(outcome.rejected)
    onProgress?.(progress)
  }
}
