import { unwrapRow } from './rejected-row.ts'
import type { JsonRows } from './json-answer.ts'

/** A table whose rows are laid into the rows of the main one: of the same archive, or the main one itself. */
export interface JoinedTable {
  /** Pattern of its member; undefined where the main table is joined with itself. */
  member?: string | undefined
  /** Where in it the rows are. */
  where: JsonRows
  /** Its column, and the members of the main rows that have the same values: names, or paths of names. */
  key: string
  on: readonly string[]
  /** Whether a row may have several of its rows: then they are a list. */
  isMany: boolean
  /** Paths of what of its rows is laid into others; undefined for all. */
  keep?: readonly string[] | undefined
}

/** Where the rows of a file are. */
export interface RowSelector extends JsonRows {
  /** Pattern of the members of an archive that hold the rows. */
  member?: string | undefined
  /** Tables laid into the rows, by the name of the member that they become. */
  join?: Readonly<Record<string, JoinedTable>> | undefined
  /**
   * Whether a file with this beginning is one document; other files are read as if no paths were given. Default: every
   * file is.
   */
  isAnswer?(head: Buffer): boolean
}

/** The same without tables that are the main one itself: they add nothing to which rows there are. */
export function withoutOwnTables(select: RowSelector): RowSelector {
  const { join = {}, ...plain } = select
  const others = Object.entries(join).filter(([, { member }]) => member !== undefined)
  return others.length === 0 ? plain : { ...plain, join: Object.fromEntries(others) }
}

export const hasPaths = ({ rows, columns }: RowSelector): boolean =>
  rows !== undefined || columns !== undefined

/** Whether a file is one of rejects, whose lines carry whole rows wherever these came from. */
export function isRejectsFile(head: Buffer): boolean {
  const end = head.indexOf('\n')
  const line = head.subarray(0, end < 0 ? head.length : end).toString('utf8')
  // The end of a line that is longer than the head is not seen, but how it begins.
  if (/^\{(?:"file":"[^"]*",)?"line":\d+,"path":"/.test(line) && end < 0) return true
  if (!line.startsWith('{')) return false
  try {
    const row = { line: 1, value: JSON.parse(line) as unknown, bytes: 0 }
    return unwrapRow(row) !== row
  } catch {
    return false
  }
}
