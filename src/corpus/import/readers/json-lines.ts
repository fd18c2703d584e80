import { isUtf8 } from 'node:buffer'
import { excerpt, maxRowBytes, type SourceRow } from './row.ts'

const newline = 0x0a

/** One JSON value a line. Blank lines are passed over, a broken one is an error of its own. */
export async function* jsonLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<SourceRow[]> {
  let line = 1
  for await (const block of lineBlocks(chunks)) {
    if (block === 'too-long') {
      yield [{ line: line++, error: `line longer than ${maxRowBytes / 1024 / 1024} MiB`, text: '' }]
      continue
    }
    const rows: SourceRow[] = []
    line = isUtf8(block) ? parseText(block.toString('utf8'), line, rows) : parseBytes(block, line, rows)
    if (rows.length > 0) yield rows
  }
}

/** Whole lines, as many as a chunk completes; `too-long` stands for one line that was passed over. */
async function* lineBlocks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer | 'too-long'> {
  let pieces: Buffer[] = []
  let held = 0
  let skipping = false
  for await (const given of chunks) {
    let chunk = given
    if (skipping) {
      const end = chunk.indexOf(newline)
      if (end < 0) continue
      skipping = false
      chunk = chunk.subarray(end + 1)
    }
    const first = chunk.indexOf(newline)
    if (held + (first < 0 ? chunk.length : first) > maxRowBytes) {
      yield 'too-long'
      pieces = []
      held = 0
      skipping = first < 0
      chunk = skipping ? chunk.subarray(0, 0) : chunk.subarray(first + 1)
    }
    const last = chunk.lastIndexOf(newline)
    if (last >= 0) {
      yield pieces.length > 0
        ? Buffer.concat([...pieces, chunk.subarray(0, last + 1)])
        : chunk.subarray(0, last + 1)
      pieces = []
      held = 0
    }
    const rest = chunk.subarray(last + 1)
    if (rest.length > 0) pieces.push(rest)
    held += rest.length
  }
  if (held > 0) yield Buffer.concat(pieces)
}

/** Parses every line of a block that begins with line number `line`; returns the number after its last. */
function parseText(text: string, line: number, rows: SourceRow[]): number {
  let start = 0
  let number = line
  while (start < text.length) {
    const found = text.indexOf('\n', start)
    const end = found < 0 ? text.length : found
    parseLine(text.slice(start, end), number++, rows)
    start = end + 1
  }
  return number
}

function parseBytes(block: Buffer, line: number, rows: SourceRow[]): number {
  let start = 0
  let number = line
  while (start < block.length) {
    const found = block.indexOf(newline, start)
    const end = found < 0 ? block.length : found
    const bytes = block.subarray(start, end)
    if (isUtf8(bytes)) parseLine(bytes.toString('utf8'), number, rows)
    else rows.push({ line: number, error: 'not valid UTF-8', text: excerpt(bytes.toString('latin1')) })
    number++
    start = end + 1
  }
  return number
}

function parseLine(text: string, line: number, rows: SourceRow[]): void {
  if (text === '' || text.trim() === '') return
  try {
    rows.push({ line, value: JSON.parse(text), bytes: text.length })
  } catch (error) {
    rows.push({ line, error: `not valid JSON: ${(error as Error).message}`, text: excerpt(text) })
  }
}
