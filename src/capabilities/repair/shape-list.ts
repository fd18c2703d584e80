import { normalText } from '../../lib/text-normal.ts'
import type { NetworkHosts } from '../../lib/network-url.ts'
import { isOfRole, type RawRow, roleOfHeader, tellingRoles } from '../../corpus/tables/index.ts'

/** A list told apart into its header, its rows, and what stood around them. */
export interface ShapedList {
  /** As in the file; undefined when there is none. */
  header: string[] | undefined
  rows: RawRow[]
  width: number
  notes: string[]
}

/** Rows among which a header is looked for: reports begin with a title, a date, filters. */
const headRows = 20

/** Finds the header, drops titles above it, notes below, and headers repeated in between. */
export function shapeList(
  raw: readonly RawRow[],
  { network, headless }: { network: NetworkHosts; headless: boolean },
): ShapedList {
  const notes: string[] = []
  const width = usualWidth(raw)
  const at = headless ? -1 : headerRow(raw, width, network)
  const from = at === -1 ? firstFull(raw, width) : at
  if (from > 0)
    notes.push(
      `${from === 1 ? 'A line' : `${from} lines`} above the list ${from === 1 ? 'was' : 'were'} left out.`,
    )
  const header = at === -1 ? undefined : raw[at]?.cells.map((cell) => cell.trim())
  const body = raw.slice(at === -1 ? from : at + 1)
  const key = header === undefined ? undefined : keyOf(header)
  const once = body.filter(({ cells }) => keyOf(cells) !== key)
  if (once.length < body.length) notes.push('Headers repeated inside the list were left out.')
  const rows = withoutFooter(once, width)
  if (rows.length < once.length) notes.push('Lines below the list that sum it up were left out.')
  return { header, rows, width: listWidth(rows, header), notes }
}

const keyOf = (cells: readonly string[]) => cells.map((cell) => normalText(cell)).join('|')

function trimmedWidth(cells: readonly string[]): number {
  let width = cells.length
  while (width > 0 && cells[width - 1]?.trim() === '') width -= 1
  return width
}

const filled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '').length

/** How many rows have which width, of the first few hundred. */
function widthsOf(rows: readonly RawRow[]): [width: number, count: number][] {
  const counts = new Map<number, number>()
  for (const { cells } of rows.slice(0, 500)) {
    const width = Math.max(1, trimmedWidth(cells))
    counts.set(width, (counts.get(width) ?? 0) + 1)
  }
  return [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])
}

const usualWidth = (rows: readonly RawRow[]) => widthsOf(rows)[0]?.[0] ?? 1

/** As wide as the header, unless most rows are wider; without one as wide as a good share of the rows. */
function listWidth(rows: readonly RawRow[], header: readonly string[] | undefined): number {
  const widths = widthsOf(rows)
  const total = widths.reduce((sum, [, count]) => sum + count, 0)
  const least = header === undefined ? total * 0.3 : total * 0.5
  const reached = widths.filter(([, count]) => count > least || (header === undefined && count >= least))
  const most = header === undefined ? (widths[0]?.[0] ?? 1) : trimmedWidth(header)
  return Math.max(1, most, ...reached.map(([width]) => width))
}

/** Where the header is, -1 when there is none: by its words, else by standing out from the column below it. */
function headerRow(raw: readonly RawRow[], width: number, network: NetworkHosts): number {
  const head = raw.slice(0, headRows)
  for (const [at, { cells }] of head.entries()) {
    const texts = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
    if (texts.length < Math.max(1, Math.ceil(width / 2)) || texts.some((text) => isValue(text, network)))
      continue
    const known = texts.filter(
      (text) => text.length <= 60 && roleOfHeader(normalText(text)) !== undefined,
    ).length
    if (known >= texts.length / 2 && (known > 1 || width === 1 || texts.length <= 2)) return at
  }
  const at = firstFull(raw, width)
  return standsOut(raw, at, network) ? at : -1
}

const firstFull = (raw: readonly RawRow[], width: number) =>
  Math.max(
    0,
    raw
      .slice(0, headRows)
      .findIndex(({ cells }) => filled(cells) >= Math.max(1, width < 3 ? width : Math.ceil(width / 2))),
  )

/** A row of plain, different, short texts above columns that hold values. */
function standsOut(raw: readonly RawRow[], at: number, network: NetworkHosts): boolean {
  const cells = raw[at]?.cells.map((cell) => cell.trim()) ?? []
  const texts = cells.filter((cell) => cell !== '')
  if (texts.length === 0 || new Set(texts.map((text) => text.toLowerCase())).size < texts.length) return false
  if (texts.some((text) => text.length > 60 || /^\W*\d/.test(text) || isValue(text, network))) return false
  const below = raw.slice(at + 1, at + 51)
  return cells.some((_, column) => {
    const values = below.map((row) => row.cells[column]?.trim() ?? '').filter((cell) => cell !== '')
    return (
      values.length > 0 && values.filter((value) => isValue(value, network)).length >= values.length * 0.7
    )
  })
}

const valueRoles = tellingRoles.filter(
  (role) => !['country', 'company', 'full_name', 'first_name'].includes(role),
)
const isValue = (text: string, network: NetworkHosts) =>
  valueRoles.some((role) => isOfRole(role, text, network))

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
