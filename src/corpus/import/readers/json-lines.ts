import { isUtf8 } from 'node:buffer'
import { excerpt, maxRowBytes, type SourceRow } from './row.ts'

const newline = 0x0a

/** Whole lines, of which the first has this number; or one line that was skipped. */
export type LineBlock = { text: Buffer; line: number } | { line: number; error: string; text: string }

/** The lines of a file, not parsed, in blocks. */
export async function* lineBlocks(chunks: AsyncIterable<Buffer>): AsyncGenerator<LineBlock> {
  let line = 1
  for await (const block of wholeLines(chunks)) {
    if (block === 'too-long')
      yield { line: line++, error: `line longer than ${maxRowBytes / 1024 / 1024} MiB`, text: '' }
    else {
      yield { text: block, line }
      line += newlinesIn(block)
    }
  }
}

function newlinesIn(block: Buffer): number {
  let count = 0
  for (let position = block.indexOf(newline); position >= 0; position = block.indexOf(newline, position + 1))
    count++
  return count
}

/** Whole lines, as many as a chunk completes. `too-long` stands for one line that was skipped. */
async function* wholeLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer | 'too-long'> {
  let pieces: Buffer[] = []
  let pending = 0
  let skipping = false
  for await (const bytes of chunks) {
    let chunk = bytes
    if (skipping) {
      const end = chunk.indexOf(newline)
      if (end < 0) continue
      skipping = false
      chunk = chunk.subarray(end + 1)
    }
    const first = chunk.indexOf(newline)
    if (pending + (first < 0 ? chunk.length : first) > maxRowBytes) {
      yield 'too-long'
      pieces = []
      pending = 0
      skipping = first < 0
      chunk = skipping ? chunk.subarray(0, 0) : chunk.subarray(first + 1)
    }
    const last = chunk.lastIndexOf(newline)
    if (last >= 0) {
      yield pieces.length > 0
        ? Buffer.concat([...pieces, chunk.subarray(0, last + 1)])
        : chunk.subarray(0, last + 1)
      pieces = []
      pending = 0
    }
    const rest = chunk.subarray(last + 1)
    if (rest.length > 0) pieces.push(rest)
    pending += rest.length
  }
  if (pending > 0) yield Buffer.concat(pieces)
}

/** The non-blank lines of a block, with their numbers. */
export function linesIn(block: Uint8Array, first: number): { bytes: Uint8Array; line: number }[] {
  const lines: { bytes: Uint8Array; line: number }[] = []
  let start = 0
  for (let line = first; start < block.length; line++) {
    const position = block.indexOf(newline, start)
    const end = position < 0 ? block.length : position
    const bytes = block.subarray(start, end)
    if (!isBlank(bytes)) lines.push({ bytes, line })
    start = end + 1
  }
  return lines
}

function isBlank(bytes: Uint8Array): boolean {
  const first = bytes[0]
  if (first !== undefined && first > 0x20 && first < 0x80) return false
  return Buffer.from(bytes).toString('utf8').trim() === ''
}

export function readJsonLine(bytes: Uint8Array, line: number): SourceRow {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!isUtf8(buffer)) return { line, error: 'not valid UTF-8', text: excerpt(buffer.toString('latin1')) }
  const text = buffer.toString('utf8')
  try {
    return { line, value: JSON.parse(text), bytes: text.length }
  } catch (error) {
    return { line, error: `not valid JSON: ${(error as Error).message}`, text: excerpt(text) }
  }
}
