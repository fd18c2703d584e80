import { csvLines } from '../../lib/csv-lines.ts'
import { cellText, type CellValue } from './column.ts'
import { packOf, type FileForm } from './file-form.ts'

/** Writes rows in stretches that can be put after each other: `head`, any number of `rows`, `tail`. */
export interface RowFormat {
  head: string
  /** `isFirst`: nothing but the head comes before. */
  rows(rows: readonly (readonly CellValue[])[], isFirst: boolean): string
  tail: string
}

export function rowFormat(form: FileForm, names: readonly string[]): RowFormat {
  if (packOf(form) !== undefined) return cellLines
  if (form.format === 'csv') return csv(form, names)
  const members = names.map((name) => JSON.stringify(name))
  const object = (row: readonly CellValue[]) =>
    `{${members.map((member, index) => `${member}:${JSON.stringify(row[index] ?? null)}`).join(',')}}`
  if (form.format === 'ndjson')
    return { head: '', rows: (rows) => rows.map((row) => `${object(row)}\n`).join(''), tail: '' }
  return {
    head: '[',
    rows: (rows, isFirst) => `${isFirst ? '' : ','}\n${rows.map(object).join(',\n')}`,
    tail: '\n]\n',
  }
}

/** How parts of a file are kept that is packed when all are there: the cells of a row as a JSON array, a line each. */
const cellLines: RowFormat = {
  head: '',
  rows: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  tail: '',
}

/** The rows of such parts. */
export async function* rowsOfCellLines(content: AsyncIterable<Uint8Array>): AsyncGenerator<CellValue[][]> {
  const decoder = new TextDecoder()
  let held = ''
  for await (const chunk of content) {
    held += decoder.decode(chunk, { stream: true })
    const end = held.lastIndexOf('\n')
    if (end < 0) continue
    const lines = held.slice(0, end).split('\n')
    held = held.slice(end + 1)
    yield lines.map((line) => JSON.parse(line) as CellValue[])
  }
}

function csv(form: FileForm & { format: 'csv' }, names: readonly string[]): RowFormat {
  const lines = (rows: readonly (readonly string[])[]) => csvLines(rows, form.lineEnd)
  return {
    head: (form.byteOrderMark === true ? '\uFEFF' : '') + lines([names]),
    rows: (rows) => lines(rows.map((row) => row.map(cellText))),
    tail: '',
  }
}
