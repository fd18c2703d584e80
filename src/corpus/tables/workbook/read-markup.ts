import { Parser } from 'htmlparser2'
import { TableSize, UnreadableList, type RawRow, type RawTable } from '../table.ts'
import { numberText } from './cell-format.ts'
import { pickFirst, type NamedRows } from './read-spreadsheet.ts'
import { findAttribute, decoded, readXml, type XmlAttributes } from './read-xml.ts'

/** Kinds of marked-up text that programs call .xls. */
export type Markup = 'html' | 'spreadsheetml'

/** What a text is that is not a list but markup around one; by how it begins. */
export function findMarkup(head: string): Markup | undefined {
  const start = head.trimStart().slice(0, 8_192)
  if (!start.startsWith('<')) return undefined
  if (
    /urn:schemas-microsoft-com:office:spreadsheet|progid="?Excel\.Sheet/i.test(start) &&
    /^<\?(?:xml|mso)|<(?:\w+:)?Workbook\b/i.test(start)
  )
    if (!/<html\b/i.test(start)) return 'spreadsheetml'
  return /<(?:!doctype html|html|head|meta|style|body|table|div|center|font)\b/i.test(start)
    ? 'html'
    : undefined
}

/** The table of a text in markup. Throws UnreadableList. */
export function readMarkup(text: string, markup: Markup): RawTable {
  return markup === 'html' ? readHtml(text) : readSpreadsheetMl(text)
}

class Grid {
  readonly rows: RawRow[] = []
  readonly #size = new TableSize()
  /** What cells of earlier rows say in rows to come, by column. */
  #spans = new Map<number, { left: number; text: string }>()
  #line = 0
  #row: RawRow | undefined

  beginRow(index?: number): void {
    this.endRow()
    this.#line = index ?? this.#line + 1
    this.#row = { line: this.#line, cells: [] }
  }

  /** The next cell that no earlier row reaches into. */
  add(text: string, { columns = 1, rows = 1, index, link }: CellPlace): void {
    if (this.#row === undefined) this.beginRow()
    const { cells } = this.#row!
    if (index !== undefined) while (cells.length < index) this.#fill(cells)
    while (this.#spans.has(cells.length)) this.#fill(cells)
    if (rows > 1) this.#spans.set(cells.length, { left: Math.min(rows, 100_000), text })
    if (link !== undefined) (this.#row!.links ??= {})[cells.length] = link
    cells.push(text)
    for (let more = 1; more < Math.min(columns, 512); more++) cells.push('')
  }

  endRow(): void {
    if (this.#row === undefined) return
    const { cells } = this.#row
    const hasOwn = cells.some((cell) => cell !== '')
    while ([...this.#spans.keys()].some((column) => column >= cells.length)) this.#fill(cells)
    for (const [column, span] of this.#spans) if (--span.left <= 0) this.#spans.delete(column)
    this.#size.add(cells)
    if (hasOwn) this.rows.push(this.#row)
    this.#row = undefined
  }

  #fill(cells: string[]): void {
    cells.push(this.#spans.get(cells.length)?.text ?? '')
  }
}

interface CellPlace {
  columns?: number
  rows?: number
  index?: number
  link?: string | undefined
}

/** The largest table of a page, as web applications make them for Excel. */
function readHtml(html: string): RawTable {
  const grids: Grid[] = []
  const open: Grid[] = []
  let cell: { text: string; place: CellPlace } | undefined
  const endCell = () => {
    if (cell !== undefined) open.at(-1)?.add(cell.text.replace(/\s+/g, ' ').trim(), cell.place)
    cell = undefined
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'table') {
        endCell()
        open.push(new Grid())
        grids.push(open.at(-1)!)
      } else if (name === 'tr') {
        endCell()
        open.at(-1)?.beginRow()
      } else if (name === 'td' || name === 'th') {
        endCell()
        const span = (text: string | undefined) => Math.max(1, Number.parseInt(text ?? '1', 10) || 1)
        cell = {
          text: '',
          place: { columns: span(attributes['colspan']), rows: span(attributes['rowspan']) },
        }
      } else if (cell !== undefined && name === 'a') cell.place.link ??= attributes['href']
      else if (cell !== undefined && (name === 'br' || name === 'p' || name === 'div')) cell.text += ' '
    },
    ontext(text) {
      if (cell !== undefined) cell.text += text
    },
    onclosetag(name) {
      if (name === 'td' || name === 'th') endCell()
      else if (name === 'table') {
        endCell()
        open.pop()?.endRow()
      }
    },
  })
  parser.end(html)
  for (const grid of grids) grid.endRow()
  const [largest] = grids.toSorted((one, other) => other.rows.length - one.rows.length)
  if (largest === undefined || largest.rows.length === 0)
    throw new UnreadableList('The file is an HTML page without a table. Save the list as .xlsx or .csv.')
  const others = grids.filter((grid) => grid !== largest && grid.rows.length > 1).length
  return {
    rows: largest.rows,
    notes: [
      `The file is an HTML page; its ${others > 0 ? `largest table is read, ${others} more are not` : 'table is read'}.`,
    ],
    format: { kind: 'spreadsheet' },
  }
}

/** An XML spreadsheet of 2003. */
function readSpreadsheetMl(xml: string): RawTable {
  const sheets: (NamedRows & { grid: Grid })[] = []
  let [text, isText, type] = ['', false, 'String']
  let place: CellPlace = {}
  const newest = () => sheets.at(-1)
  readXml(xml.replace(/<!DOCTYPE[^>[]*(?:\[[^\]]*\])?[^>]*>/i, ''), {
    open(name, attributes) {
      if (name === 'Worksheet') {
        const grid = new Grid()
        const sheet = decoded(findAttribute(attributes(), 'Name') ?? `Sheet${sheets.length + 1}`)
        sheets.push({ name: sheet, isHidden: false, grid, rows: () => grid.rows })
      } else if (name === 'Row') newest()?.grid.beginRow(readNumber(attributes(), 'Index'))
      else if (name === 'Cell') {
        const own = attributes()
        const index = readNumber(own, 'Index')
        place = {
          columns: (readNumber(own, 'MergeAcross') ?? 0) + 1,
          rows: (readNumber(own, 'MergeDown') ?? 0) + 1,
          ...(index === undefined ? {} : { index: Math.min(index, 16_384) - 1 }),
          link: decoded(findAttribute(own, 'HRef') ?? '') || undefined,
        }
        text = ''
        type = 'String'
      } else if (name === 'Data') {
        isText = true
        type = findAttribute(attributes(), 'Type') ?? 'String'
      } else if (name === 'Visible') isText = true
    },
    close(name) {
      if (name === 'Cell') newest()?.grid.add(typedText(text, type), place)
      else if (name === 'Table') newest()?.grid.endRow()
      else if (name === 'Visible' && /hidden/i.test(text)) newest()!.isHidden = true
      if (name === 'Data' || name === 'Visible') isText = false
      if (name === 'Row' || name === 'Visible') text = ''
    },
    text(part) {
      if (isText) text += part
    },
  })
  const table = pickFirst(sheets)
  return { ...table, notes: ['The file is an XML spreadsheet.', ...table.notes] }
}

const readNumber = (attributes: XmlAttributes, name: string): number | undefined => {
  const number = Number(findAttribute(attributes, name))
  return Number.isInteger(number) && number > 0 ? number : undefined
}

function typedText(text: string, type: string): string {
  if (type === 'Number') return numberText(text.trim(), undefined, false)
  if (type === 'DateTime') return text.replace(/T00:00:00(?:\.0+)?$/, '').replace(/\.0+$/, '')
  if (type === 'Boolean') return text.trim() === '1' ? 'TRUE' : 'FALSE'
  return type === 'Error' ? '' : text
}
