import { companyNameKey, personNameKey } from '../../corpus/names/index.ts'
import { normalText } from '../../lib/text-normal.ts'
import type { ColumnRole, ListColumn } from '../../corpus/tables/index.ts'
import type { HealedRow } from './heal-list.ts'

/**
 * Joins rows that say the same: the first stays, with empty cells filled from the later ones. `by`: columns whose values
 * decide; without them a row has to say the same in every cell. Rows that mean the same and say other things stay, told
 * as `duplicateOf`.
 */
export function joinDuplicates(
  rows: readonly HealedRow[],
  columns: readonly ListColumn[],
  { by, keep }: { by: readonly number[] | undefined; keep: boolean },
): HealedRow[] {
  const byKey = new Map<string, HealedRow>()
  const distinct: HealedRow[] = []
  for (const row of rows) {
    const key = keep ? '' : makeKey(row, by)
    const first = key === '' ? undefined : byKey.get(key)
    if (first === undefined) {
      if (key !== '') byKey.set(key, row)
      distinct.push(row)
    } else merge(first, row)
  }
  flag(distinct, columns)
  return distinct
}

/** '' for rows that nothing is known of by these columns. */
function makeKey({ cells }: HealedRow, by: readonly number[] | undefined): string {
  const values = by === undefined ? cells : by.map((column) => cells[column] ?? '')
  const parts = values.map((value) => normalText(value) || value)
  return parts.every((part) => part === '') ? '' : JSON.stringify(parts)
}

function merge(into: HealedRow, row: HealedRow): void {
  into.merged = [...(into.merged ?? []), row.line, ...(row.merged ?? [])]
  for (const [column, cell] of row.cells.entries()) {
    if (into.cells[column] !== '' || cell === '') continue
    into.cells[column] = cell
    into.changed[column] = {
      from: into.changed[column]?.from ?? '',
      why: [...(into.changed[column]?.why ?? []), 'merged'],
    }
    const problem = row.problems[column]
    if (problem !== undefined) into.problems[column] = problem
    const readings = row.readings?.[column]
    if (readings !== undefined) into.readings = { ...into.readings, [column]: readings }
  }
}

/** Columns any of which names one person: the same value in two rows is the same person. */
const naming: ColumnRole[] = ['profile_url', 'email']

function flag(rows: readonly HealedRow[], columns: readonly ListColumn[]): void {
  const position = (role: ColumnRole) =>
    columns.findIndex((column) => column.role === role && column.isAside !== true)
  const single = naming.map(position).filter((column) => column !== -1)
  const [full, first, last, company] = (['full_name', 'first_name', 'last_name', 'company'] as const).map(
    position,
  ) as [number, number, number, number]
  const counts = new Map<string, number>()
  for (const row of rows) {
    const cell = (column: number) => (column === -1 ? '' : (row.cells[column] ?? ''))
    const name = cell(full) === '' ? `${cell(first)} ${cell(last)}`.trim() : cell(full)
    const keys = single.flatMap((column) =>
      cell(column) === '' ? [] : [`${column} ${cell(column).toLowerCase()}`],
    )
    if (name.includes(' ') && cell(company) !== '')
      keys.push(`at ${personNameKey(name)} ${companyNameKey(cell(company))}`)
    const earlier = keys.map((key) => counts.get(key)).find((line) => line !== undefined)
    if (earlier !== undefined) row.duplicateOf = earlier
    for (const key of keys) if (!counts.has(key)) counts.set(key, row.line)
  }
}
