import {
  encodingNotes,
  repeatsHeader,
  trimmedWidth,
  countWidths,
  type RawRow,
  type WholeTable,
} from '../../corpus/tables/index.ts'

/** A list as it is repaired. */
export interface ShapedList {
  /** As in the file; undefined when there is none. */
  header: string[] | undefined
  rows: RawRow[]
  width: number
  notes: string[]
}

/** Leaves out headers repeated in between, and says how wide the list is. */
export function shapeList(table: WholeTable): ShapedList {
  const header = table.header?.map((cell) => cell.trim())
  const isRepeated = repeatsHeader(header)
  const rows = table.rows.filter(({ cells }) => !isRepeated(cells))
  const notes = [...table.notes, ...encodingNotes(table.style)]
  if (rows.length < table.rows.length) notes.push('Headers repeated inside the list were left out.')
  return { header, rows, width: listWidth(rows, header), notes }
}

/** As wide as the header, unless most rows are wider; without one as wide as a good share of the rows. */
function listWidth(rows: readonly RawRow[], header: readonly string[] | undefined): number {
  const widths = countWidths(rows)
  const total = widths.reduce((sum, [, count]) => sum + count, 0)
  const least = header === undefined ? total * 0.3 : total * 0.5
  const reached = widths.filter(([, count]) => count > least || (header === undefined && count >= least))
  const most = header === undefined ? (widths[0]?.[0] ?? 1) : trimmedWidth(header)
  return Math.max(1, most, ...reached.map(([width]) => width))
}
