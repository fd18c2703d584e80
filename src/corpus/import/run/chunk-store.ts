import { hash } from 'node:crypto'
import { kinds, type CorpusKind, type RecordTerms } from '../../kinds/index.ts'
import {
  buildFresh,
  joinPacked,
  listNames,
  listTerms,
  packRecord,
  prepareNames,
  readLine,
  summarizeLine,
  type BuildAt,
  type BuiltFresh,
  type IngestItem,
  type IngestOptions,
  type Line,
  type LineSummary,
  type PackedRecords,
  type Rejection,
} from '../../write/index.ts'
import { DriftCount, type DriftReport } from '../formats/drift-count.ts'
import { mappingFrom } from '../formats/mapping-origin.ts'
import type { Drift } from '../formats/shape.ts'
import type { MappingOrigin } from '../mapping/compile-mapping.ts'
import { importTargets, type ImportKind } from '../mapping/target.ts'
import { linesIn, readJsonLine } from '../readers/json-lines.ts'
import type { RowInput, RowPlace, SourceRow } from '../readers/row.ts'
import { isTooDeep, rowReader, type RowOutcome } from './native-row.ts'
import { carriedRow, type CarriedRow } from './rejects-file.ts'
import { withRowId } from './row-id.ts'

/** How the rows of a file become lines of the corpus; can be handed from thread to thread. */
export interface ReadSettings {
  kind: ImportKind
  /** Without one, rows are native records. */
  mapping: MappingOrigin | undefined
  source: string
  observedAt: Date
  /** Rows with a name and no identifier are records, too. */
  names?: boolean | undefined
}

/** The outcome of a row. */
export type RowRead =
  | { summary: LineSummary; bytes: number }
  | { rejected: Rejection; bytes: number }
  /** The mapping's `where` leaves it out. */
  | { leftOut: true }
  /** It came before as it is, and was not read. */
  | { passed: true; bytes: number }

/** What is known of the rows of a chunk before they are read. */
export interface ChunkTaken {
  /** A digest of each row, empty for one that cannot be told again. */
  digests: string[]
  /** Bytes of each row. */
  sizes: number[]
}

/** Rows of a chunk in the order of the file. */
export interface ChunkRead {
  rows: RowRead[]
  drift: DriftReport[]
}

/** A line that makes an entity, by its row in the chunk. */
export interface FreshRow {
  row: number
  id: string
  links: string[] | undefined
}

interface HeldRow {
  /** Bytes of a line, or a row that a reader of tables has parsed. */
  content: Uint8Array | SourceRow
  line: number
  place?: RowPlace | undefined
  read?: Line
}

/** Reads rows and keeps them until their batch is written. In a worker thread, or, of a small file, in the main one. */
export interface ChunkStore {
  take(chunk: number, input: RowInput): ChunkTaken
  /** Reads its rows but for those that came before. */
  read(chunk: number, passed: ReadonlySet<number>): ChunkRead
  /** The full lines written for some rows. */
  whole(chunk: number, rows: readonly number[]): IngestItem[]
  /** The native records of some rows. */
  packed(chunk: number, rows: readonly number[]): PackedRecords
  /** Some rows as they came, for rejections to carry. */
  carried(chunk: number, rows: readonly number[]): CarriedRow[]
  /** Names, of some sorts, of entities made from some rows. */
  names(chunk: number, rows: readonly number[], sorts: ReadonlySet<string>): string[][]
  /** What is counted of some rows. */
  terms(chunk: number, rows: readonly number[]): RecordTerms[]
  build(chunk: number, fresh: readonly FreshRow[], at: BuildAt): BuiltFresh
  drop(chunk: number): void
}

export function openChunkStore(settings: ReadSettings): ChunkStore {
  const { observedAt, source } = settings
  const kind = kinds[importTargets[settings.kind].kind]
  const options: IngestOptions = { source, observedAt }
  const readItem = itemReader(settings, options)
  const makeDigest = digester(settings)
  const chunks = new Map<number, HeldRow[]>()
  const rowAt = (chunk: number, row: number) => chunks.get(chunk)?.[row] as HeldRow
  const makeLine = (at: HeldRow): Line => at.read ?? readAgain(at, { kind, options, outcome: readItem(at) })
  const linesAt = (chunk: number, rows: readonly number[]) => rows.map((row) => makeLine(rowAt(chunk, row)))
  return {
    take(chunk, input) {
      const rows = heldRows(input)
      chunks.set(chunk, rows)
      return { digests: rows.map(makeDigest), sizes: rows.map(measureSize) }
    },
    read(chunk, passed) {
      const drift = new DriftCount()
      const chunkRows = chunks.get(chunk) ?? []
      const rows = chunkRows.map((at, row): RowRead => {
        if (passed.has(row)) return { passed: true, bytes: measureSize(at) }
        const { bytes, ...outcome } = readItem(at, drift)
        if (!('record' in outcome)) return 'rejected' in outcome ? { ...outcome, bytes } : outcome
        at.read = readLine(kind, { line: at.line, record: outcome.record }, options)
        for (const each of at.read.split.leftOut ?? []) drift.leftOut(each, at.line)
        const summary = summarizeLine(kind, at.read)
        // Its batch will ask for them, and a thread that reads ahead has the time: the stores are writing.
        if (!summary.hasPage) prepareNames(kind, at.read)
        return { summary, bytes }
      })
      letGo(chunkRows, rows)
      return { rows, drift: drift.list() }
    },
    packed: (chunk, rows) => joinPacked(linesAt(chunk, rows).map(({ item }) => packRecord(item.record))),
    whole: (chunk, rows) => linesAt(chunk, rows).map(({ item }) => item),
    carried: (chunk, rows) => rows.map((row) => carriedRow(readSource(rowAt(chunk, row)))),
    names: (chunk, rows, sorts) => linesAt(chunk, rows).map((line) => listNames(kind, line, sorts)),
    terms: (chunk, rows) => linesAt(chunk, rows).flatMap((line) => listTerms(kind, line)),
    build(chunk, fresh, at) {
      return buildFresh(
        kind,
        fresh.map(({ row, ...each }) => ({ ...each, line: makeLine(rowAt(chunk, row)) })),
        at,
      )
    },
    drop: (chunk) => void chunks.delete(chunk),
  }
}

/** Reads a row as a native record, and notes what of it the mapping did not expect. */
function itemReader(
  settings: ReadSettings,
  options: IngestOptions,
): (at: HeldRow, drift?: DriftCount) => RowOutcome & { bytes: number } {
  const mapping = settings.mapping === undefined ? undefined : mappingFrom(settings.mapping)
  const readRow = rowReader({ kind: settings.kind, mapping, asOf: dayOf(settings) })
  const { asLine } = importTargets[settings.kind]
  return (at, drift) => {
    const { line } = at
    const source = readSource(at)
    const probe = drift && {
      drifted: (drifted: Drift) => drift.add(drifted, line),
      lost: (step: string, value: unknown) => drift.lost(step, value, line),
    }
    const outcome = readRow(source, probe)
    const bytes = 'bytes' in source ? source.bytes : 0
    if ('rejected' in outcome) return { rejected: { ...outcome.rejected, ...carriedRow(source) }, bytes }
    if (!('record' in outcome)) return { ...outcome, bytes }
    const lineRecord = outcome.record as Record<string, unknown>
    const record = settings.names === true ? withRowId(settings.kind, lineRecord, options) : lineRecord
    return { record: asLine?.(record) ?? record, bytes }
  }
}

const dayOf = ({ observedAt }: ReadSettings): string => observedAt.toISOString().slice(0, 10)

function readAgain(
  { line }: HeldRow,
  { kind, options, outcome }: { kind: CorpusKind; options: IngestOptions; outcome: RowOutcome },
): Line {
  if (!('record' in outcome)) throw new Error(`line ${line} was a record and no longer is`)
  return readLine(kind, { line, record: outcome.record }, options)
}

function readSource({ content, line, place }: HeldRow): SourceRow {
  if (!(content instanceof Uint8Array)) return content
  const row = readJsonLine(content, line)
  return place === undefined ? row : { ...row, place }
}

function heldRows(input: RowInput): HeldRow[] {
  if ('rows' in input) return input.rows.map((row) => ({ content: row, line: row.line }))
  const { text, line: first, place } = input
  return linesIn(text, first).map(({ bytes, line }) => ({ content: bytes, line, place }))
}

const nothing: HeldRow = { content: new Uint8Array(), line: 0 }

/**
 * Lets go of rows that the mapping leaves out. A batch waits for rows that it takes, of which a file may have one in a hundred,
 * and the memory that it holds meanwhile must not grow with the others.
 */
function letGo(chunkRows: HeldRow[], rows: readonly RowRead[]): void {
  if (rows.every((row) => !('leftOut' in row))) return
  for (const [index, row] of rows.entries()) {
    const at = chunkRows[index] as HeldRow
    if ('leftOut' in row) chunkRows[index] = nothing
    // A piece of the whole chunk would hold all of it.
    else if (at.content instanceof Uint8Array) at.content = new Uint8Array(at.content)
  }
}

function measureSize({ content }: HeldRow): number {
  if (content instanceof Uint8Array) return content.byteLength
  return 'bytes' in content ? content.bytes : 0
}

/**
 * The key that recognises a row when it comes again: its content together with all that decides what becomes of it, but for the
 * rules of the program (`lineRules`).
 */
function digester(settings: ReadSettings): (row: HeldRow) => string {
  const { kind, source, mapping, names } = settings
  const day = mapping?.dependsOnDay === true ? dayOf(settings) : ''
  const scope = hash(
    'sha256',
    JSON.stringify([kind, source, mapping ?? null, day, ...(names === true ? ['names'] : [])]),
    'hex',
  )
  return ({ content }) => {
    if (content instanceof Uint8Array) return digest(scope, 'json', hash('sha256', content, 'hex'))
    if (!('value' in content) || isTooDeep(content.value)) return ''
    const text = JSON.stringify(content.value)
    return digest(scope, content.isCells === true ? 'cells' : 'json', hash('sha256', text, 'hex'))
  }
}

/** 128 bits: no two lines of any corpus have the same. */
const digest = (...parts: string[]): string => hash('sha256', parts.join(' '), 'hex').slice(0, 32)
