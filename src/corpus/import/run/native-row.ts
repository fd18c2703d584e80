import type { z } from 'zod'
import { nearest } from '../../../lib/edit-suggestion.ts'
import { withoutExtension } from '../../../lib/phone.ts'
import type { Rejection } from '../../write/index.ts'
import { sampleNameRefusal, sampleSource } from '../../records/index.ts'
import { compileCells } from './cells.ts'
import { makeFit } from '../mapping/fit.ts'
import { importTargets, type ImportKind, type ImportTarget } from '../mapping/target.ts'
import type { Mapping } from '../mapping/compile-mapping.ts'
import type { MappingProbe } from '../mapping/language.ts'
import { unwrapRow } from '../readers/rejected-row.ts'
import { copied, type SourceRow } from '../readers/row.ts'
import { plainRow, unsure } from './plain-row.ts'
import { findLongName, findLongText } from './text-limits.ts'
import { tellUnknown } from './unknown-members.ts'

export type RowOutcome =
  | { record: object }
  | { rejected: Rejection }
  /** The mapping's `where` leaves the row out. */
  | { leftOut: true }

export interface RowReaderOptions {
  kind: ImportKind
  /** Without one, rows are native records. */
  mapping?: Mapping | undefined
  /** ISO date the file is true for. */
  asOf: string
}

/** Makes the function that turns a row of a file into a validated native record or a rejection. */
export function rowReader(options: RowReaderOptions): (row: SourceRow, probe?: MappingProbe) => RowOutcome {
  const { kind, mapping, asOf } = options
  const target = importTargets[kind]
  const { schema } = target
  const fit = makeFit(schema)
  const fromCells = compileCells(schema)
  const unknown = tellUnknown(schema)
  const readRow = plainRow(schema, { asOf, isFitted: false })
  const readFitted = plainRow(schema, { asOf, isFitted: true })
  const plainRecord = (copy: unknown, probe: MappingProbe | undefined): RowOutcome | undefined => {
    if (copy === unsure || findRefusal(target, copy as Record<string, unknown>) !== undefined)
      return undefined
    if (probe?.lost !== undefined) tellExtensions(copy as Record<string, unknown>, probe.lost)
    return { record: copy as object }
  }
  return (sourceRow, probe) => {
    const row = unwrapRow(sourceRow)
    if ('error' in row) return { rejected: { line: row.line, path: '', reason: row.error, value: row.text } }
    const plain =
      mapping === undefined && row.isCells !== true ? plainRecord(readRow(row.value), probe) : undefined
    if (plain !== undefined) return plain
    if (isTooDeep(row.value)) return tooDeep(row.line)
    if (typeof row.value !== 'object' || row.value === null || Array.isArray(row.value)) {
      return {
        rejected: { line: row.line, path: '', reason: 'expected an object', value: printable(row.value) },
      }
    }
    const ownRecord = () =>
      row.isCells === true
        ? fromCells(row.value as Record<string, string>, { asOf, tell: probe?.drifted })
        : fit(row.value, { asOf, tell: probe?.drifted })
    const record = mapping === undefined ? ownRecord() : mapping.map(row.value, asOf, probe)
    if (record === undefined) return { leftOut: true }
    const plainOnceFitted = plainRecord(readFitted(record), probe)
    if (plainOnceFitted !== undefined) return plainOnceFitted
    // A mapping says itself which members it takes.
    if (mapping === undefined && probe?.drifted !== undefined) unknown?.(record, '', probe.drifted)
    // A cell may hold JSON.
    if (row.isCells === true && isTooDeep(record)) return tooDeep(row.line)
    if (probe?.lost !== undefined) tellExtensions(record as Record<string, unknown>, probe.lost)
    return validated(target, record as Record<string, unknown>, row.line)
  }
}

/** Records hold numbers that can be called from anywhere: an extension to dial after them is reported, not dropped silently. */
function tellExtensions(record: Record<string, unknown>, tell: (step: string, value: unknown) => void): void {
  const { phone_numbers: numbers } = record
  if (!Array.isArray(numbers)) return
  for (const each of numbers) {
    const number: unknown = typeof each === 'string' ? each : (each as { number?: unknown } | null)?.number
    if (typeof number === 'string' && withoutExtension(number).extension !== undefined)
      tell('telephone extension', number)
  }
}

/** Code that follows members of members has a limited stack: a row this deep is not a record of anything. */
const maxLevels = 64

/** Whether an import refuses a row unseen. */
export function isTooDeep(value: unknown, levels = maxLevels): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const member of Array.isArray(value) ? value : Object.values(value))
    if (typeof member === 'object' && member !== null && isTooDeep(member, levels - 1)) return true
  return false
}

/** A row that stands for one that is too deep to be handed to another thread. */
export const deepRow: unknown = Array.from({ length: maxLevels + 1 }).reduce((inner) => [inner], [])

const tooDeep = (line: number): RowOutcome => ({
  rejected: { line, path: '', reason: `nested deeper than ${maxLevels} levels`, value: null },
})

const maxValueLength = 4000

/** A value for the rejects file. Rejections wait until thousands are written, so that a large one is cut at once. */
function printable(value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (typeof value !== 'object' && String(value).length <= maxValueLength) return value
  const text = JSON.stringify(value)
  return text.length <= maxValueLength ? value : `${copied(text.slice(0, maxValueLength))}…`
}

/** Where a row says that the made-up sample is its source. */
function findSampleMember(record: Record<string, unknown>): string | undefined {
  if (record['source'] === sampleSource) return 'source'
  for (const list of ['emails', 'phone_numbers']) {
    const entries = record[list] as { source?: unknown }[] | null | undefined
    const at = entries?.findIndex((entry) => entry.source === sampleSource) ?? -1
    if (at >= 0) return `${list}[${at}].source`
  }
  return undefined
}

/** Why a record that is of its schema is refused all the same. */
function findRefusal(
  { moments }: ImportTarget,
  record: Record<string, unknown>,
): Omit<Rejection, 'line'> | undefined {
  const long = findLongName(record)
  if (long !== undefined) return long
  const madeUp = findSampleMember(record)
  if (madeUp !== undefined) return { path: madeUp, reason: sampleNameRefusal, value: sampleSource }
  for (const member of ['observed_at', ...moments]) {
    const moment = record[member]
    if (typeof moment === 'string' && Number.isNaN(Date.parse(moment)))
      return { path: member, reason: 'not a date', value: moment }
  }
  return undefined
}

function validated(target: ImportTarget, record: Record<string, unknown>, line: number): RowOutcome {
  const parsed = target.schema.safeParse(record)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    const path = issue.path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
    const value = issue.path.reduce<unknown>(
      (holder, key) => (holder as Record<PropertyKey, unknown> | null | undefined)?.[key],
      record,
    )
    return {
      rejected: {
        line,
        path: path.replace(/^\./, ''),
        reason: explainIssue(issue, value),
        value: printable(value),
      },
    }
  }
  const refusal = findRefusal(target, parsed.data)
  if (refusal !== undefined) return { rejected: { line, ...refusal } }
  // PostgreSQL stores no text with one, so it would fail a whole batch later on.
  if (hasNul(parsed.data))
    return {
      rejected: {
        line,
        path: pathOfNul(parsed.data, '') ?? '',
        reason: 'contains a NUL character',
        value: null,
      },
    }
  const long = findLongText(parsed.data)
  return long === undefined ? { record: parsed.data } : { rejected: { line, ...long } }
}

/** The problem, and for a closed list the value nearest to the given one. */
function explainIssue(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code !== 'invalid_value' || typeof value !== 'string') return issue.message
  const meant = nearest(value, issue.values.map(String))
  return meant === undefined ? issue.message : `${issue.message}; did you mean ${JSON.stringify(meant)}?`
}

/** The same question without the paths, which take longer than all else: nearly every row has none. */
function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(hasNul)
  for (const key in value) if (hasNul((value as Record<string, unknown>)[key])) return true
  return false
}

function pathOfNul(value: unknown, path: string): string | undefined {
  if (typeof value === 'string') return value.includes('\0') ? path : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, member] of Object.entries(value)) {
    const below = Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`
    const nulPath = pathOfNul(member, path === '' ? key : below)
    if (nulPath !== undefined) return nulPath
  }
  return undefined
}
