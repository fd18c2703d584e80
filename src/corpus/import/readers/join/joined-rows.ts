import { isPlainObject } from '../../mapping/scope.ts'
import { maxRowBytes, UnreadableFile, type RowChunks, type SourceRow } from '../row.ts'
import type { JoinedTable } from '../select-rows.ts'
import { RowIndex } from './row-index.ts'

/** Rows of one joined table that a row may have. */
const maxJoinedRows = 10_000

export interface Join {
  tables: Readonly<Record<string, JoinedTable>>
  read(table: JoinedTable): RowChunks
  folder: string | undefined
  /** Called with what was left out of the joined tables. */
  onNote?: ((note: string) => void) | undefined
}

/**
 * The rows of a main table, each with its rows of the joined ones as members. The joined tables are read first, into one
 * index on disk each, so that memory does not grow with them, whatever their order.
 */
export async function* joinedRows(
  main: RowChunks,
  { tables, read, folder, onNote }: Join,
): AsyncGenerator<SourceRow[]> {
  const joined: OpenTable[] = []
  let damage: UnreadableFile | undefined
  try {
    for (const [name, table] of Object.entries(tables)) {
      const index = new RowIndex(folder)
      joined.push({ name, table, index, asked: 0, matched: 0 })
      let unread = 0
      try {
        for await (const rows of read(table)) unread += addRows(index, rows, table)
      } catch (error) {
        // A file that is joined with itself ends early as the main table, too: its good rows come before that is told.
        if (!(error instanceof UnreadableFile) || table.member !== undefined) throw error
        damage ??= error
      }
      if (unread > 0)
        onNote?.(`Rows of ${nameTable(table)} that could not be read, and are not joined: ${unread}.`)
    }
    for await (const rows of main) yield rows.map((row) => withJoined(row, joined))
    if (damage !== undefined) throw damage
    for (const each of joined)
      if (each.matched === 0) onNote?.(`${whyUnjoined(each)}: nothing of it is joined.`)
  } finally {
    for (const { index } of joined) index.close()
  }
}

interface OpenTable {
  name: string
  table: JoinedTable
  index: RowIndex
  /** Rows of the main table that have a value to join by, and those for which there were rows. */
  asked: number
  matched: number
}

/** A misspelt name of a column joins nothing, and would be silent. */
function whyUnjoined({ table, index, asked }: OpenTable): string {
  const { key, on } = table
  const [member, names] = [nameTable(table), on.join(', ')]
  if (index.isEmpty) return `No row of ${member} has ${key}`
  return asked === 0
    ? `No row has ${names}, by which ${member} is joined`
    : `No ${names} of a row is a ${key} of ${member}`
}

const nameTable = ({ member }: JoinedTable): string => member ?? 'the file itself'

/** Adds rows that have a key, under each where they have several; answers how many could not be read. */
function addRows(index: RowIndex, rows: readonly SourceRow[], { key, keep }: JoinedTable): number {
  let unread = 0
  for (const row of rows) {
    if ('error' in row) unread += 1
    else if (isPlainObject(row.value)) {
      const keys = keysAt(row.value, [key])
      if (keys.length === 0) continue
      const content = keep === undefined ? row.value : pick(row.value, keep)
      for (const each of keys) index.add(each, content)
    }
  }
  return unread
}

/** What paths name of a row, at the same places. */
function pick(row: Record<string, unknown>, paths: readonly string[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {}
  for (const path of paths) {
    const value = memberAt(row, path)
    if (value === undefined) continue
    const names = Object.hasOwn(row, path) ? [path] : path.split('.')
    let holder = picked
    for (const name of names.slice(0, -1)) {
      const next = Object.hasOwn(holder, name) ? holder[name] : {}
      holder[name] = next
      holder = next as Record<string, unknown>
    }
    holder[names.at(-1) as string] = value
  }
  return picked
}

/** Every key that paths lead to, once each; a path goes through lists. */
function keysAt(row: Record<string, unknown>, paths: readonly string[]): string[] {
  const keys = new Set<string>()
  for (const path of paths) {
    const value = memberAt(row, path)
    for (const each of Array.isArray(value) ? value : [value]) {
      const key = keyOf(each)
      if (key !== undefined) keys.add(key)
    }
  }
  return [...keys]
}

const keyOf = (value: unknown): string | undefined =>
  (typeof value === 'string' && value.trim() !== '') || typeof value === 'number'
    ? String(value).trim()
    : undefined

/** A name with full stops in it goes before a path of names. Of lists it is the members of all entries. */
function memberAt(row: Record<string, unknown>, path: string): unknown {
  if (Object.hasOwn(row, path)) return row[path]
  return path.split('.').reduce<unknown>(step, row)
}

function step(holder: unknown, name: string): unknown {
  if (Array.isArray(holder)) return holder.flatMap((each) => step(each, name) ?? [])
  return isPlainObject(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined
}

function withJoined(row: SourceRow, joined: readonly OpenTable[]): SourceRow {
  if (!('value' in row) || !isPlainObject(row.value)) return row
  const { isCells, ...plain } = row
  void isCells
  const value = { ...row.value }
  let { bytes } = row
  for (const each of joined) {
    const { name, table, index } = each
    const keys = keysAt(row.value, table.on)
    if (keys.length === 0) continue
    each.asked += 1
    const { rows, chars } = listRows(index, keys, table.isMany ? maxJoinedRows + 1 : 1)
    bytes += chars
    if (rows.length > maxJoinedRows)
      return { ...placeOf(row), error: `more than ${maxJoinedRows} rows of ${name}`, text: '' }
    if (bytes > maxRowBytes)
      return { ...placeOf(row), error: `row longer than 16 MiB with its rows of ${name}`, text: '' }
    if (rows.length === 0) continue
    each.matched += 1
    value[name] = table.isMany ? rows : rows[0]
  }
  return { ...plain, value, bytes }
}

/** The first rows of some keys, in the order of the keys. */
function listRows(
  index: RowIndex,
  keys: readonly string[],
  most: number,
): { rows: unknown[]; chars: number } {
  const all: { rows: unknown[]; chars: number } = { rows: [], chars: 0 }
  for (const key of keys) {
    if (all.rows.length >= most) break
    const { rows, chars } = index.list(key, most - all.rows.length)
    all.rows.push(...rows)
    all.chars += chars
  }
  return all
}

const placeOf = ({ line, place }: SourceRow) => ({ line, ...(place === undefined ? {} : { place }) })
