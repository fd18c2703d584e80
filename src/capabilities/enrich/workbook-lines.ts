import type { RawRow, TypedCell } from '../../corpus/tables/index.ts'
import { packWorkbook, type SheetCell } from '../../platform/exports/index.ts'

/** Cells of a workbook row: texts stay texts, and numbers, dates, flags and errors get their type back. */
export function sheetCells(row: RawRow, texts: readonly string[]): SheetCell[] {
  const { typed = {}, written = {}, cells } = row
  return texts.map((text, column) => {
    const value = typed[column]
    if (value !== undefined) return toCell(value)
    const isError = cells[column] === '' && written[column] === text && text.startsWith('#')
    return isError ? { error: text } : text
  })
}

const toCell = (value: TypedCell): SheetCell => ('flag' in value ? value.flag : value)

/** Rows for a workbook as lines, because lines can be concatenated and parts of a workbook cannot. */
export const sheetLines = (rows: readonly (readonly SheetCell[])[]): Buffer =>
  Buffer.from(rows.map((cells) => `${JSON.stringify(cells)}\n`).join(''))

/** Converts lines into a workbook in bounded memory; the first line is its heading. */
export async function* packSheet(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const parts = parseRows(content)
  const first = await parts.next()
  const [heading = [], ...rest] = first.done === true ? [] : first.value
  async function* rows(): AsyncGenerator<SheetCell[][]> {
    yield rest
    yield* parts
  }
  yield* packWorkbook(
    heading.map((name) => ({ name: String(name) })),
    rows(),
  )
}

async function* parseRows(content: AsyncIterable<Uint8Array>): AsyncGenerator<SheetCell[][]> {
  let pending = Buffer.alloc(0)
  for await (const chunk of content) {
    const bytes = Buffer.concat([pending, chunk])
    const end = bytes.lastIndexOf(0x0a) + 1
    pending = bytes.subarray(end)
    if (end === 0) continue
    const lines = bytes.toString('utf8', 0, end - 1).split('\n')
    yield lines.map((line) => JSON.parse(line) as SheetCell[])
  }
}
