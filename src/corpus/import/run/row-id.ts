import { hash } from 'node:crypto'
import { checkRecord } from '../../write/index.ts'
import { importTargets, type ImportKind } from '../mapping/target.ts'

/** Under this name among its outside ids a record found by name keeps the digest of its row. */
const rowIdName = 'row'

/** Kinds whose rows may be known by a name alone, and the member that is the name. */
const nameOf: Partial<Record<ImportKind, string>> = { companies: 'preferred_name', people: 'name' }

/**
 * A record with a name and no identifier, with one: a digest of the source and of all the row says. The same row again is
 * the same record; a row that says anything else is another one, since nobody knows whether namesakes are one.
 */
export function withRowId(
  kind: ImportKind,
  record: Record<string, unknown>,
  { source, observedAt }: { source: string; observedAt: Date },
): Record<string, unknown> {
  const name = record[nameOf[kind] ?? '']
  if (typeof name !== 'string' || name.trim() === '') return record
  const item = { line: 0, record }
  const { rejection } = checkRecord(importTargets[kind].kind, item, { source, observedAt })
  if (rejection === undefined) return record
  const { source: own, ...rest } = record
  const values = Object.fromEntries(
    Object.entries(rest).filter(([member]) => member !== 'observed_at' && member !== 'confidence'),
  )
  const id = hash('sha256', JSON.stringify([own ?? source, ordered(values)]), 'hex').slice(0, 32)
  return { ...record, external_ids: { [rowIdName]: id } }
}

/** The same value with its members in one order. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, ordered(member)]),
  )
}
