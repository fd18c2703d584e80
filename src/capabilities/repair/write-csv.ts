import { textWriter, writtenCells, type ListColumn } from '../../corpus/tables/index.ts'
import type { HealedRow } from './heal-list.ts'
import { addedColumns, type AddedColumn, type RowResult } from './row-result.ts'
import type { MosaicParams } from './mosaic-params.ts'

/** A row with what became of it. */
export interface EndedRow {
  row: HealedRow
  result: RowResult
}

/** Where a row is from and what was done to it. */
const report = ['row', 'changes', 'problems', 'duplicate_of', 'merged_rows'] as const

/** The healed list, written as the file was (a workbook as RFC 4180 says, in UTF-8), a piece for every page of rows. */
export async function* writeCsv(
  params: MosaicParams,
  pages: AsyncIterable<readonly EndedRow[]>,
): AsyncGenerator<Buffer> {
  const added = addedColumns(params)
  const own = added.map((name) => `mosaic_${name}`).concat(report.map((name) => `mosaic_${name}`))
  const { start, lines } = textWriter(params.style)
  yield Buffer.concat([start, lines([[...params.columns.map(({ name }) => name), ...own]])])
  for await (const page of pages) yield lines(page.map((ended) => listCells(params.columns, added, ended)))
}

function listCells(
  columns: readonly ListColumn[],
  added: readonly AddedColumn[],
  { row, result }: EndedRow,
): string[] {
  return [...ownCells(row), ...added.map((name) => result.added[name] ?? ''), ...buildReport(columns, row)]
}

/** A cell that read as empty, and still is, stays as it was: `\N`. */
function ownCells({ cells, written }: HealedRow): string[] {
  if (written === undefined) return cells
  const entries = Object.entries(written).filter(([column]) => cells[Number(column)] === '')
  return writtenCells({ cells, written: Object.fromEntries(entries) })
}

function buildReport(columns: readonly ListColumn[], row: HealedRow): string[] {
  const named = (entries: [string, string][]) =>
    entries.map(([column, what]) => `${columns[Number(column)]?.name}: ${what}`).join('; ')
  return [
    String(row.line),
    named(Object.entries(row.changed).map(([column, { why }]) => [column, why.join(', ')])),
    named(
      Object.entries(row.problems).map(([column, problem]) => [
        column,
        problem + mayBe(row.readings?.[Number(column)]),
      ]),
    ),
    String(row.duplicateOf ?? ''),
    (row.merged ?? []).join(' '),
  ]
}

/** What an ambiguous cell may mean, for whoever decides it. */
function mayBe(readings: readonly string[] | undefined): string {
  return readings === undefined ? '' : ` (${readings.join(' or ')})`
}
