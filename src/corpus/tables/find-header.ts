import { normalText } from '../../lib/text-normal.ts'
import type { NetworkHosts } from '../../lib/network-url.ts'
import { isOfRole, tellingRoles } from './cell-kinds.ts'
import { roleOfHeader } from './column-roles.ts'

/** Rows among which a header is looked for: reports begin with a title, a date, filters. */
const headRows = 20

type Cells = { cells: readonly string[] }

/** Cells up to the last filled one. */
export function trimmedWidth(cells: readonly string[]): number {
  let width = cells.length
  while (width > 0 && cells[width - 1]?.trim() === '') width -= 1
  return width
}

/** How many cells hold something. */
export const filled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '').length

/** How many rows have which width, of the first few hundred. */
export function widthsOf(rows: readonly Cells[]): [width: number, count: number][] {
  const counts = new Map<number, number>()
  for (const { cells } of rows.slice(0, 500)) {
    const width = Math.max(1, trimmedWidth(cells))
    counts.set(width, (counts.get(width) ?? 0) + 1)
  }
  return [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])
}

/** The width most rows have. */
export const usualWidth = (rows: readonly Cells[]) => widthsOf(rows)[0]?.[0] ?? 1

/** Where the header is, -1 when there is none: by its words, else by standing out from the column below it. */
export function headerRow(raw: readonly Cells[], width: number, network: NetworkHosts): number {
  const head = raw.slice(0, headRows)
  for (const [index, { cells }] of head.entries()) {
    const texts = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
    if (texts.length < Math.max(1, Math.ceil(width / 2)) || texts.some((text) => isValue(text, network)))
      continue
    const known = texts.filter(
      (text) => text.length <= 60 && roleOfHeader(normalText(text)) !== undefined,
    ).length
    if (known >= texts.length / 2 && (known > 1 || width === 1 || texts.length <= 2)) return index
  }
  const first = firstFull(raw, width)
  return standsOut(raw, first, network) ? first : -1
}

/** The first row that holds about as much as the others. */
export const firstFull = (raw: readonly Cells[], width: number) =>
  Math.max(
    0,
    raw
      .slice(0, headRows)
      .findIndex(({ cells }) => filled(cells) >= Math.max(1, width < 3 ? width : Math.ceil(width / 2))),
  )

/** A row of plain, different, short texts above columns that hold values. */
function standsOut(raw: readonly Cells[], index: number, network: NetworkHosts): boolean {
  const cells = raw[index]?.cells.map((cell) => cell.trim()) ?? []
  const texts = cells.filter((cell) => cell !== '')
  if (texts.length === 0 || new Set(texts.map((text) => text.toLowerCase())).size < texts.length) return false
  if (texts.some((text) => text.length > 60 || /^\W*\d/.test(text) || isValue(text, network))) return false
  const below = raw.slice(index + 1, index + 51)
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
