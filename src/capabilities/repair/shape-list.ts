import { normalText } from '../../lib/text-normal.ts'
import type { NetworkHosts } from '../../lib/network-url.ts'
import {
  filled,
  firstFull,
  headerRow,
  trimmedWidth,
  usualWidth,
  widthsOf,
  type RawRow,
} from '../../corpus/tables/index.ts'

/** A list told apart into its header, its rows, and what stood around them. */
export interface ShapedList {
  /** As in the file; undefined when there is none. */
  header: string[] | undefined
  rows: RawRow[]
  width: number
  notes: string[]
}

/** Finds the header, drops titles above it, notes below, and headers repeated in between. */
export function shapeList(
  raw: readonly RawRow[],
  { network, headless }: { network: NetworkHosts; headless: boolean },
): ShapedList {
  const notes: string[] = []
  const width = usualWidth(raw)
  const headerIndex = headless ? -1 : headerRow(raw, width, network)
  const from = headerIndex === -1 ? firstFull(raw, width) : headerIndex
  if (from > 0)
    notes.push(
      `${from === 1 ? 'A line' : `${from} lines`} above the list ${from === 1 ? 'was' : 'were'} left out.`,
    )
  const header = headerIndex === -1 ? undefined : raw[headerIndex]?.cells.map((cell) => cell.trim())
  const body = raw.slice(headerIndex === -1 ? from : headerIndex + 1)
  const key = header === undefined ? undefined : keyOf(header)
  const once = body.filter(({ cells }) => keyOf(cells) !== key)
  if (once.length < body.length) notes.push('Headers repeated inside the list were left out.')
  const rows = withoutFooter(once, width)
  if (rows.length < once.length) notes.push('Lines below the list that sum it up were left out.')
  return { header, rows, width: listWidth(rows, header), notes }
}

const keyOf = (cells: readonly string[]) => cells.map((cell) => normalText(cell)).join('|')

/** As wide as the header, unless most rows are wider; without one as wide as a good share of the rows. */
function listWidth(rows: readonly RawRow[], header: readonly string[] | undefined): number {
  const widths = widthsOf(rows)
  const total = widths.reduce((sum, [, count]) => sum + count, 0)
  const least = header === undefined ? total * 0.3 : total * 0.5
  const reached = widths.filter(([, count]) => count > least || (header === undefined && count >= least))
  const most = header === undefined ? (widths[0]?.[0] ?? 1) : trimmedWidth(header)
  return Math.max(1, most, ...reached.map(([width]) => width))
}

const summing =
  /^\W*(?:total|sum|summe|gesamt|count|rows?|records?|generated|exported|created on|source|quelle|somma|totale?|export)\b/i

function withoutFooter(rows: RawRow[], width: number): RawRow[] {
  let end = rows.length
  while (end > 0 && width >= 3) {
    const cells = rows[end - 1]?.cells ?? []
    const first = cells.find((cell) => cell.trim() !== '') ?? ''
    if (filled(cells) > 2 || !summing.test(first)) break
    end -= 1
  }
  return rows.slice(0, end)
}
