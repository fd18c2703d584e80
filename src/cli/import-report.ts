import type { DriftReport, FieldReport, ImportReport } from '../corpus/import/index.ts'
import { table } from './table.ts'

/** Members that are dropped, as many as anybody reads; the rest is counted. */
const mostDropped = 50

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
  lines.push(
    '',
    `Members of the file that are dropped (${dropped.length}):`,
    fields(dropped.slice(0, mostDropped)),
  )
  if (dropped.length > mostDropped) lines.push(`  and ${dropped.length - mostDropped} more`)
  lines.push('', `Members of the records that are filled (${report.filled.length}):`, fields(report.filled))
  lines.push(...driftLines(report.drift), ...lostLines(report.lost))
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

/** Where a file is not as its format is documented, and what its mapping could make nothing of. */
export function driftLines(drift: readonly DriftReport[]): string[] {
  const rows = drift.flatMap(({ path, kind, values, example: value }) =>
    kind === 'lost' ? [] : [{ member: path, values, is: meanings[kind], example: example(value) }],
  )
  const lost = drift
    .filter(({ kind }) => kind === 'lost')
    .map(({ path: step, values, example: value }) => ({ step, values, examples: [value] }))
  const members =
    rows.length === 0
      ? []
      : ['', `Members that are not as the format documents them (${rows.length}):`, table(rows, '')]
  return [...members, ...lostLines(lost)]
}

function lostLines(lost: ImportReport['lost']): string[] {
  if (lost.length === 0) return []
  const lines = lost.map(
    ({ step, values, examples }) => `  ${step}: ${values}, e.g. ${examples.map(example).join(', ')}`,
  )
  return ['', 'Values a step could make nothing of:', ...lines]
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
