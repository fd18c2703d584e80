import { zstdCompressSync } from 'node:zlib'
import type { ByteWriter, ColumnSource, ParquetWriter, SchemaElement } from 'hyparquet-writer'
import type { CellType, CellValue, ColumnHead } from './column.ts'

/** A row group is held in memory while it is written: at most this many rows, or about this many characters. */
const groupRows = 20_000
const groupCharacters = 16 * 1024 ** 2

/** Rows as Apache Parquet: texts, numbers, flags and lists of texts, each of which may be null, compressed with zstd. */
export async function* packParquet(
  columns: readonly ColumnHead[],
  rows: AsyncIterable<readonly (readonly CellValue[])[]>,
): AsyncGenerator<Uint8Array> {
  const library = await import('hyparquet-writer')
  const bytes = new library.ByteWriter(1024 ** 2)
  const compressors = { ZSTD: (input: Uint8Array) => zstdCompressSync(input) }
  const schema = buildSchema(columns)
  const writer = new library.ParquetWriter({
    writer: bytes,
    schema,
    codec: 'ZSTD',
    compressors,
    createdBy: 'almanac',
  })
  let group: (readonly CellValue[])[] = []
  let characters = 0
  for await (const stretch of rows) {
    for (const row of stretch) {
      group.push(row)
      characters += measureLength(row)
      if (group.length < groupRows && characters < groupCharacters) continue
      await writeGroup(writer, columns, group)
      yield takeBytes(bytes)
      group = []
      characters = 0
    }
  }
  if (group.length > 0) await writeGroup(writer, columns, group)
  await writer.finish()
  yield takeBytes(bytes)
}

async function writeGroup(
  writer: ParquetWriter,
  columns: readonly ColumnHead[],
  rows: readonly (readonly CellValue[])[],
): Promise<void> {
  const columnData = columns.map(({ name }, index): ColumnSource => ({
    name,
    data: rows.map((row) => row[index] ?? null),
  }))
  await writer.write({ columnData, rowGroupSize: rows.length })
}

/** The bytes written since the last call. The writer's count continues; its buffer starts empty. */
function takeBytes(bytes: ByteWriter): Uint8Array {
  const copy = bytes.getBytes().slice()
  bytes.index = 0
  return copy
}

function measureLength(row: readonly CellValue[]): number {
  let length = 0
  for (const value of row) {
    if (typeof value === 'string') length += value.length
    else if (Array.isArray(value)) for (const text of value as readonly string[]) length += text.length
    else length += 8
  }
  return length
}

const elements: Record<CellType, (name: string) => SchemaElement[]> = {
  text: (name) => [{ name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' }],
  number: (name) => [{ name, type: 'DOUBLE', repetition_type: 'OPTIONAL' }],
  flag: (name) => [{ name, type: 'BOOLEAN', repetition_type: 'OPTIONAL' }],
  texts: (name) => [
    { name, repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
  ],
}

const buildSchema = (columns: readonly ColumnHead[]): SchemaElement[] => [
  { name: 'root', num_children: columns.length },
  ...columns.flatMap(({ name, type }) => elements[type](name)),
]
