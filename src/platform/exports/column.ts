/** What a cell may hold. Lists are one cell of a CSV and arrays in JSON. */
export type CellValue = string | number | boolean | null | undefined | readonly string[]

/** One column of a file: its name, and what it says of a row. */
export interface Column<R> {
  name: string
  value(row: R): CellValue
}

/** `column('job_title', (person) => person.title)` */
export function column<R>(name: string, value: (row: R) => CellValue): Column<R> {
  return { name, value }
}

/** The columns that are left, or those names that none has. */
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
