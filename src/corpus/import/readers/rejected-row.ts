import { isPlainObject } from '../mapping/scope.ts'
import type { SourceRow } from './row.ts'

/** Members of a line of a rejects file. */
const members = new Set(['file', 'member', 'member_line', 'line', 'path', 'reason', 'value', 'row', 'cells'])

/** The row in a line of a rejects file, corrected or not; any other row as it is. */
export function unwrapRow(row: SourceRow): SourceRow {
  if (!('value' in row) || !isPlainObject(row.value)) return row
  if (typeof row.value['reason'] !== 'string') return row
  const { line, path, cells, row: carried = cells } = row.value
  if (typeof path !== 'string' || typeof line !== 'number') return row
  if (!isPlainObject(carried) || Object.keys(row.value).some((name) => !members.has(name))) return row
  const { isCells, ...whole } = row
  void isCells
  return { ...whole, value: carried, ...(carried === cells ? { isCells: true } : {}) }
}
