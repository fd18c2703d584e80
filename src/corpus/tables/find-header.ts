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
export function countWidths(rows: readonly Cells[]): [width: number, count: number][] {
  const counts = new Map<number, number>()
  for (const { cells } of rows.slice(0, 500)) {
    const width = Math.max(1, trimmedWidth(cells))
    counts.set(width, (counts.get(width) ?? 0) + 1)
  }
  return [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])
}

/** The width of the list among its lines: notes around a short one are more than its rows, and one cell wide. */
export function listSpan(rows: readonly Cells[]): number {
  const [first, ...others] = countWidths(rows.filter(({ cells }) => filled(cells) > 0))
  if (first === undefined || first[0] > 1) return first?.[0] ?? 1
  const weight = ([width, count]: [number, number]) => count * Math.log2(width + 1)
  return [first, ...others].reduce((best, one) => (weight(one) > weight(best) ? one : best))[0]
}

/** The width most rows have. */
export const usualWidth = (rows: readonly Cells[]) => countWidths(rows)[0]?.[0] ?? 1

export interface HeaderOptions {
  network: NetworkHosts
  /** Where somebody says whether the first row is the header. */
  header?: 'first' | 'none' | undefined
  /** Headings that somebody named: the row that has them all is the header. */
  named?: readonly string[] | undefined
  /** A table whose columns are known by name, so that it has a header: its first row, unless that is a title. */
  isNamed?: boolean
}

export interface HeaderPlace {
  /** Index of the header among the rows; -1 if there is none. */
  header: number
  /** Of the first row of the list. */
  from: number
  /** Whether the line above the header cannot be a row of the list. */
  isSure: boolean
  /** Whether the line above the header has the words for groups of its columns. */
  isGrouped: boolean
}

/** Where the header is among the first rows of a list, and where the list begins. */
export function findHeader(raw: readonly Cells[], options: HeaderOptions): HeaderPlace {
  const { network, header, named = [], isNamed = false } = options
  const begun = Math.max(
    0,
    raw.findIndex(({ cells }) => filled(cells) > 0),
  )
  const placed = (first: number): HeaderPlace => {
    const at = header === 'first' ? first : secondLine(raw, first, network)
    const isSure = raw.slice(begun, Math.max(first, begun)).every(({ cells }) => !isFull(cells, width))
    return { header: at, from: at + 1, isSure, isGrouped: at > first || hasGroupsAbove(raw, at, network) }
  }
  const width = listSpan(raw)
  if (header === 'first') return placed(begun)
  if (header === 'none') return { header: -1, from: begun, isSure: true, isGrouped: false }
  const wanted = named.map(plainText)
  if (wanted.length > 0) {
    const at = raw.slice(0, headRows).findIndex(({ cells }) => isSubset(wanted, cells.map(plainText)))
    // Who names headings of the lower line alone means them as they are.
    if (at !== -1) return { ...placed(at), isGrouped: false }
  }
  if (isNamed) return placed(namedRow(raw, { begun, width, network }))
  const at = headerRow(raw, width, network)
  return at === -1
    ? { header: -1, from: titlesEnd(raw, begun, width), isSure: true, isGrouped: false }
    : placed(at)
}

/**
 * The lower line of a header of two, whose upper one has a word for a group of columns (`Person`, nothing, `Company`, nothing)
 * or a title: that one has gaps, and the other names more columns and holds no value.
 */
function secondLine(raw: readonly Cells[], at: number, network: NetworkHosts): number {
  const [upper, lower] = [listTexts(raw[at]), listTexts(raw[at + 1])]
  if (upper.length >= lower.length || lower.length < 3) return at
  if (lower.some((text) => isValue(text, network))) return at
  const headingCount = knownHeadings(lower)
  return headingCount > knownHeadings(upper) && headingCount >= lower.length * 0.75 ? at + 1 : at
}

/** Whether the line above a header has words with room beside them: a title above that line was found to be none. */
function hasGroupsAbove(raw: readonly Cells[], at: number, network: NetworkHosts): boolean {
  const above = raw[at - 1]?.cells ?? []
  const places = above.flatMap((cell, place) => (cell.trim() === '' ? [] : [place]))
  const [first, second] = places
  if (first === undefined || second === undefined || second - first < 2) return false
  return (
    places.length < filled(raw[at]?.cells ?? []) &&
    !listTexts({ cells: above }).some((text) => isValue(text, network))
  )
}

const listTexts = (row: Cells | undefined): string[] =>
  (row?.cells ?? []).map((cell) => cell.trim()).filter((cell) => cell !== '')

const knownHeadings = (texts: readonly string[]): number =>
  texts.filter((text) => text.length <= 60 && roleOfHeader(normalText(text)) !== undefined).length

const plainText = (text: string) => normalText(text) || text.trim()
const isSubset = (wanted: readonly string[], texts: readonly string[]) =>
  wanted.every((text) => texts.includes(text))

/** The header of a table that has one: its first row, unless that holds far less than the others and another row is one. */
function namedRow(
  raw: readonly Cells[],
  { begun, width, network }: { begun: number; width: number; network: NetworkHosts },
): number {
  const first = raw[begun]?.cells ?? []
  if (isFull(first, width)) return begun
  const at = headerByWords(raw, width, network)
  const full = firstFull(raw, width)
  if (at !== -1) return raw.slice(begun, at).some(({ cells }) => isFull(cells, width)) ? begun : at
  if (full <= begun || trimmedWidth(first) > 1 || width < 3) return begun
  const isApart = raw.slice(begun, full).some(({ cells }) => filled(cells) === 0)
  return isApart || standsOut(raw, full, network) ? full : begun
}

/** Where titles end above a list without a header: a single cell is not a row among rows of three and more. */
function titlesEnd(raw: readonly Cells[], begun: number, width: number): number {
  if (width < 3) return begun
  const full = firstFull(raw, width)
  return raw.slice(begun, full).every(({ cells }) => filled(cells) <= 1) ? full : begun
}

/** Whether a row holds about as much as the others. */
const isFull = (cells: readonly string[], width: number) =>
  filled(cells) >= Math.max(1, width < 3 ? width : Math.ceil(width / 2))

/** Where the header is, -1 when there is none: by its words, else by standing out from the column below it. */
function headerRow(raw: readonly Cells[], width: number, network: NetworkHosts): number {
  const at = headerByWords(raw, width, network)
  if (at !== -1) return at
  const first = firstFull(raw, width)
  return standsOut(raw, first, network) ? first : -1
}

function headerByWords(raw: readonly Cells[], width: number, network: NetworkHosts): number {
  const head = raw.slice(0, headRows)
  for (const [index, { cells }] of head.entries()) {
    const texts = listTexts({ cells })
    if (texts.length < Math.max(1, Math.ceil(width / 2)) || texts.some((text) => isValue(text, network)))
      continue
    const headingCount = knownHeadings(texts)
    if (headingCount >= texts.length / 2 && (headingCount > 1 || width === 1 || texts.length <= 2))
      return index
  }
  return -1
}

/** The first row that holds about as much as the others. */
const firstFull = (raw: readonly Cells[], width: number) =>
  Math.max(
    0,
    raw.slice(0, headRows).findIndex(({ cells }) => isFull(cells, width)),
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
