import type { NetworkHosts } from '../../lib/network-url.ts'
import {
  detectColumns,
  encodingNotes,
  openListRows,
  trimmedWidth,
  UnreadableList,
  usualWidth,
  type ListColumn,
  type GivenRow,
  type ListSource,
  type OpenedTable,
  type TextStyle,
} from '../../corpus/tables/index.ts'
import { cellText } from './cell-text.ts'

/** The facts about a list after every row was read. */
export interface UnderstoodList {
  kind: 'csv' | 'xlsx' | 'jsonl'
  delimiter: string | null
  /** Style of a CSV. */
  style?: TextStyle
  /** Sheet of a workbook. */
  sheet?: string
  hasHeader: boolean
  /** Headings as written, one per column; generated where there are none. */
  headings: string[]
  /** One for each cell of the widest row. */
  columns: ListColumn[]
  /** Expected cells of a row. A row with more was split wrongly somewhere, so it is not looked up. */
  width: number
  rowCount: number
  notes: string[]
}

export interface UnderstandOptions {
  network: NetworkHosts
  /** Whether the first row is the header; detected by default. */
  header?: 'first' | 'none' | undefined
  /** Headings named by the client: a first row that has one of them is the header. */
  named?: readonly string[]
  /** Whether numbers, dates and flags of a workbook keep their type for the output workbook. */
  keepsTyped?: boolean
  /** Row limit, beyond which a list is refused. */
  mostRows?: number
  /** Receives every row except the header, in order. */
  onRows?: (rows: readonly GivenRow[]) => void
}

/** Rows by which columns are recognised. */
const sampleRows = 2_000
const maxColumns = 512

/** Reads a list from its first row to its last and says what its columns are. Throws UnreadableList. */
export async function understandList(
  source: ListSource,
  options: UnderstandOptions,
): Promise<UnderstoodList> {
  const { network, header, named, keepsTyped = false } = options
  const list = await openListRows(source, { network, header, named, keepsTyped })
  const { kind, table } = list
  if (table !== undefined) refuseUnsure(table, header)
  const rows = new SeenRows(options.mostRows ?? Infinity)
  for await (const part of list.rows) {
    rows.add(part)
    options.onRows?.(part)
  }
  const hasHeader = table?.header !== undefined
  refuseEmpty(rows, hasHeader)
  const shape = table === undefined ? ofObjects(rows, options) : ofCells(rows, table.header, options)
  return {
    kind,
    delimiter: table?.style?.delimiter ?? null,
    ...(table?.style === undefined ? {} : { style: table.style }),
    ...(table?.sheet === undefined ? {} : { sheet: table.sheet }),
    hasHeader: hasHeader || kind === 'jsonl',
    rowCount: rows.count,
    ...shape,
    notes: [...(table?.notes ?? []), ...encodingNotes(table?.style), ...shape.notes],
  }
}

function refuseEmpty({ count }: SeenRows, hasHeader: boolean): void {
  if (count > 0) return
  throw new UnreadableList(hasHeader ? 'The file has a header and no rows.' : 'The file is empty.')
}

/** Lines above the header may be rows of the list, so the client has to decide. */
function refuseUnsure({ isHeaderSure, headerLine }: OpenedTable, header: 'first' | 'none' | undefined): void {
  if (isHeaderSure || header !== undefined) return
  throw new UnreadableList(
    `The header seems to be on line ${headerLine}. Remove the lines above it, or say that the first row is the header, or that there is none.`,
  )
}

/** The cells of a row under the columns of its list. */
export function cellsOfRow(row: GivenRow, { columns }: Pick<UnderstoodList, 'columns'>): string[] {
  if ('cells' in row) return row.cells
  const object = JSON.parse(row.json) as Record<string, unknown>
  return columns.map(({ name }) => cellText(object[name]))
}

/** Cells of the header, of a list that has one. */
export const readHeader = ({ hasHeader, headings, width }: UnderstoodList): string[] | undefined =>
  hasHeader ? headings.slice(0, width) : undefined

class SeenRows {
  readonly sample: GivenRow[] = []
  readonly names = new Set<string>()
  count = 0
  widest = 0
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  add(rows: readonly GivenRow[]): void {
    for (const row of rows) {
      this.count += 1
      if (this.sample.length < sampleRows) this.sample.push(row)
      if ('cells' in row) this.widest = Math.max(this.widest, trimmedWidth(row.cells))
      else for (const name of Object.keys(JSON.parse(row.json) as object)) this.names.add(name)
      if (Math.max(this.widest, this.names.size) > maxColumns)
        throw new UnreadableList(`The row on line ${row.line} has more than ${maxColumns} columns.`)
    }
    if (this.count > this.#most)
      throw new UnreadableList(`The list has more than ${this.#most.toLocaleString('en')} rows. Split it.`)
  }
}

const cellsIn = (rows: readonly GivenRow[]) => rows.flatMap((row) => ('cells' in row ? [row] : []))

type Shape = Pick<UnderstoodList, 'headings' | 'columns' | 'width' | 'notes'>

function ofCells(
  { sample, widest }: SeenRows,
  header: readonly string[] | undefined,
  { network }: UnderstandOptions,
): Shape {
  const body = cellsIn(sample)
  const width = Math.max(1, header === undefined ? 0 : trimmedWidth(header), usualWidth(body))
  const whole = Math.max(width, widest)
  const even = body.filter(({ cells }) => trimmedWidth(cells) <= width)
  const judged = (even.length > 0 ? even : body).map(({ cells }) => cells)
  const columns = detectColumns(header, judged, { width: whole, network })
  const headings = columns.map(({ name }, index) => (header === undefined ? name : (header[index] ?? name)))
  const notes =
    whole > width ? [`Some rows have more than ${width} cells; they are kept and not looked up.`] : []
  return { headings, columns, width, notes }
}

function ofObjects({ sample, names }: SeenRows, { network }: UnderstandOptions): Shape {
  const headings = [...names]
  const rows = sample.flatMap((row) => {
    if ('cells' in row) return []
    const object = JSON.parse(row.json) as Record<string, unknown>
    return [headings.map((name) => cellText(object[name]))]
  })
  const detected = detectColumns(headings, rows, { width: headings.length, network })
  // A JSON member is matched by its own name.
  const columns = detected.map((column, index) => ({ ...column, name: headings[index] as string }))
  return { headings, columns, width: headings.length, notes: [] }
}
