import { normalText } from '../../lib/text-normal.ts'
import type { NetworkHosts } from '../../lib/network-url.ts'
import {
  asideNote,
  detectColumns,
  isOfRole,
  type ListColumn,
  type ListFormat,
  mostRows,
  type RawRow,
  readTable,
  tellingRoles,
  type TextStyle,
  UnreadableList,
  type WholeTable,
} from '../../corpus/tables/index.ts'
import type { Directives } from './directives.ts'
import { joinDuplicates } from './find-duplicates.ts'
import { healRows, type HealedRow } from './heal-list.ts'
import { shapeList } from './shape-list.ts'

export interface RepairOptions {
  directives: Directives
  network: NetworkHosts
  /** Rows after which the rest is left out; without it a longer list is refused. */
  maxRows?: number | undefined
  /** When the list is read: what is in the future cannot be a birthday. */
  nowMs: number
}

/** A list read, understood and healed; nothing is looked up yet. */
export interface RepairedList {
  format: ListFormat
  /** How a text is written. */
  style?: TextStyle
  hasHeader: boolean
  columns: ListColumn[]
  rows: HealedRow[]
  /** Rows of the file, before duplicates were joined. */
  inputRows: number
  notes: string[]
}

/** A column that instructions name and the list does not have. */
export class UnknownColumn extends Error {
  override readonly name = 'UnknownColumn'
}

/** The whole of what can be done with a file alone. Throws UnreadableList and UnknownColumn; for a process of its own. */
export async function repairList(
  bytes: Buffer,
  { directives, network, maxRows, nowMs }: RepairOptions,
): Promise<RepairedList> {
  const table = await readTable(
    bytes,
    directives.headless === true ? { network, header: 'none' } : { network },
  )
  const list = shapeList(table)
  const { notes } = list
  if (list.rows.length === 0) throw new UnreadableList('The file has a header and no rows.')
  if (maxRows === undefined && list.rows.length > mostRows)
    throw new UnreadableList(
      `The list has more than ${mostRows.toLocaleString('en')} rows. Split it, or set options.maxRows to take the first of them.`,
    )
  const cut = list.rows.slice(0, Math.min(maxRows ?? mostRows, mostRows))
  if (cut.length < list.rows.length) notes.push(`Only the first ${cut.length} rows were taken.`)
  const even = cut.filter(({ cells }) => cells.length <= list.width).map(({ cells }) => cells)
  const detected = detectColumns(list.header, even.length > 0 ? even : cut.map(({ cells }) => cells), {
    width: list.width,
    network,
  })
  const columns = withToldRoles(detected, directives)
  notes.push(...asideNote(columns))
  const squared = squareRows(cut, columns, { network, delimiter: table.style?.delimiter })
  if (squared.joined > 0)
    notes.push(`${squared.joined} rows had more cells than columns; cells that were cut apart were joined.`)
  const healed = healRows(squared.rows, columns, {
    network,
    country: directives.country,
    dateOrder: directives.dateOrder,
    asIs: new Set(findPositions(columns, directives.keepAsIs) ?? []),
    year: new Date(nowMs).getUTCFullYear(),
  })
  const by = findPositions(columns, directives.duplicatesBy)
  const rows = joinDuplicates(healed, columns, { by, keep: directives.keepDuplicates === true })
  const { kept: indexes, shown: visibleColumns } = chosenColumns(columns, directives)
  return {
    format: toFormat(table),
    ...(table.style === undefined ? {} : { style: table.style }),
    hasHeader: list.header !== undefined,
    inputRows: cut.length,
    notes,
    columns: visibleColumns,
    rows: indexes === undefined ? rows : rows.map((row) => onlyColumns(row, indexes)),
  }
}

function toFormat({ style, sheet }: WholeTable): ListFormat {
  if (style === undefined) return { kind: 'spreadsheet', ...(sheet === undefined ? {} : { sheet }) }
  const { delimiter, quote, encoding } = style
  return {
    kind: 'delimited',
    encoding,
    ...(delimiter === undefined ? {} : { delimiter }),
    ...(quote === null ? {} : { quote }),
  }
}

/** Columns by name, whatever the case; a name that is a role's means the first column of it. */
function findPositions(
  columns: readonly ListColumn[],
  names: readonly string[] | undefined,
): number[] | undefined {
  return names?.map((name) => {
    const wanted = normalText(name) || name
    const exact = columns.findIndex((column) => (normalText(column.name) || column.name) === wanted)
    const index = exact === -1 ? columns.findIndex(({ role }) => role.replaceAll('_', ' ') === wanted) : exact
    if (index === -1)
      throw new UnknownColumn(
        `The list has no column ${JSON.stringify(name)}; it has ${columns
          .map((column) => JSON.stringify(column.name))
          .join(', ')
          .slice(0, 500)}.`,
      )
    return index
  })
}

function withToldRoles(columns: ListColumn[], { roles = [] }: Directives): ListColumn[] {
  const ordered = [...columns]
  for (const { role, column } of roles) {
    const [index] = findPositions(columns, [column]) as [number]
    ordered[index] = { name: (ordered[index] as ListColumn).name, role, confidence: 1 }
  }
  return ordered
}

/** The remaining columns; a dropped column is no longer looked at, either. */
function chosenColumns(columns: ListColumn[], { keepColumns, dropColumns }: Directives) {
  if (keepColumns === undefined && dropColumns === undefined) return { kept: undefined, shown: columns }
  const dropped = new Set(findPositions(columns, dropColumns) ?? [])
  const wanted = findPositions(columns, keepColumns) ?? columns.map((_, index) => index)
  const indexes = [...new Set(wanted)].filter((index) => !dropped.has(index))
  return { kept: indexes, shown: indexes.map((index) => columns[index] as ListColumn) }
}

function onlyColumns(row: HealedRow, indexes: readonly number[]): HealedRow {
  const pick = <T>(from: Record<number, T>) =>
    Object.fromEntries(
      indexes.flatMap((index, to) => (from[index] === undefined ? [] : [[to, from[index]]])),
    ) as Record<number, T>
  return {
    ...row,
    cells: indexes.map((index) => row.cells[index] ?? ''),
    changed: pick(row.changed),
    problems: pick(row.problems),
    ...(row.written === undefined ? {} : { written: pick(row.written) }),
    ...(row.readings === undefined ? {} : { readings: pick(row.readings) }),
  }
}

/** Rows as wide as the list: short ones filled up, cells that an unquoted delimiter cut apart joined where they fit best. */
function squareRows(
  rows: readonly RawRow[],
  columns: readonly ListColumn[],
  { network, delimiter = ',' }: { network: NetworkHosts; delimiter: string | undefined },
): { rows: RawRow[]; joined: number } {
  let joined = 0
  const squared = rows.map((row) => {
    let cells = row.cells
    while (cells.length > columns.length && cells.at(-1)?.trim() === '') cells = cells.slice(0, -1)
    if (cells.length <= columns.length) return cells === row.cells ? row : { ...row, cells }
    joined += 1
    return { line: row.line, cells: joinedBest(cells, columns, { network, delimiter }) }
  })
  return { rows: squared, joined }
}

function joinedBest(
  cells: readonly string[],
  columns: readonly ListColumn[],
  { network, delimiter }: { network: NetworkHosts; delimiter: string },
): string[] {
  const surplus = cells.length - columns.length
  let best: { cells: string[]; fit: number } | undefined
  // The last place wins a tie: remarks at the end hold most of the stray delimiters.
  for (let start = columns.length - 1; start >= 0; start--) {
    const together = cells.slice(start, start + surplus + 1).join(delimiter)
    const tried = [...cells.slice(0, start), together, ...cells.slice(start + surplus + 1)]
    const fit = columns.reduce((sum, { role }, column) => sum + fits(role, tried[column] ?? '', network), 0)
    if (best === undefined || fit > best.fit) best = { cells: tried, fit }
  }
  return best?.cells ?? [...cells]
}

function fits(role: ListColumn['role'], cell: string, network: NetworkHosts): number {
  const test = tellingRoles.find((one) => one === role)
  if (test === undefined || cell.trim() === '') return 0
  return isOfRole(test, cell, network) ? 1 : -1
}
