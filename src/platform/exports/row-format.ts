import { csvLines, type LineEnd } from '../../lib/csv-lines.ts'
import type { CellValue } from './column.ts'

/** How a file is written. */
export type FileForm =
  /** RFC 4180. `lineEnd`: default CRLF; `byteOrderMark`: for spreadsheets that take UTF-8 for something else without. */
  | { format: 'csv'; lineEnd?: LineEnd; byteOrderMark?: boolean }
  /** A JSON object a line. */
  | { format: 'ndjson' }
  /** One JSON array. */
  | { format: 'json' }

/** Writes rows in stretches that can be put after each other: `head`, any number of `rows`, `tail`. */
export interface RowFormat {
  contentType: string
  /** Of the file's name. */
  ending: string
  head: string
  /** `isFirst`: nothing but the head comes before. */
  rows(rows: readonly (readonly CellValue[])[], isFirst: boolean): string
  tail: string
}

export function rowFormat(form: FileForm, names: readonly string[]): RowFormat {
  if (form.format === 'csv') return csv(form, names)
  const objects = (rows: readonly (readonly CellValue[])[]) =>
    rows.map((row) => JSON.stringify(Object.fromEntries(names.map((name, at) => [name, row[at] ?? null]))))
  if (form.format === 'ndjson')
    return {
      contentType: 'application/x-ndjson',
      ending: 'ndjson',
      head: '',
      rows: (rows) =>
        objects(rows)
          .map((line) => `${line}\n`)
          .join(''),
      tail: '',
    }
  return {
    contentType: 'application/json',
    ending: 'json',
    head: '[',
    rows: (rows, isFirst) => `${isFirst ? '' : ','}\n${objects(rows).join(',\n')}`,
    tail: '\n]\n',
  }
}

function csv(form: FileForm & { format: 'csv' }, names: readonly string[]): RowFormat {
  const lines = (rows: readonly (readonly string[])[]) => csvLines(rows, form.lineEnd)
  return {
    contentType: 'text/csv; charset=utf-8',
    ending: 'csv',
    head: (form.byteOrderMark === true ? '\uFEFF' : '') + lines([names]),
    rows: (rows) => lines(rows.map((row) => row.map(cellText))),
    tail: '',
  }
}

function cellText(value: CellValue): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? value.join('; ') : String(value)
}
