import { lineBlocks, linesIn, readJsonLine } from './json-lines.ts'
import type { RowChunks, RowInput, SourceRow } from './row.ts'

/** A file whose format is known: lines that are not parsed yet, or rows. */
export type OpenedFile = { lines: AsyncIterable<Buffer> } | { rows: RowChunks }

/** Bytes of lines, and rows, that are handed over together: so many that handing over costs nothing. */
const inputBytes = 256 * 1024
const inputRows = 500
/** Text of the rows handed over together: documents of megabytes go one by one. */
const maxInputChars = 2 * 1024 * 1024

export const gatheredInputs = (opened: OpenedFile): AsyncGenerator<RowInput> =>
  'lines' in opened ? gatheredLines(opened.lines) : gatheredRows(opened.rows)

/** Parses the lines of an input. */
export function parsedRows(input: RowInput): SourceRow[] {
  if ('rows' in input) return input.rows
  const { text, line, place } = input
  const rows = linesIn(text, line).map((each) => readJsonLine(each.bytes, each.line))
  return place === undefined ? rows : rows.map((row) => ({ ...row, place }))
}

export const lastRow = (input: RowInput): Pick<SourceRow, 'line' | 'place'> | undefined => {
  if ('rows' in input) return input.rows.at(-1)
  const line = linesIn(input.text, input.line).at(-1)?.line
  return line === undefined
    ? undefined
    : { line, ...(input.place === undefined ? {} : { place: input.place }) }
}

async function* gatheredLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<RowInput> {
  let blocks: Buffer[] = []
  let [line, size] = [1, 0]
  const take = (): RowInput[] => {
    const text = Buffer.concat(blocks)
    blocks = []
    size = 0
    return text.length === 0 ? [] : [{ text, line }]
  }
  try {
    for await (const block of lineBlocks(chunks)) {
      if ('error' in block) {
        yield* take()
        yield { rows: [block] }
        continue
      }
      if (blocks.length === 0) line = block.line
      blocks.push(block.text)
      size += block.text.length
      if (size >= inputBytes) yield* take()
    }
  } catch (error) {
    yield* take()
    throw error
  }
  yield* take()
}

/** Rows in inputs of their number, whatever chunks they come in. */
export async function* gatheredRows(chunks: RowChunks): AsyncGenerator<RowInput> {
  let rows: SourceRow[] = []
  let chars = 0
  try {
    for await (const more of chunks) {
      for (const row of more) {
        rows.push(row)
        chars += 'bytes' in row ? row.bytes : 0
        if (rows.length < inputRows && chars < maxInputChars) continue
        yield { rows }
        rows = []
        chars = 0
      }
    }
  } catch (error) {
    if (rows.length > 0) yield { rows }
    throw error
  }
  if (rows.length > 0) yield { rows }
}
