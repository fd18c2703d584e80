import { textWriter, writtenCells, type GivenRow } from '../../corpus/tables/index.ts'
import { findFileType } from '../../platform/exports/index.ts'
import type { RowFound } from './find-rows.ts'
import { cellText } from './cell-text.ts'
import { cellsOfRow, type UnderstoodList } from './understand-list.ts'
import { packSheet, sheetCells, sheetLines } from './workbook-lines.ts'

export const outputFormats = ['csv', 'jsonl', 'xlsx'] as const
export type OutputFormat = (typeof outputFormats)[number]

/** The default output format of a list: its own. */
export const readFormat = ({ kind }: Pick<UnderstoodList, 'kind'>): OutputFormat => kind

/** Columns with the outcome of a row, before those of the record. */
const judgement = ['match', 'match_confidence', 'match_by', 'match_reason', 'match_candidate'] as const

/** Writes rows and their results as lines of a file. */
export interface RowLines {
  contentType: string
  /** Beginning of the file. */
  head: Buffer
  lines(rows: readonly GivenRow[], results: readonly RowFound[]): Buffer
  /** Packs head and lines into the file, for formats that are not plain lines. */
  pack?(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
}

/** Names of the added columns, none of which the list already has. */
function addedNames(list: Pick<UnderstoodList, 'headings'>, members: readonly string[]): string[] {
  const headings = new Set(list.headings.map((name) => name.trim().toLowerCase()))
  const names = [...judgement, ...members.map((path) => `found_${path}`)]
  for (let count = 1; ; count++) {
    const tried = count === 1 ? names : names.map((name) => `${name}_${count}`)
    if (tried.every((name) => !headings.has(name))) return tried
  }
}

/** The list in its own style, each row with its results after its own cells. No cell of a CSV runs as a formula. */
export function rowLines(list: UnderstoodList, members: readonly string[], format: OutputFormat): RowLines {
  const added = addedNames(list, members)
  if (format === 'xlsx') return workbookRows(list, added)
  if (format === 'csv') {
    const { contentType, start, lines } = textWriter(list.style)
    return {
      contentType,
      head: Buffer.concat([start, lines([[...list.headings, ...added]])]),
      lines: (rows, results) =>
        lines(
          rows.map((row, index) => [
            ...squared(ownCells(row, list), list.headings.length),
            ...listValues(results[index] as RowFound, members.length).map(cellText),
          ]),
        ),
    }
  }
  return {
    contentType: 'application/x-ndjson',
    head: Buffer.alloc(0),
    lines: (rows, results) =>
      Buffer.from(
        rows
          .map((row, index) => `${jsonLine(row, list, { added, result: results[index] as RowFound })}\n`)
          .join(''),
      ),
  }
}

function workbookRows(list: UnderstoodList, added: readonly string[]): RowLines {
  return {
    contentType: findFileType({ format: 'xlsx' }).contentType,
    head: sheetLines([[...list.headings, ...added]]),
    lines: (rows, results) =>
      sheetLines(
        rows.map((row, index) => {
          const own = squared(ownCells(row, list), list.headings.length)
          const values = listValues(results[index] as RowFound, added.length - judgement.length)
          return [...('cells' in row ? sheetCells(row, own) : own), ...values.map(sheetValue)]
        }),
      ),
    pack: packSheet,
  }
}

const sheetValue = (value: unknown) =>
  typeof value === 'number' || typeof value === 'boolean' ? value : cellText(value)

/** Cells as written in the file, not as parsed. */
const ownCells = (row: GivenRow, list: UnderstoodList) =>
  'cells' in row ? writtenCells(row) : cellsOfRow(row, list)

/** Cells of a row, padded with empty ones to the width of the list. */
const squared = (cells: readonly string[], width: number) =>
  Array.from({ length: width }, (_, index) => cells[index] ?? '')

function listValues(
  { match, confidence, by, reason, candidate, values }: RowFound,
  members: number,
): unknown[] {
  const cells = values ?? Array.from({ length: members }, () => null)
  return [match, confidence ?? null, by ?? null, reason, candidate ?? null, ...cells]
}

function jsonLine(
  row: GivenRow,
  list: UnderstoodList,
  { added, result }: { added: readonly string[]; result: RowFound },
): string {
  const values = listValues(result, added.length - judgement.length)
  const more = JSON.stringify(Object.fromEntries(added.map((name, index) => [name, values[index]])))
  if (!('json' in row)) {
    const cells = writtenCells(row)
    const own = Object.fromEntries(list.columns.map(({ name }, index) => [name, cells[index] ?? '']))
    return joined(JSON.stringify(own), more)
  }
  return joined(row.json, more)
}

/** Merges two objects, the first as text: its numbers may have more digits than a JavaScript number holds. */
function joined(own: string, more: string): string {
  const members = own.slice(1, -1).trim()
  return members === '' ? more : `{${members},${more.slice(1)}`
}
