import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parquetMetadata, type FileMetaData } from 'hyparquet'
import { ByteWriter, parquetWriteBuffer } from 'hyparquet-writer'
import { writeMetadata } from 'hyparquet-writer/src/metadata.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRecords } from '../read-records.ts'
import { UnreadableFile, type SourceRow } from '../row.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-counts-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const names = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 'Orla Vind' : 'Pia Vind'))

/** A small file of two columns, whose footer says something else than what is there. */
async function fileThat(lies: (metadata: FileMetaData) => void): Promise<string> {
  const honest = new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        { name: 'name', data: names, type: 'STRING' },
        { name: 'age', data: names.map((_, index) => index), type: 'INT32' },
      ],
    }),
  )
  const metadata = parquetMetadata(honest)
  const footer = new DataView(honest.buffer).getUint32(honest.length - 8, true) + 8
  lies(metadata)
  const writer = new ByteWriter()
  writer.appendBytes(honest.subarray(0, honest.length - footer))
  writeMetadata(writer, metadata)
  writer.appendUint32(0x31524150)
  const file = join(folder, `${Math.random()}.parquet`)
  await writeFile(file, writer.getBytes())
  return file
}

async function read(file: string): Promise<{ rows: SourceRow[]; failure: unknown }> {
  const rows: SourceRow[] = []
  try {
    for await (const row of readRecords(file)) rows.push(row)
    return { rows, failure: undefined }
  } catch (failure) {
    return { rows, failure }
  }
}

const huge = 1n << 30n
const group = (metadata: FileMetaData) => metadata.row_groups[0]!
const column = (metadata: FileMetaData) => group(metadata).columns[0]!.meta_data!

describe('what a Parquet file declares is believed as far as its bytes go', () => {
  it('an honest one is read', async () => {
    const { rows, failure } = await read(await fileThat(() => {}))
    expect(failure).toBeUndefined()
    expect(rows).toHaveLength(40)
    expect(rows[1]).toMatchObject({ line: 2, value: { name: 'Pia Vind', age: 1 } })
  })

  it.each<[string, (metadata: FileMetaData) => void, RegExp]>([
    [
      'rows of a group that its bytes cannot hold',
      (metadata) => {
        metadata.num_rows = huge
        group(metadata).num_rows = huge
        for (const { meta_data } of group(metadata).columns) meta_data!.num_values = huge
      },
      /declares 1,073,741,824 rows, which its \d+ bytes cannot hold/,
    ],
    [
      'more values of a column than rows',
      (metadata) => (column(metadata).num_values = huge),
      /name declares 1,073,741,824 values for 40 rows/,
    ],
    [
      'pages with more values than their column',
      (metadata) => {
        metadata.num_rows = 3n
        group(metadata).num_rows = 3n
        for (const { meta_data } of group(metadata).columns) meta_data!.num_values = 3n
      },
      /declare more than its 3 values/,
    ],
    [
      'a column beyond the end of the file',
      (metadata) => (column(metadata).total_compressed_size = huge),
      /reaches beyond its end/,
    ],
  ])('%s are refused with the reason', async (_what, lies, message) => {
    const { rows, failure } = await read(await fileThat(lies))
    expect(rows).toEqual([])
    expect(failure).toBeInstanceOf(UnreadableFile)
    expect((failure as Error).message).toMatch(message)
  })
})
