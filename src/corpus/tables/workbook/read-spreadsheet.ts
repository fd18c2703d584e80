import { guardArchive } from '../guard-archive.ts'
import { UnreadableList, type RawRow, type RawTable } from '../table.ts'
import { workbookParts } from './package-parts.ts'
import { listFormats, listTexts } from './read-styles.ts'
import { sheetRows, type SheetContext } from './sheet-rows.ts'

/** What can be taken of a workbook in addition to its text. */
export interface SpreadsheetOptions {
  /** Numbers, dates and flags as its cells hold them. */
  keepsTyped?: boolean
}

/**
 * The first sheet of an .xlsx file that is shown and holds anything, as text; other sheets are reported. Formulas
 * give the value they were saved with. Throws UnreadableList.
 */
export function readSpreadsheet(bytes: Buffer, { keepsTyped = false }: SpreadsheetOptions = {}): RawTable {
  const { sheets, epoch1904, sharedStrings, styles } = workbookParts(guardArchive(bytes))
  if (sheets.length === 0) throw new UnreadableList('The workbook has no sheets.')
  const context: SheetContext = {
    texts: listTexts(sharedStrings),
    formats: listFormats(styles),
    epoch1904,
    keepsTyped,
  }
  return pickFirst(
    sheets.map((sheet) => ({
      name: sheet.name,
      isHidden: sheet.isHidden,
      rows: (notes) => sheetRows(sheet, context, notes),
    })),
  )
}

/** A sheet that is read when it is asked for its rows. */
export interface NamedRows {
  name: string
  isHidden: boolean
  rows(notes: string[]): RawRow[]
}

/** The first sheet that is shown and holds anything. */
export function pickFirst(sheets: readonly NamedRows[]): RawTable {
  for (const sheet of sheets) {
    if (sheet.isHidden) continue
    const notes: string[] = []
    const rows = sheet.rows(notes)
    if (rows.length === 0) continue
    const others = sheets.filter((other) => other !== sheet)
    if (others.length > 0)
      notes.unshift(`Only the sheet ${JSON.stringify(sheet.name)} is read; ${besides(others)}.`)
    return { rows, notes, format: { kind: 'spreadsheet', sheet: sheet.name } }
  }
  const hidden = sheets.filter(({ isHidden, rows }) => isHidden && rows([]).length > 0)
  if (hidden.length === 0) throw new UnreadableList('The file is empty.')
  throw new UnreadableList(`The sheets that are shown are empty; ${besides(hidden)}. Show the one to read.`)
}

const maxNamedSheets = 5

function besides(sheets: readonly NamedRows[]): string {
  const named = sheets
    .slice(0, maxNamedSheets)
    .map(({ name, isHidden }) => JSON.stringify(name.slice(0, 60)) + (isHidden ? ' (hidden)' : ''))
  const further = sheets.length > maxNamedSheets ? ` and ${sheets.length - maxNamedSheets} more` : ''
  return `the workbook also has ${named.join(', ')}${further}`
}
