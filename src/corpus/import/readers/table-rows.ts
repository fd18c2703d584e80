import { defaultNetworkHosts } from '../../../lib/network-url.ts'
import {
  openTable,
  repeatsHeader,
  UnreadableList,
  type ByteSource,
  type RawRow,
  type RowFault,
} from '../../tables/index.ts'
import { excerpt, maxRowBytes, UnreadableFile, type SourceRow } from './row.ts'

/**
 * Rows of a table as objects of text by column name; empty cells are left out. In a text file, a row with too many or
 * too few cells is an error of its own. Omissions and decisions are passed to `onNote` at the end.
 */
export async function* tableRows(
  content: ByteSource,
  onNote: (note: string) => void = () => {},
): AsyncGenerator<SourceRow[]> {
  try {
    const { kind, header, rows, notes } = await openTable(content, {
      network: defaultNetworkHosts,
      isNamed: true,
      mostRowBytes: maxRowBytes,
      toleratesFaults: true,
    })
    const named = new NamedRows(columnNames(header ?? []), header, kind === 'csv')
    for await (const part of rows) {
      const read = part.flatMap((row) => named.read(row) ?? [])
      if (read.length > 0) yield read
    }
    for (const note of [...notes, ...named.notes()]) onNote(note)
  } catch (cause) {
    throw asUnreadableFile(cause)
  }
}

function asUnreadableFile(cause: unknown): unknown {
  if (!(cause instanceof UnreadableList)) return cause
  if (cause.cause instanceof UnreadableFile) return cause.cause
  const message = cause.message.replace(/\.$/, '')
  return new UnreadableFile(message.charAt(0).toLowerCase() + message.slice(1), { cause })
}

class NamedRows {
  readonly #columns: readonly string[]
  readonly #isRepeated: (cells: readonly string[]) => boolean
  readonly #isCounted: boolean
  #repeated = 0

  /** `isCounted`: whether rows must have as many cells as the header. */
  constructor(columns: readonly string[], header: readonly string[] | undefined, isCounted: boolean) {
    this.#columns = columns
    this.#isRepeated = repeatsHeader(header)
    this.#isCounted = isCounted
  }

  read(row: RawRow | RowFault): SourceRow | undefined {
    if ('error' in row) return { ...row, text: excerpt(row.text) }
    const { line, cells } = row
    if (isBlank(cells)) return undefined
    if (this.#isRepeated(cells)) {
      this.#repeated += 1
      return undefined
    }
    const columns = this.#columns
    const width = this.#isCounted ? this.#widthOf(cells) : columns.length
    if (width !== columns.length)
      return {
        line,
        error: `expected ${columns.length} cells, found ${width}`,
        text: excerpt(cells.join(',')),
      }
    if (row.isBroken === true) return { line, error: 'not valid UTF-8', text: excerpt(cells.join(',')) }
    const value: Record<string, string> = {}
    let bytes = 0
    for (let index = 0; index < cells.length; index++) {
      const cell = cells[index]!
      bytes += cell.length
      // Rows of a sheet end with their last cell, and a cell beyond the names has none.
      if (cell !== '') value[columns[index] ?? `column_${index + 1}`] = cell
    }
    return { line, value, bytes, isCells: true }
  }

  /** Delimiters after the last cell end the row and begin no other cell. */
  #widthOf(cells: readonly string[]): number {
    let width = cells.length
    while (width > this.#columns.length && cells[width - 1]!.trim() === '') width -= 1
    return width
  }

  notes(): string[] {
    const count = this.#repeated
    return count === 0
      ? []
      : [
          `${count === 1 ? 'A line that repeats' : `${count} lines that repeat`} the header ${count === 1 ? 'is' : 'are'} left out.`,
        ]
  }
}

/** A blank line. A line of delimiters alone is a row without values. */
const isBlank = (cells: readonly string[]) => cells.length <= 1 && (cells[0] ?? '') === ''

/** Unnamed columns are called by their position; the second of two equal names gets a number. */
function columnNames(header: readonly string[]): string[] {
  const names = new Set<string>()
  return header.map((heading, index) => {
    const name = heading.trim() === '' ? `column_${index + 1}` : heading.trim()
    let unique = name
    for (let count = 2; names.has(unique); count++) unique = `${name}_${count}`
    names.add(unique)
    return unique
  })
}
