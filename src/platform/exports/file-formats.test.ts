import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { parquetReadObjects } from 'hyparquet'
import readSheets from 'read-excel-file/universal'
import { beforeAll, describe, expect, test } from 'vitest'
import { atEnd } from '../../../test/support/at-end.ts'
import { unguardFormula } from '../../lib/formula-guard.ts'
import { writeCell, type CellValue, type ColumnHead } from './column.ts'
import { findPack, type FileForm } from './file-form.ts'
import { rowFormat } from './row-format.ts'
import { xmlRow } from './workbook-xml.ts'

const columns: ColumnHead[] = [
  { name: 'text', type: 'text' },
  { name: 'number', type: 'number' },
  { name: 'flag', type: 'flag' },
  { name: 'texts', type: 'texts' },
]

/** Whatever people are called, and what spreadsheets would run. */
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
  fc.stringMatching(/^[=+\-@"',;<>&_x0-9A\r\n\t ]{0,9}$/),
  fc.constantFrom(
    '=HYPERLINK("http://evil.example")',
    '@SUM(1+1)',
    '李小龍',
    'Zoë ',
    ' 👩‍👩‍👧',
    '_x000D_',
    '\u0001',
  ),
)
const anyRow = fc.tuple(
  fc.option(anyText),
  fc.option(fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))),
  fc.option(fc.boolean()),
  fc.option(fc.array(anyText, { maxLength: 3 })),
)
const anyRows = fc.array(anyRow, { maxLength: 30 })

/** A file of rows that come in two stretches, as parts do. */
async function fileOf(form: FileForm, rows: readonly (readonly CellValue[])[]): Promise<Buffer> {
  const half = Math.floor(rows.length / 2)
  const stretches = [rows.slice(0, half), rows.slice(half)].filter((stretch) => stretch.length > 0)
  const pack = findPack(form)
  const chunks: Uint8Array[] = []
  if (pack === undefined) {
    const format = rowFormat(
      form,
      columns.map(({ name }) => name),
    )
    const written = stretches.map((stretch, index) => format.rows(stretch, index === 0).toString())
    return Buffer.from([format.head, ...written, format.tail].join(''))
  }
  async function* come() {
    yield* stretches
  }
  for await (const chunk of pack(columns, come())) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const objectsOf = (rows: readonly (readonly CellValue[])[]) =>
  rows.map((row) => Object.fromEntries(columns.map(({ name }, index) => [name, row[index] ?? null])))

async function readParquet(bytes: Buffer): Promise<Record<string, unknown>[]> {
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
  return parquetReadObjects({ file, compressors: { ZSTD: (input) => zstdDecompressSync(input) } })
}

const sheetsOf = async (bytes: Buffer) =>
  readSheets(new Uint8Array(bytes).buffer as ArrayBuffer, { trim: false })

/** -0 is 0 to whoever reads a text. */
const plain = (rows: object[]) => JSON.parse(JSON.stringify(rows)) as object[]

describe('any rows come back as they were', () => {
  const runs = { numRuns: 60 }

  test('from CSV, and no cell runs', async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, async (rows) => {
        const read: string[][] = parse(await fileOf({ format: 'csv' }, rows), { record_delimiter: '\r\n' })
        expect(read.slice(1).map((row) => row.map(unguardFormula))).toEqual(
          rows.map((row) => row.map(writeCell)),
        )
        for (const cell of read.flat()) expect(cell).not.toMatch(/^[\t\r]*[=@＝＋－＠]|^[+-][^\d\s.,()/-]/)
      }),
      runs,
    )
  })

  test.each(['ndjson', 'json'] as const)('from %s', async (format) => {
    await fc.assert(
      fc.asyncProperty(anyRows, async (rows) => {
        const file = (await fileOf({ format }, rows)).toString()
        const read =
          format === 'json'
            ? JSON.parse(file)
            : file.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
        expect(read).toEqual(plain(objectsOf(rows)))
      }),
      runs,
    )
  })

  test('from Parquet, by hyparquet', async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, async (rows) => {
        const read = await readParquet(await fileOf({ format: 'parquet' }, rows))
        // A list that is null in every row of a group is left out by the reader.
        const whole = read.map((row) => ({ ...row, texts: row['texts'] ?? null }))
        expect(plain(whole)).toEqual(plain(objectsOf(rows)))
      }),
      runs,
    )
  })

  test('from a workbook, by read-excel-file', async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, async (rows) => {
        const [sheet] = await sheetsOf(await fileOf({ format: 'xlsx' }, rows))
        const read = sheet?.data ?? []
        expect(read[0]).toEqual(columns.map(({ name }) => name))
        const shown = rows.map((row) => row.map(asInSheet))
        // What a sheet has after its last cell is not there.
        while (shown.length > 0 && shown.at(-1)?.every((cell) => cell === null)) shown.pop()
        const cells = read.slice(1).map((row) => columns.map((_, index) => row[index] ?? null))
        expect(cells).toEqual(shown)
      }),
      runs,
    )
  })
})

/** A cell as a sheet shows it. */
function asInSheet(value: CellValue): unknown {
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return Math.abs(value) < 10 ** 15 ? value + 0 : String(value)
  const text = writeCell(value)
  return text === '' ? null : text
}

describe('a Parquet file', () => {
  let dir: string
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'almanac-parquet-'))
    atEnd(() => rm(dir, { recursive: true, force: true }))
  })

  test('of many row groups, and without rows, is read by DuckDB with its types', async () => {
    const rows = Array.from({ length: 45_000 }, (_, index): CellValue[] => [
      index % 7 === 0 ? null : `Zoë ${index}`,
      index / 4,
      index % 2 === 0,
      index % 3 === 0 ? null : [`a${index}`, '李'],
    ])
    await writeFile(join(dir, 'rows.parquet'), await fileOf({ format: 'parquet' }, rows))
    await writeFile(join(dir, 'none.parquet'), await fileOf({ format: 'parquet' }, []))
    const connection = await (await DuckDBInstance.create()).connect()
    const ask = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJson()
    const from = `FROM read_parquet('${join(dir, 'rows.parquet')}')`
    expect(await ask(`SELECT column_name, column_type FROM (DESCRIBE SELECT * ${from})`)).toMatchObject(
      ['VARCHAR', 'DOUBLE', 'BOOLEAN', 'VARCHAR[]'].map((type) => ({ column_type: type })),
    )
    expect(
      await ask(`SELECT count(*)::int AS rows, count(text)::int AS texts, sum(number) AS sum,
        count(*) FILTER (flag)::int AS even, sum(len(texts))::int AS listed, max(text) AS last ${from}`),
    ).toEqual([
      {
        rows: 45_000,
        texts: rows.filter(([text]) => text !== null).length,
        sum: (44_999 * 45_000) / 8,
        even: 22_500,
        listed: 60_000,
        last: 'Zoë 9999',
      },
    ])
    expect(await ask(`SELECT * FROM read_parquet('${join(dir, 'none.parquet')}')`)).toEqual([])
    connection.closeSync()
  })
})

describe('a sheet', () => {
  test('marks what a spreadsheet would run as text, escapes what XML cannot say, and says what it cut', () => {
    expect(xmlRow(['=1+1', 'a', '', -5, true], 2)).toBe(
      '<row r="2"><c r="A2" s="1" t="inlineStr"><is><t>=1+1</t></is></c>' +
        '<c r="B2" t="inlineStr"><is><t>a</t></is></c><c r="D2"><v>-5</v></c><c r="E2" t="b"><v>1</v></c></row>',
    )
    expect(xmlRow(['\u0001 <b> _x0041_'], 1)).toContain('<t>_x0001_ &lt;b&gt; _x005F_x0041_</t>')
    const [cut] = /<t>.*<\/t>/.exec(xmlRow(['x'.repeat(40_000)], 1)) ?? ['']
    expect(cut.length).toBe(32_767 + '<t></t>'.length)
    expect(cut).toContain('… [cut: 40000 characters]')
    expect(
      xmlRow(
        Array.from({ length: 703 }, () => 'x'),
        1,
      ),
    ).toMatch(/r="Z1".*r="AA1".*r="ZZ1".*r="AAA1"/)
  })

  test('the same rows make the same file, whenever it is written', async () => {
    const rows: CellValue[][] = [['Zoë', 1, true, ['a', 'b']]]
    const first = await fileOf({ format: 'xlsx' }, rows)
    expect(await fileOf({ format: 'xlsx' }, rows)).toEqual(first)
    expect((await sheetsOf(first))[0]).toMatchObject({
      sheet: 'Rows',
      data: [[], ['Zoë', 1, true, 'a; b']].with(0, ['text', 'number', 'flag', 'texts']),
    })
  })
})
