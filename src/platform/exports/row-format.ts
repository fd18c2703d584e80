import { csvBytes } from '../../lib/csv-bytes.ts'
import { writeCell, type CellValue } from './column.ts'
import { findPack, type FileForm } from './file-form.ts'

/** Writes rows in stretches that can be put after each other: `head`, any number of `rows`, `tail`. */
export interface RowFormat {
  head: string
  /** UTF-8. `isFirst`: nothing but the head comes before. */
  rows(rows: readonly (readonly CellValue[])[], isFirst: boolean): Buffer
  tail: string
}

export function rowFormat(form: FileForm, names: readonly string[]): RowFormat {
  if (findPack(form) !== undefined) return cellLines
  if (form.format === 'csv') return csv(form, names)
  const members = names.map((name) => JSON.stringify(name))
  const object = (row: readonly CellValue[]) =>
    `{${members.map((member, index) => `${member}:${JSON.stringify(row[index] ?? null)}`).join(',')}}`
  if (form.format === 'ndjson')
    return { head: '', rows: (rows) => rowByRow(rows, (row) => `${object(row)}\n`), tail: '' }
  return {
    head: '[',
    rows: (rows, isFirst) =>
      rowByRow(rows, (row, index) => `${isFirst && index === 0 ? '' : ','}\n${object(row)}`),
    tail: '\n]\n',
  }
}

/** A row at a time: a text put together of thousands of cells takes as long to be laid out as to be written. */
const rowByRow = (
  rows: readonly (readonly CellValue[])[],
  writeText: (row: readonly CellValue[], index: number) => string,
): Buffer => Buffer.concat(rows.map((row, index) => Buffer.from(writeText(row, index))))

/** How parts of a file are kept that is packed when all are there: the cells of a row as a JSON array, a line each. */
const cellLines: RowFormat = {
  head: '',
  rows: (rows) => rowByRow(rows, (row) => `${JSON.stringify(row)}\n`),
  tail: '',
}

/** The rows of such parts. */
export async function* rowsOfCellLines(content: AsyncIterable<Uint8Array>): AsyncGenerator<CellValue[][]> {
  const decoder = new TextDecoder()
  let pending = ''
  for await (const chunk of content) {
    pending += decoder.decode(chunk, { stream: true })
    const end = pending.lastIndexOf('\n')
    if (end < 0) continue
    const lines = pending.slice(0, end).split('\n')
    pending = pending.slice(end + 1)
    yield lines.map((line) => JSON.parse(line) as CellValue[])
  }
}

function csv(form: FileForm & { format: 'csv' }, names: readonly string[]): RowFormat {
  const writeBytes = csvBytes(form.lineEnd)
  return {
    head: `${form.byteOrderMark === true ? '\uFEFF' : ''}${writeBytes([names]).toString()}`,
    rows: (rows) => writeBytes(rows.map((row) => row.map(writeCell))),
    tail: '',
  }
}
