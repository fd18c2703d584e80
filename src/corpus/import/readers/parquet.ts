import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { Compressors } from 'hyparquet'
import { UnreadableFile, type SourceRow } from './row.ts'

/** Rows are decoded in parts of about this size: a row group may hold a million rows. */
const partBytes = 32 * 1024 * 1024

/** Node's own codecs, several times faster than the portable ones. */
const codecs: Compressors = {
  GZIP: (input) => gunzipSync(input),
  BROTLI: (input) => brotliDecompressSync(input),
  ZSTD: (input) => zstdDecompressSync(input),
}

/** Rows of a Parquet file, row group by row group. `onBytes` gets each group's share of the file's size. */
export async function* parquetRows(
  file: string,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<SourceRow[]> {
  // Loaded with the first such file: a start needs none of their 30 modules.
  const [library, { compressors: portable }] = await Promise.all([
    import('hyparquet'),
    import('hyparquet-compressors'),
  ])
  const compressors = { ...portable, ...codecs }
  const buffer = await library.asyncBufferFromFile(file)
  const metadata = await readable(library.parquetMetadataAsync(buffer))
  let groupStart = 0
  for (const group of metadata.row_groups) {
    const rows = Number(group.num_rows)
    const size = Number(group.total_byte_size)
    const part = Math.max(1000, Math.ceil((rows * partBytes) / Math.max(size, partBytes)))
    for (let start = groupStart; start < groupStart + rows; start += part) {
      const rowEnd = Math.min(start + part, groupStart + rows)
      const options = { file: buffer, metadata, compressors, rowStart: start, rowEnd, useOffsetIndex: true }
      const values = await readable(library.parquetReadObjects(options))
      const bytes = Math.ceil(size / Math.max(rows, 1))
      yield values.map((value, index) => ({ line: start + index + 1, value: plain(value), bytes }))
      onBytes?.((buffer.byteLength * values.length) / Number(metadata.num_rows))
    }
    groupStart += rows
  }
}

/** Parquet needs every byte within reach, so a compressed one is inflated to a temporary file first. */
export async function* parquetFromStream(chunks: AsyncIterable<Buffer>): AsyncGenerator<SourceRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-parquet-'))
  try {
    const file = join(folder, 'rows.parquet')
    await pipeline(chunks, createWriteStream(file))
    yield* parquetRows(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readable<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work
  } catch (cause) {
    throw new UnreadableFile(`the Parquet file is damaged (${(cause as Error).message})`, { cause })
  }
}

/** What JSON would hold: dates as ISO 8601, whole numbers as numbers where they fit, bytes as base64. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : value.toString()
  }
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date) return isoDate(value)
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (Array.isArray(value)) return value.map(plain)
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as Iterable<unknown>, plain)
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]))
}

function isoDate(value: Date): string | null {
  if (Number.isNaN(value.getTime())) return null
  const text = value.toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text
}
