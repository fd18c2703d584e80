import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { query } from 'chdb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRecords } from '../read-records.ts'
import { UnreadableFile, type SourceRow } from '../row.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-parquet-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A real Parquet file, written by the engine the service embeds. */
function write(codec: string, groupRows: number, rows: number): string {
  const file = join(folder, `${codec}-${groupRows}-${rows}.parquet`)
  query(
    `SELECT toInt64(number) AS id, concat('Company ', toString(number)) AS name, number % 3 = 0 AS flag,
       if(number % 2 = 0, NULL, number / 4) AS score, toDate('2024-05-13') + number % 9 AS founded,
       arrayMap(i -> concat('tag', toString(i)), range(number % 3)) AS tags,
       map('yc', toString(number)) AS ids, tuple('Berlin', 52.5)::Tuple(city String, lat Float64) AS place
     FROM numbers(${rows}) INTO OUTFILE '${file}' FORMAT Parquet
     SETTINGS output_format_parquet_compression_method = '${codec}', output_format_parquet_row_group_size = ${groupRows}`,
    'CSV',
  )
  return file
}

async function read(file: string, onBytes?: (bytes: number) => void): Promise<SourceRow[]> {
  const found: SourceRow[] = []
  for await (const row of readRecords(file, onBytes ? { onBytes } : {})) found.push(row)
  return found
}

describe.each(['none', 'snappy', 'lz4', 'gzip', 'zstd', 'brotli'])('Parquet with %s', (codec) => {
  it('gives every row of every row group as JSON would hold it', async () => {
    const found = await read(write(codec, 400, 1000))
    expect(found).toHaveLength(1000)
    expect(found.map((row) => row.line)).toEqual(found.map((_, index) => index + 1))
    expect(found[999]).toMatchObject({
      line: 1000,
      value: {
        id: 999,
        name: 'Company 999',
        score: 249.75,
        founded: '2024-05-13',
        tags: [],
        place: { city: 'Berlin', lat: 52.5 },
      },
    })
    expect(found[2]).toMatchObject({ value: { score: null, tags: ['tag0', 'tag1'] } })
  })
})

it('inflates a compressed Parquet file first', async () => {
  const plain = await readFile(write('snappy', 500, 700))
  for (const [name, bytes] of [
    ['a.parquet.gz', gzipSync(plain)],
    ['b.parquet.zst', zstdCompressSync(plain)],
  ] as const) {
    const file = join(folder, name)
    await writeFile(file, bytes)
    expect(await read(file)).toHaveLength(700)
  }
})

it('reports the bytes of the file as it goes', async () => {
  const file = write('zstd', 300, 900)
  let bytes = 0
  await read(file, (more) => (bytes += more))
  const { length } = await readFile(file)
  expect(bytes).toBeGreaterThan(length * 0.9)
  expect(bytes).toBeLessThan(length * 2.1)
})

it('a damaged file is an error', async () => {
  const bytes = await readFile(write('snappy', 500, 601))
  const file = join(folder, 'cut.parquet')
  await writeFile(file, bytes.subarray(0, bytes.length - 100))
  await expect(read(file)).rejects.toBeInstanceOf(UnreadableFile)
})
