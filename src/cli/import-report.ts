import type { DriftReport, FieldReport, IdentityNotes, ImportReport } from '../corpus/import/index.ts'
import { table } from './table.ts'

/** Dropped members, as many as anybody reads; the rest is only counted. */
const maxDroppedMembers = 50

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
    fields(dropped.slice(0, maxDroppedMembers)),
  )
  if (dropped.length > maxDroppedMembers) lines.push(`  and ${dropped.length - maxDroppedMembers} more`)
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

/** The identifiers an import left out, the records it joined, and those it did not. */
export function identityLines(kind: string, identity: IdentityNotes): string[] {
  const { contested, unjoined, joined, unattached } = identity
  const lines: string[] = []
  if (unattached.rows > 0) {
    const which = unattached.examples.map(({ line, token }) => `  line ${line}: ${token}`)
    lines.push(
      `Attached to no company: ${counted(unattached.rows, 'row')}, because several have what the row names it by, and none of them alone is called so`,
      ...which,
    )
  }
  if (contested.identifiers > 0) {
    const which = contested.examples.map(({ token, rows, lines: at, record }) => {
      const more = rows > at.length ? ', …' : ''
      const owner = record === undefined ? '' : `, belongs to record ${record} of an earlier file`
      return `  ${token}: ${counted(rows, 'row')}, lines ${at.join(', ')}${more}${owner}`
    })
    const many = counted(contested.identifiers, 'identifier')
    lines.push(
      `Left out of ${counted(contested.rows, 'row')}: ${many} that rows or records with other names also carry`,
      ...which,
    )
  }
  if (joined > 0)
    lines.push(
      `Joined ${counted(joined, 'record')} with others, because rows carry identifiers of both; see almanac identity joined ${kind}`,
    )
  if (unjoined.rows > 0) {
    const which = unjoined.examples.map(
      ({ line, ids: [one, other], tokens, reason }) =>
        `  line ${line}, part of ${one}, not of ${other} (${tokens.join(', ')}): ${reason}`,
    )
    lines.push(
      `Not joined: pairs of records whose identifiers appear in one row (${counted(unjoined.rows, 'row')}); see almanac identity possible ${kind}`,
      ...which,
    )
  }
  return lines
}

const counted = (count: number, word: string) =>
  `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`

const meanings = {
  unknown: 'not documented, not used',
  changed: 'another type, read anyway',
  unreadable: 'another type, left out',
  unusable: 'out of bounds or in another unit, left out',
} as const

const identifyNobody = {
  placeholder: 'means no value',
  shared: 'many have it',
  malformed: 'names nobody',
} as const

/** Where a file deviates from its documented format, and the values its mapping could not use. */
export function driftLines(drift: readonly DriftReport[]): string[] {
  const rows = drift.flatMap(({ path, kind, values, example: value, line }) =>
    kind in meanings
      ? [
          {
            member: path,
            values,
            is: meanings[kind as keyof typeof meanings],
            example: example(value),
            line: line ?? '',
          },
        ]
      : [],
  )
  const nobody = drift.flatMap(({ path, kind, values, example: value, line }) =>
    kind in identifyNobody
      ? [
          {
            member: path,
            values,
            why: identifyNobody[kind as keyof typeof identifyNobody],
            example: example(value),
            'first line': String(line ?? ''),
          },
        ]
      : [],
  )
  const lost = drift
    .filter(({ kind }) => kind === 'lost')
    .map(({ path: step, values, example: value, line }) => ({ step, values, examples: [value], line }))
  const members =
    rows.length === 0
      ? []
      : ['', `Members that deviate from the documented format (${rows.length}):`, table(rows, '')]
  const leftOut =
    nobody.length === 0
      ? []
      : ['', `Values left out because they identify nobody (${nobody.length}):`, table(nobody, '')]
  return [...members, ...leftOut, ...lostLines(lost)]
}

interface LostValues {
  step: string
  values: number
  examples: unknown[]
  line?: number | undefined
}

function lostLines(lost: readonly LostValues[]): string[] {
  if (lost.length === 0) return []
  const lines = lost.map(
    ({ step, values, examples, line }) =>
      `  ${step}: ${values}, e.g. ${examples.map(example).join(', ')}${line === undefined ? '' : ` (first in line ${line})`}`,
  )
  return ['', 'Values a step could not use:', ...lines]
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
