import { openBytes, type ByteSource } from './byte-source.ts'
import { asUnreadableList } from './csv-rows.ts'
import { jsonTextLines } from './json-text-lines.ts'
import { openContent, openTable, type TableOptions } from './open-table.ts'
import { isArchive } from './other-content.ts'
import type { OpenedTable } from './shape-table.ts'
import { UnreadableList, type RawRow, type RowFault } from './table.ts'
import { asUtf8 } from './transcode.ts'

/** A row as it stands: cells of a table, or an object as a line of JSON. */
export type GivenRow = RawRow | { line: number; json: string }

/** A file by its path, or its content: that of strangers in a process of its own (`ContainedProcess`). */
export type ListSource = { file: string; onBytes?: (bytes: number) => void } | { bytes: Buffer }

export interface OpenedList {
  kind: 'csv' | 'xlsx' | 'jsonl'
  /** Of a CSV and a workbook. */
  table?: OpenedTable
  /**
   * Every row of the list in order, in bounded memory. Blank rows between others are rows, those before and after all
   * others are none. Throws UnreadableList.
   */
  rows: AsyncIterable<GivenRow[]>
}

/** Opens a list whatever it is called: a table, or JSON lines, by their content, also gzip and zstd. Throws UnreadableList. */
export async function openListRows(source: ListSource, options: TableOptions): Promise<OpenedList> {
  const content = 'bytes' in source ? await openContent(source.bytes) : await openFile(source)
  const { head } = content
  const first = isArchive(head) ? undefined : /\S/.exec(head.toString('latin1'))?.[0]
  if (first === '[' && isJsonArray(head)) {
    await content.close()
    throw new UnreadableList('The file is a JSON array; save it as JSON lines, one object a line.')
  }
  if (first === '{' && !head.toString('latin1').startsWith('{\\rtf'))
    return { kind: 'jsonl', rows: withReport(jsonTextLines(asUtf8(content.chunks))) }
  const isContained = 'bytes' in source
  const table = await openTable(content, { ...options, isContained, dropsNul: true }).catch(
    (cause: unknown) => {
      throw asUnreadableList(cause)
    },
  )
  return { kind: table.kind, table, rows: withoutFaults(table.rows) }
}

const openFile = ({
  file,
  onBytes,
}: {
  file: string
  onBytes?: (bytes: number) => void
}): Promise<ByteSource> => openBytes(file, onBytes === undefined ? {} : { onBytes })

/** `[` begins a heading, too. */
const isJsonArray = (head: Buffer) =>
  /^\s*\[\s*(?:[[{"\d\]-]|true|false|null|$)/.test(head.toString('latin1'))

async function* withReport(rows: AsyncIterable<GivenRow[]>): AsyncGenerator<GivenRow[]> {
  try {
    yield* rows
  } catch (cause) {
    throw asUnreadableList(cause)
  }
}

async function* withoutFaults(parts: AsyncIterable<(RawRow | RowFault)[]>): AsyncGenerator<RawRow[]> {
  for await (const part of parts) yield part.flatMap((row) => ('cells' in row ? [row] : []))
}
