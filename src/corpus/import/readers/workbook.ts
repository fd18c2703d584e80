import { unguardFormula } from '../../../lib/formula-guard.ts'
import { mostBytes, readWorkbook, UnreadableList } from '../../tables/index.ts'
import { columnNames } from './csv.ts'
import { UnreadableFile, type SourceRow } from './row.ts'

/** Rows of the first sheet that holds anything, by the names of its first row; the line is the sheet's row. */
export async function* workbookRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<SourceRow[]> {
  let columns: string[] | undefined
  try {
    for await (const part of readWorkbook(await wholeOf(chunks))) {
      const rows: SourceRow[] = []
      for (const { line, cells } of part) {
        if (columns === undefined) columns = columnNames(cells.map(unguardFormula))
        else rows.push(rowOf(columns, line, cells))
      }
      if (rows.length > 0) yield rows
    }
  } catch (cause) {
    if (cause instanceof UnreadableList) throw new UnreadableFile(cause.message, { cause })
    throw cause
  }
}

/** A workbook is an archive whose directory stands at its end. */
async function wholeOf(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    pieces.push(chunk)
    size += chunk.length
    if (size > mostBytes)
      throw new UnreadableList('The workbook is larger than 50 MiB; save the sheet as CSV.')
  }
  return Buffer.concat(pieces)
}

function rowOf(columns: readonly string[], line: number, cells: readonly string[]): SourceRow {
  const value: Record<string, string> = {}
  let bytes = 0
  for (const [index, cell] of cells.entries()) {
    if (cell === '') continue
    // Rows end with their last cell: one beyond the names has none.
    value[columns[index] ?? `column_${index + 1}`] = unguardFormula(cell)
    bytes += cell.length
  }
  return { line, value, bytes, isCells: true }
}
