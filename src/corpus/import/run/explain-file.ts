import type { Readable } from 'node:stream'
import { z } from 'zod'
import { checkRecord, type Rejection } from '../../write/index.ts'
import { DriftCount, type DriftReport } from '../formats/drift-count.ts'
import type { Mapping } from '../mapping/compile-mapping.ts'
import { unwrapSchema } from '../mapping/fit.ts'
import { importTargets, type ImportKind } from '../mapping/target.ts'
import { readRowChunks } from '../readers/read-records.ts'
import type { FileFormat } from '../readers/read-options.ts'
import { unwrapRow } from '../readers/rejected-row.ts'
import { UnreadableFile, type SourceRow } from '../readers/row.ts'
import { writtenAs } from './written-lines.ts'
import { isTooDeep, rowReader, type RowOutcome } from './native-row.ts'
import { withRowId } from './row-id.ts'

export interface ExplainFile {
  kind: ImportKind
  file: string
  fileFormat?: FileFormat | undefined
  mapping?: Mapping | undefined
  /** Pattern of the members of an archive, in place of the mapping's. */
  member?: string | undefined
  /** Folder for what a mapping joins on disk. */
  scratch?: string | undefined
  observedAt: Date
  /** Rows with a name and no identifier are records, too. */
  names?: boolean | undefined
  stdin?: Readable | undefined
  signal?: AbortSignal | undefined
}

/** A member of the file or of the records made of it. */
export interface FieldReport {
  /** `terms[].start` is the member `start` of each entry of the list `terms`. */
  path: string
  /** Rows it has a value in. */
  rows: number
  example: unknown
}

/** A preview of an import; nothing is written. */
export interface ImportReport {
  rows: number
  records: number
  leftOut: number
  rejected: number
  /** The first few. */
  rejects: Rejection[]
  /** Members of the file, and whether the mapping looks at them (without mapping: whether the record has them). */
  seen: (FieldReport & { isUsed: boolean })[]
  /** Members the records get. */
  filled: FieldReport[]
  /** Values that a step of the mapping could make nothing of. */
  lost: { step: string; values: number; examples: unknown[]; line?: number }[]
  /** Places where rows differ from the documented format. */
  drift: DriftReport[]
  /** Notes on text around the list of a table that was left out, and on decisions made. */
  notes: string[]
  /** Why the file could not be read to its end. */
  problem?: string
}

const shownRejects = 20
const shownLost = 5
const maxFields = 5_000

/** Reads the whole file as an import would and reports what becomes of its members. */
export async function explainFile(options: ExplainFile): Promise<ImportReport> {
  const read = rowReader({ ...options, asOf: options.observedAt.toISOString().slice(0, 10) })
  const report = emptyReport()
  const fields = new Fields()
  const filled = new Fields()
  const drift = new DriftCount()
  const used = new Set<string>()
  const lost = new Map<string, ImportReport['lost'][number]>()
  const take = (sourceRow: SourceRow) => {
    const row = unwrapRow(sourceRow)
    report.rows++
    const holders =
      'value' in row && !isTooDeep(row.value) ? fields.add(row.value) : new Map<object, string>()
    const outcome = asWritten(
      { ...options, drift },
      row.line,
      read(row, {
        looked: (holder, key) => used.add(join(holders.get(holder) ?? '', key)),
        lost: (step, value) => noteLost(lost, { step, value, line: row.line }),
        drifted: (drifted) => {
          // Which members native rows have that records do not, `seen` says.
          if (options.mapping !== undefined || drifted.kind !== 'unknown') drift.add(drifted, row.line)
        },
      }),
    )
    if ('record' in outcome) {
      report.records++
      filled.add(outcome.record)
    } else if ('rejected' in outcome) {
      report.rejected++
      if (report.rejects.length < shownRejects) report.rejects.push(outcome.rejected)
    } else report.leftOut++
  }
  try {
    const chunks = readRowChunks(options.file, {
      select: options.mapping?.select,
      member: options.member,
      scratch: options.scratch,
      format: options.fileFormat,
      onNote: (note) => report.notes.push(note),
      ...(options.stdin ? { stdin: options.stdin } : {}),
    })
    for await (const rows of chunks) {
      for (const row of rows) take(row)
      if (options.signal?.aborted === true) break
    }
  } catch (error) {
    // As in an import, the rows before count.
    if (!(error instanceof UnreadableFile)) throw error
    report.problem = error.message
  }
  const isUsed = options.mapping ? usedBy(used) : knownTo(importTargets[options.kind].schema)
  report.seen = fields.list().map((field) => ({ ...field, isUsed: isUsed(field.path) }))
  report.filled = filled.list()
  report.lost = [...lost.values()]
  report.drift = drift.list()
  return report
}

const emptyReport = (): ImportReport => ({
  rows: 0,
  records: 0,
  leftOut: 0,
  rejected: 0,
  rejects: [],
  seen: [],
  filled: [],
  lost: [],
  drift: [],
  notes: [],
})

/** A record the writer would refuse whatever is stored is as good as rejected. */
function asWritten(
  { kind, observedAt, names, drift }: ExplainFile & { drift: DriftCount },
  line: number,
  outcome: RowOutcome,
): RowOutcome {
  if (!('record' in outcome)) return outcome
  const lineRecord = outcome.record as Record<string, unknown>
  const record = names === true ? withRowId(kind, lineRecord, { source: '', observedAt }) : lineRecord
  const [writtenKind, [item]] = writtenAs(kind, [{ line, record }])
  if (item === undefined) return outcome
  const { rejection, leftOut } = checkRecord(writtenKind, item, { source: '', observedAt })
  for (const each of leftOut) drift.leftOut(each, line)
  return rejection === undefined ? outcome : { rejected: rejection }
}

function noteLost(
  lost: Map<string, ImportReport['lost'][number]>,
  { step, value, line }: { step: string; value: unknown; line: number },
): void {
  const entry = lost.get(step) ?? { step, values: 0, examples: [], line }
  entry.values++
  if (entry.examples.length < shownLost && !entry.examples.includes(value)) entry.examples.push(value)
  lost.set(step, entry)
}

/** Counts, for every member that holds a value, the rows it holds one in. */
class Fields {
  readonly #fields = new Map<string, FieldReport>()

  /** Returns the path of every object of the row. */
  add(row: unknown): Map<object, string> {
    const holders = new Map<object, string>()
    const inRow = new Set<string>()
    const visit = (value: unknown, path: string): void => {
      if (Array.isArray(value)) {
        for (const entry of value) visit(entry, `${path}[]`)
      } else if (typeof value === 'object' && value !== null) {
        holders.set(value, path)
        for (const [key, member] of Object.entries(value)) visit(member, join(path, key))
      } else if (value !== null && value !== undefined && value !== '') {
        const field = this.#fields.get(path) ?? { path, rows: 0, example: value }
        // Names that are data make a member of every row.
        if (field.rows === 0 && this.#fields.size >= maxFields) return
        if (!inRow.has(path)) field.rows++
        inRow.add(path)
        this.#fields.set(path, field)
      }
    }
    visit(row, '')
    return holders
  }

  list(): FieldReport[] {
    return [...this.#fields.values()]
  }
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}

/** A mapping uses what it looks at itself: looking into `name` for `name.first` does not use `name.last`. */
function usedBy(looked: ReadonlySet<string>): (path: string) => boolean {
  return (path) => looked.has(path) || looked.has(path.replace(/(\[\])+$/, ''))
}

function knownTo(schema: z.ZodObject): (path: string) => boolean {
  return (path) => {
    let inner: z.ZodType = schema
    for (const key of path.replaceAll('[]', '').split('.')) {
      while (inner instanceof z.ZodArray) inner = unwrapSchema(inner.element as z.ZodType)
      if (inner instanceof z.ZodRecord) return true
      if (!(inner instanceof z.ZodObject)) return false
      const member = inner.shape[key] as z.ZodType | undefined
      if (member === undefined) return false
      inner = unwrapSchema(member)
    }
    return true
  }
}
