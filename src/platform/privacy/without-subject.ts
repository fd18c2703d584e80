import type { Subject } from './subject-texts.ts'

/** Replaces the name of a person. It identifies nothing, so a look-up by it finds nothing. */
const gap = '…'

/** The member that holds the cells of one row of a list; rows of several lie in lists of lists. */
const cellsMember = 'cells'

/**
 * Stored JSON without what names the person, in the same shape: a text that holds one of their identifiers, or is their
 * name, becomes a gap. A row of a list that names them loses all of its texts, because its other cells are about them too.
 * Undefined where nothing names them.
 */
export function withoutSubject(json: string, subject: Subject): string | undefined {
  let isChanged = false
  const names = (value: unknown) => typeof value === 'string' && subject.mayBeIn(JSON.stringify([value]))
  const clearRow = (row: readonly unknown[]) => {
    const isTheirs = row.some(
      (cell, index) => names(cell) || names(`${String(cell)} ${String(row[index + 1])}`),
    )
    if (!isTheirs) return row
    isChanged = true
    return row.map((cell) => (typeof cell === 'string' && cell !== '' ? gap : cell))
  }
  const clear = (value: unknown, isCells: boolean): unknown => {
    if (names(value)) {
      isChanged = true
      return gap
    }
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value))
      return isCells && !value.some(Array.isArray)
        ? clearRow(value)
        : value.map((each) => clear(each, Array.isArray(each)))
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [clear(name, false), clear(each, name === cellsMember)]),
    )
  }
  const cleared = clear(JSON.parse(json), false)
  return isChanged ? JSON.stringify(cleared) : undefined
}
