import { TableSize, type RawRow, type TypedCell } from '../table.ts'
import type { SheetPart } from './package-parts.ts'
import { numberText, toSerial } from './cell-format.ts'
import { readXml, withoutEscapes, xmlText, type XmlAttributes } from './read-xml.ts'

export interface SheetContext {
  texts: readonly string[]
  formats: readonly (string | undefined)[]
  epoch1904: boolean
  /** Whether numbers and flags are kept as such, too. */
  keepsTyped: boolean
}

/** Rows of a sheet that hold anything. What was noticed goes to `notes`. */
export function sheetRows(sheet: SheetPart, context: SheetContext, notes: string[]): RawRow[] {
  if (sheet.xml === undefined) return []
  const reading = new SheetReading(sheet, context)
  readXml(xmlText(sheet.xml), reading)
  return reading.rows(notes)
}

interface Cell {
  column: number
  type: string
  format: string | undefined
}

/** Rows from one to another, in one column: what a merged area spans. */
interface Area {
  from: number
  to: number
  column: number
}

class SheetReading {
  readonly #sheet: SheetPart
  readonly #context: SheetContext
  readonly #rows: RawRow[] = []
  readonly #size = new TableSize()
  readonly #areas: Area[] = []
  readonly #links: { row: number; column: number; target: string }[] = []
  #row: RawRow = { line: 0, cells: [] }
  #cell: Cell = { column: -1, type: 'n', format: undefined }
  #value = ''
  #formula = ''
  /** What the text that comes now belongs to. */
  #within: 'value' | 'formula' | undefined
  #aloud = 0

  constructor(sheet: SheetPart, context: SheetContext) {
    this.#sheet = sheet
    this.#context = context
  }

  open = (name: string, attributes: () => XmlAttributes): void => {
    switch (name) {
      case 'row':
        return this.#beginRow(attributes())
      case 'c':
        return this.#beginCell(attributes())
      case 'v':
      case 't':
        this.#within = this.#aloud === 0 ? 'value' : undefined
        return
      case 'f':
        this.#within = 'formula'
        return
      case 'rPh':
        this.#aloud += 1
        return
      case 'mergeCell':
        return this.#addArea(attributes()['ref'] ?? '')
      case 'hyperlink':
        this.#addLink(attributes())
    }
  }

  close = (name: string): void => {
    if (name === 'c') this.#endCell()
    else if (name === 'row') this.#endRow()
    else if (name === 'rPh') this.#aloud -= 1
    else if (name === 'v' || name === 't' || name === 'f') this.#within = undefined
  }

  text = (text: string): void => {
    if (this.#within === 'value') this.#value += text
    else if (this.#within === 'formula') this.#formula += text
  }

  #beginRow({ r }: XmlAttributes): void {
    // Where a row or a cell does not say where it is, it follows the one before.
    const line = r === undefined ? this.#row.line + 1 : Number(r)
    this.#row = { line, cells: [] }
    this.#cell = { column: -1, type: 'n', format: undefined }
  }

  #beginCell({ r, t = 'n', s }: XmlAttributes): void {
    const column = r === undefined ? this.#cell.column + 1 : parsePlace(r).column
    this.#cell = { column, type: t, format: s === undefined ? undefined : this.#context.formats[Number(s)] }
    this.#value = ''
    this.#formula = ''
  }

  #endCell(): void {
    const { column, type } = this.#cell
    const { cells } = this.#row
    const target = /HYPERLINK\(\s*"([^"]+)"/i.exec(this.#formula)?.[1]
    if (target !== undefined) (this.#row.links ??= {})[column] = target
    const text = this.#textOf(type, this.#value)
    if (text === '') return
    while (cells.length < column) cells.push('')
    cells[column] = text
  }

  #textOf(type: string, value: string): string {
    const { texts, epoch1904 } = this.#context
    switch (type) {
      case 's':
        return texts[Number(value)] ?? ''
      case 'b':
        this.#keep({ flag: value.trim() === '1' })
        return value.trim() === '1' ? 'TRUE' : 'FALSE'
      case 'e':
        // What could not be worked out is nothing.
        ;(this.#row.written ??= {})[this.#cell.column] = value
        return ''
      case 'n': {
        const { format } = this.#cell
        if (value.trim() === '') return ''
        if (this.#context.keepsTyped)
          this.#keep({
            number: toSerial(Number(value), format, epoch1904),
            ...(format === undefined ? {} : { format }),
          })
        return numberText(value.trim(), format, epoch1904)
      }
      default:
        return withoutEscapes(value)
    }
  }

  #keep(typed: TypedCell): void {
    if (!this.#context.keepsTyped) return
    if ('number' in typed && !Number.isFinite(typed.number)) return
    ;(this.#row.typed ??= {})[this.#cell.column] = typed
  }

  #endRow(): void {
    this.#size.add(this.#row.cells)
    if (this.#row.cells.some((cell) => cell.trim() !== '')) this.#rows.push(this.#row)
  }

  #addArea(reference: string): void {
    const [from, to = from] = reference.split(':').map(parsePlace)
    if (from !== undefined && to !== undefined && to.row > from.row)
      this.#areas.push({ from: from.row, to: to.row, column: from.column })
  }

  #addLink(attributes: XmlAttributes): void {
    const { row, column } = parsePlace(attributes['ref']?.split(':')[0] ?? '')
    const id = attributes['r:id'] ?? Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1]
    const target = id === undefined ? undefined : this.#sheet.relations.get(id)?.target
    if (target !== undefined) this.#links.push({ row, column, target })
  }

  rows(notes: string[]): RawRow[] {
    const byLine = new Map(this.#rows.map((row) => [row.line, row]))
    for (const { row, column, target } of this.#links) {
      const existing = byLine.get(row)
      if (existing !== undefined) (existing.links ??= {})[column] ??= target
    }
    if (this.#areas.length > 0 && this.#fillAreas(byLine))
      notes.push('Merged cells give what they say to every row they span.')
    return this.#rows.toSorted((one, other) => one.line - other.line)
  }

  /** The rows of a merged area all say what is in its first cell. Rows that hold nothing else stay empty. */
  #fillAreas(byLine: ReadonlyMap<number, RawRow>): boolean {
    let hasFilled = false
    for (const { from, to, column } of this.#areas) {
      const first = byLine.get(from)
      const text = first?.cells[column] ?? ''
      if (first === undefined || text === '') continue
      for (const { line, cells } of this.#rowsBetween(from + 1, to)) {
        if ((cells[column] ?? '') !== '') continue
        while (cells.length < column) cells.push('')
        cells[column] = text
        const typed = first.typed?.[column]
        const row = byLine.get(line)!
        if (typed !== undefined) (row.typed ??= {})[column] = typed
        this.#size.add([text])
        hasFilled = true
      }
    }
    return hasFilled
  }

  *#rowsBetween(from: number, to: number): Generator<RawRow> {
    // Rows are in their order but in files that nobody has seen.
    let low = 0
    let high = this.#rows.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#rows[middle]!.line < from) low = middle + 1
      else high = middle
    }
    for (let index = low; index < this.#rows.length && this.#rows[index]!.line <= to; index++)
      yield this.#rows[index]!
  }
}

/** `BC12` -> row 12, column 54 (from 0). */
function parsePlace(reference: string): { row: number; column: number } {
  let column = 0
  let index = 0
  for (; index < reference.length; index++) {
    const code = reference.charCodeAt(index) & 0xdf
    if (code < 65 || code > 90) break
    column = column * 26 + code - 64
  }
  return { row: Number(reference.slice(index)), column: column - 1 }
}
