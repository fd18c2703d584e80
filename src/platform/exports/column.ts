/** The content of a cell. A list is one cell in a CSV or a workbook, and a list everywhere else. */
export type CellValue = string | number | boolean | null | undefined | readonly string[]

/** The type of a column's cells, for files with a schema. */
export type CellType = 'text' | 'number' | 'flag' | 'texts'

interface ValueOf {
  text: string
  number: number
  flag: boolean
  texts: readonly string[]
}

/** One column of a file: its name, and what it says of a row. */
export interface Column<R> {
  name: string
  type: CellType
  value(row: R): CellValue
}

/** A column as files with a schema know it. */
export type ColumnHead = Pick<Column<unknown>, 'name' | 'type'>

/** Rows as they come, a stretch at a time, made into the bytes of one file, in bounded memory. */
export type PackRows = (
  columns: readonly ColumnHead[],
  rows: AsyncIterable<readonly (readonly CellValue[])[]>,
) => AsyncIterable<Uint8Array>

/**
 * `column('job_title', (person) => person.title)`; other types than text are named: `column('age', ({ age }) => age,
 * 'number')`.
 */
export function column<R>(name: string, value: (row: R) => string | null | undefined): Column<R>
export function column<R, T extends CellType>(
  name: string,
  value: (row: R) => ValueOf[T] | null | undefined,
  type: T,
): Column<R>
export function column<R>(name: string, value: (row: R) => CellValue, type: CellType = 'text'): Column<R> {
  return { name, type, value }
}

/** The remaining columns, or the names that no column has. */
export function withoutFields<R>(
  columns: readonly Column<R>[],
  excluded: readonly string[],
): { columns: Column<R>[]; unknown: string[] } {
  const names = new Set(columns.map(({ name }) => name))
  return {
    columns: columns.filter(({ name }) => !excluded.includes(name)),
    unknown: excluded.filter((name) => !names.has(name)),
  }
}

/** A cell as one text; lists with semicolons between. */
export function writeCell(value: CellValue): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? value.join('; ') : String(value)
}
