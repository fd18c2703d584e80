import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { writeCell, type CellValue, type ColumnHead } from './column.ts'
import {
  CellStyles,
  packageParts,
  sheetHead,
  sheetTail,
  workbookParts,
  xmlRow,
  type SheetValue,
} from './workbook-xml.ts'

/** What a cell of a workbook may hold besides what those of other files may. */
export type SheetCell = CellValue | SheetValue

/** Rows that one sheet of Excel holds. */
const sheetRows = 1_048_576
/** Text of one sheet: beyond four times as much a ZIP entry needs a form that not every reader knows. */
const sheetBytes = 1024 ** 3
/** Text handed on at once. */
const chunkLength = 64 * 1024

/** Rows as a workbook: one sheet, and as many more as it takes, each beginning with the names of the columns. */
export async function* packWorkbook(
  columns: readonly Pick<ColumnHead, 'name'>[],
  rows: AsyncIterable<readonly (readonly SheetCell[])[]>,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const fail = (error: Error) => void output.destroy(error)
  const names = columns.map(({ name }) => name)
  const ahead = await openAhead(rows)
  const styles = new CellStyles()
  addTexts(zip, packageParts)
  addSheet(1)
  yield* output as AsyncIterable<Uint8Array>

  /** What comes behind a sheet is known when it is written: the next one, or the end. */
  function addSheet(number: number): void {
    const sheet = Readable.from(sheetXml(names, ahead, styles), { objectMode: false })
    sheet.on('error', fail)
    sheet.on('end', () => {
      if (ahead.row !== undefined) return addSheet(number + 1)
      addTexts(zip, workbookParts(number, styles))
      zip.end()
    })
    zip.addReadStream(sheet, `xl/worksheets/sheet${number}.xml`, { ...dated, compressionLevel: 4 })
  }
}

/** The same rows make the same bytes, so no entry tells when it was written. */
const dated = { mtime: new Date(2000, 0, 1), forceDosTimestamp: true }

function addTexts(zip: ZipFile, parts: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name, dated)
}

/** Rows one by one, the next of them in sight. */
interface RowsAhead {
  row: readonly SheetCell[] | undefined
  advance(): Promise<void>
}

async function openAhead(rows: AsyncIterable<readonly (readonly SheetCell[])[]>): Promise<RowsAhead> {
  const stretches = rows[Symbol.asyncIterator]()
  let stretch: readonly (readonly SheetCell[])[] = []
  let index = -1
  const ahead: RowsAhead = {
    row: undefined,
    async advance() {
      index += 1
      while (index >= stretch.length) {
        const step = await stretches.next()
        if (step.done === true) return void (ahead.row = undefined)
        stretch = step.value
        index = 0
      }
      ahead.row = stretch[index]
    },
  }
  await ahead.advance()
  return ahead
}

async function* sheetXml(
  names: readonly string[],
  ahead: RowsAhead,
  styles: CellStyles,
): AsyncGenerator<Buffer> {
  let text = sheetHead + xmlRow(names, 1, styles)
  let rows = 1
  let bytes = 0
  while (ahead.row !== undefined && rows < sheetRows && bytes < sheetBytes) {
    rows += 1
    text += xmlRow(ahead.row.map(plainCell), rows, styles)
    await ahead.advance()
    if (text.length < chunkLength) continue
    const chunk = Buffer.from(text)
    bytes += chunk.length
    text = ''
    yield chunk
  }
  yield Buffer.from(text + sheetTail)
}

function plainCell(value: SheetCell): string | number | boolean | SheetValue {
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return isSheetValue(value) ? value : writeCell(value)
}

const isSheetValue = (value: SheetCell): value is SheetValue =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
