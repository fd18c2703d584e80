import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { Compressors } from 'hyparquet'
import { checkCounts } from './check-counts.ts'

/** Rows are decoded in parts of about this size: a row group may hold a million rows. */
const partBytes = 32 * 1024 * 1024
/** Limit for a part, however small it is: a value that repeats takes next to nothing. */
const partRows = 50_000

/** Node's own codecs, several times faster than the portable ones. No page unpacks to more than it declares. */
const codecs: Compressors = {
  GZIP: (input, length) => gunzipSync(input, { maxOutputLength: Math.max(1, length) }),
  BROTLI: (input, length) => brotliDecompressSync(input, { maxOutputLength: Math.max(1, length) }),
  ZSTD: (input, length) => zstdDecompressSync(input, { maxOutputLength: Math.max(1, length) }),
}

export interface DecodedRow {
  line: number
  value: unknown
  bytes: number
}

/** Rows of a Parquet file, row group by row group, each with its share of the file's bytes. */
export async function* decodeRows(file: string): AsyncGenerator<{ rows: DecodedRow[]; bytes: number }> {
  const [library, { compressors: portable }] = await Promise.all([
    import('hyparquet'),
    import('hyparquet-compressors'),
  ])
  const compressors = { ...portable, ...codecs }
  const buffer = await library.asyncBufferFromFile(file)
  const metadata = await library.parquetMetadataAsync(buffer)
  await checkCounts(buffer, metadata)
  let groupStart = 0
  for (const group of metadata.row_groups) {
    const rows = Number(group.num_rows)
    const size = Number(group.total_byte_size)
    const fitting = Math.ceil((rows * partBytes) / Math.max(size, partBytes))
    const part = Math.min(partRows, Math.max(1_000, fitting))
    for (let start = groupStart; start < groupStart + rows; start += part) {
      const rowEnd = Math.min(start + part, groupStart + rows)
      const options = { file: buffer, metadata, compressors, rowStart: start, rowEnd, useOffsetIndex: true }
      const values = await library.parquetReadObjects(options)
      const bytes = Math.ceil(size / Math.max(rows, 1))
      yield {
        rows: values.map((value, index) => ({ line: start + index + 1, value: plain(value), bytes })),
        bytes: (buffer.byteLength * values.length) / Number(metadata.num_rows),
      }
    }
    groupStart += rows
  }
}

/** The form JSON would have: dates as ISO 8601, whole numbers as numbers where they fit, bytes as base64. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : value.toString()
  }
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date) return isoDate(value)
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (Array.isArray(value)) return value.map(plain)
  if (ArrayBuffer.isView(value)) return Array.from(value as ArrayBufferView & Iterable<unknown>, plain)
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]))
}

function isoDate(value: Date): string | null {
  if (Number.isNaN(value.getTime())) return null
  const text = value.toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text
}
