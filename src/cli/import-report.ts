import type { DriftReport, FieldReport, ImportReport } from '../corpus/import/index.ts'
import { table } from './table.ts'

/** The report of `almanac import --dry-run`, as lines for a reader. */
export function reportLines(file: string, report: ImportReport): string[] {
  const { rows, records, leftOut, rejected } = report
  const lines = [
    `${file}: ${rows} rows would make ${records} records; ${leftOut} left out, ${rejected} rejected`,
  ]
  const [used, dropped] = [
    report.seen.filter((field) => field.isUsed),
    report.seen.filter((field) => !field.isUsed),
  ]
  lines.push('', `Members of the file that are used (${used.length}):`, fields(used))
  lines.push('', `Members of the file that are dropped (${dropped.length}):`, fields(dropped))
  lines.push('', `Members of the records that are filled (${report.filled.length}):`, fields(report.filled))
  lines.push(...driftLines(report.drift))
  if (report.lost.length > 0) {
    lines.push('', 'Values a step could make nothing of:')
    for (const { step, values, examples } of report.lost) {
      lines.push(`  ${step}: ${values}, e.g. ${examples.map((value) => JSON.stringify(value)).join(', ')}`)
    }
  }
  if (report.rejects.length > 0) {
    lines.push('', 'First rejected rows:')
    for (const { line, path, reason, value } of report.rejects) {
      const of = value === null || value === undefined ? '' : ` (${example(value)})`
      lines.push(`  line ${line}${path === '' ? '' : `, ${path}`}: ${reason}${of}`)
    }
  }
  return lines
}

const meanings = {
  unknown: 'not documented, not used',
  changed: 'another type, read all the same',
  unreadable: 'another type, left out',
} as const

/** Where a file is not as its format is documented. */
export function driftLines(drift: readonly DriftReport[]): string[] {
  if (drift.length === 0) return []
  const rows = drift.map(({ path, kind, values, example: value }) => ({
    member: path,
    values,
    is: meanings[kind],
    example: example(value),
  }))
  return ['', `Members that are not as the format documents them (${drift.length}):`, table(rows, '')]
}

function fields(reports: FieldReport[]): string {
  return table(
    reports.map(({ path, rows, example: value }) => ({ member: path, rows, example: example(value) })),
    '  none',
  )
}

function example(value: unknown): string {
  const text = (JSON.stringify(value) ?? 'null').replaceAll(/\s+/g, ' ')
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
