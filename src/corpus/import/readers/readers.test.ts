import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { workbookOf, workbookParts, zipOf } from '../../../../test/support/workbook.ts'
import { tableRows } from './table-rows.ts'
import { openBytes } from '../../tables/index.ts'
import { inflated } from '../../tables/inflate.ts'
import { jsonArray } from './json-array.ts'
import { gatheredInputs, parsedRows } from './gather.ts'
import { readRecords } from './read-records.ts'
import type { ReadOptions } from './read-options.ts'
import { maxRowBytes, UnreadableFile, type RowChunks, type SourceRow } from './row.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-readers-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const rows = [
  { id: 1, name: 'Zürich Öl "AG"', tags: ['a', 'b'] },
  { id: 2, name: 'two\nlines, and ; | \t signs', tags: [] },
  { id: 3, name: '日本語 🏢', tags: ['ü'] },
]
const asJsonl = rows.map((row) => JSON.stringify(row)).join('\n')
const asJson = JSON.stringify(rows, null, 2)
const asCsv = ['id,name', ...rows.map(({ id, name }) => `${id},"${name.replaceAll('"', '""')}"`)].join('\r\n')
const cells = rows.map(({ id, name }) => ({ id: String(id), name }))

const compressions = {
  plain: { extension: '', pack: (bytes: Buffer) => bytes },
  gzip: { extension: '.gz', pack: (bytes: Buffer) => gzipSync(bytes) },
  zstd: { extension: '.zst', pack: (bytes: Buffer) => zstdCompressSync(bytes) },
  'gzip members': {
    extension: '.gz',
    pack: (bytes: Buffer) =>
      halves(bytes).reduce((all, half) => Buffer.concat([all, gzipSync(half)]), Buffer.alloc(0)),
  },
  'zstd frames': {
    extension: '.zst',
    pack: (bytes: Buffer) =>
      halves(bytes).reduce((all, half) => Buffer.concat([all, zstdCompressSync(half)]), Buffer.alloc(0)),
  },
}

function halves(bytes: Buffer): Buffer[] {
  const middle = bytes.length >> 1
  return [bytes.subarray(0, middle), bytes.subarray(middle)]
}

let files = 0
async function file(name: string, bytes: Buffer | string): Promise<string> {
  const path = join(folder, `${files++}-${name}`)
  await writeFile(path, bytes)
  return path
}

async function read(path: string, options?: ReadOptions): Promise<{ rows: SourceRow[]; failure: unknown }> {
  const found: SourceRow[] = []
  try {
    for await (const row of readRecords(path, options)) found.push(row)
  } catch (failure) {
    return { rows: found, failure }
  }
  return { rows: found, failure: undefined }
}

const values = (found: SourceRow[]) => found.map((row) => ('value' in row ? row.value : row.error))
const lines = (found: SourceRow[]) => found.map((row) => row.line)

describe.each(Object.entries(compressions))('%s', (_, { extension, pack }) => {
  it.each([
    ['rows.jsonl', asJsonl, rows],
    ['rows.ndjson', `﻿${asJsonl.replaceAll('\n', '\r\n')}\r\n\r\n`, rows],
    ['rows.json', asJson, rows],
    ['rows.json', asJsonl, rows],
    ['rows.csv', asCsv, cells],
    ['rows', `﻿${asCsv}\r\n`, cells],
    ['rows.tsv', 'id\tname\n1\ta,b;c\n', [{ id: '1', name: 'a,b;c' }]],
  ])('reads %s', async (name, text, expected) => {
    const found = await read(await file(name + extension, pack(Buffer.from(text))))
    expect(found.failure).toBeUndefined()
    expect(values(found.rows)).toEqual(expected)
  })

  it('is recognised by content where the extension says nothing', async () => {
    expect(values((await read(await file('rows.jsonl', pack(Buffer.from(asJsonl))))).rows)).toEqual(rows)
  })
})

describe('content that holds no rows', () => {
  const object = JSON.stringify({ name: 'Acme', domains: ['acme.example'] }, null, 2)
  it.each<[string, string | Buffer, RegExp]>([
    ['rows.jsonl', '', /is empty/],
    ['rows.csv', '', /is empty/],
    ['rows.jsonl.gz', gzipSync(''), /is empty/],
    ['rows.csv', Buffer.from('PK\u0003\u0004\u0014\u0000', 'latin1'), /\.xlsx file is damaged/],
    [
      'rows',
      Buffer.from('\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\rIHDR\u0000\u0000\u0001', 'latin1'),
      /not text/,
    ],
    ['rows.jsonl', '{"a":\u0000}\n', /not text/],
    ['rows.jsonl.bz2', 'BZh91AY&SY', /bzip2/],
    ['rows.json', object, /one JSON object/],
    ['rows.json', object.replaceAll('\n', '\r\n'), /one JSON object/],
    ['rows.json', `{ "data":\n[]}`, /one JSON object/],
  ])('%s is refused at once', async (name, content, message) => {
    const { rows, failure } = await read(await file(name, content))
    expect(rows).toEqual([])
    expect(failure).toBeInstanceOf(UnreadableFile)
    expect((failure as Error).message).toMatch(message)
  })

  it('a folder is told to be one', async () => {
    await expect(readRecords(folder).next()).rejects.toThrow('is a folder')
  })

  it('a stray character further down costs its row, and headers alone are no rows', async () => {
    const found = await read(await file('rows.jsonl', '{"a":1}\n{"a":\u0000}\n{"a":3}\n'))
    expect(found.failure).toBeUndefined()
    expect(found.rows.map((row) => 'value' in row)).toEqual([true, false, true])
    expect(await read(await file('rows.csv', 'id,name\n'))).toEqual({ rows: [], failure: undefined })
  })
})

describe('compressed data that breaks off', () => {
  const many = Buffer.from(
    Array.from({ length: 20_000 }, (_, id) => JSON.stringify({ id, noise: Math.sin(id) })).join('\n'),
  )
  it.each([
    ['gzip', gzipSync(many)],
    ['zstd', zstdCompressSync(many)],
  ])('%s: the good rows come first, then one error that says where', async (name, packed) => {
    const found = await read(await file('rows', packed.subarray(0, packed.length - 2000)), {
      format: 'jsonl',
    })
    expect(found.failure).toBeInstanceOf(UnreadableFile)
    expect((found.failure as Error).message).toMatch(
      new RegExp(`^the ${name} data is cut off.*after line \\d+`),
    )
    expect(found.rows.length).toBeGreaterThan(10_000)
    expect(found.rows.every((row) => 'value' in row)).toBe(true)
    expect(lines(found.rows)).toEqual(found.rows.map((_, index) => index + 1))
  })

  it('damaged data is an error, not silence', async () => {
    const packed = gzipSync(many)
    packed.fill(7, 5000, 5100)
    expect((await read(await file('rows.gz', packed))).failure).toBeInstanceOf(UnreadableFile)
  })

  it('inflates the same whatever the pieces', async () => {
    const packed = {
      gzip: gzipSync(many),
      zstd: Buffer.concat([zstdCompressSync(many.subarray(0, 99)), zstdCompressSync(many.subarray(99))]),
    }
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('gzip' as const, 'zstd' as const),
        fc.integer({ min: 7, max: 50_000 }),
        async (kind, size) => {
          const parts: Buffer[] = []
          for await (const part of inflated(pieces(packed[kind], [size]), kind)) parts.push(part)
          expect(Buffer.concat(parts).equals(many)).toBe(true)
        },
      ),
      { numRuns: 12 },
    )
  })
})

describe('broken rows', () => {
  it('a broken line is an error with its number, the others are read', async () => {
    const text = `{"a":1}\n{"a":\n\n[1]\n{"a":"\0"}\n{"a":4}`
    const found = await read(await file('rows.jsonl', text))
    expect(lines(found.rows)).toEqual([1, 2, 4, 5, 6])
    expect(found.rows.map((row) => 'error' in row)).toEqual([false, true, false, true, false])
    expect(found.rows[1]).toMatchObject({ text: '{"a":' })
  })

  it('a line that is not UTF-8 is an error, its neighbours are read', async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"a":1}\n{"a":"'),
      Buffer.from([0xfc]),
      Buffer.from('"}\n{"a":"ü"}\n'),
    ])
    expect(values((await read(await file('rows.jsonl', bytes))).rows)).toEqual([
      { a: 1 },
      'not valid UTF-8',
      { a: 'ü' },
    ])
    const table = Buffer.concat([Buffer.from('a,b\n1,x\n2,'), Buffer.from([0xfc]), Buffer.from('\n3,ü\n')])
    expect(values((await read(await file('rows.csv', table))).rows)).toEqual([
      { a: '1', b: 'x' },
      'not valid UTF-8',
      { a: '3', b: 'ü' },
    ])
  })

  it('a line over 16 MiB is an error, the next one is read', async () => {
    const long = `{"a":"${'x'.repeat(maxRowBytes)}"}`
    const found = await read(await file('rows.jsonl', `{"a":1}\n${long}\n{"a":2}`))
    expect(values(found.rows)).toEqual([{ a: 1 }, 'line longer than 16 MiB', { a: 2 }])
    expect(lines(found.rows)).toEqual([1, 2, 3])
    const just = `{"a":"${'x'.repeat(maxRowBytes - 8)}"}`
    expect((await read(await file('rows.jsonl', `${just}\n`))).rows[0]).toHaveProperty('value')
  })

  it('a CSV row with other cells than the header is an error with its line', async () => {
    const text = 'a,b\n1,2\n3\n4,5,6\n"two\nlines",7\n\n8,9\n'
    const found = await read(await file('rows.csv', text))
    expect(lines(found.rows)).toEqual([2, 3, 4, 5, 8])
    expect(found.rows.map((row) => 'error' in row)).toEqual([false, true, true, false, false])
    expect(found.rows[1]).toMatchObject({ error: 'expected 2 cells, found 1' })
  })

  it('a stray quote is text and costs no other row', async () => {
    const found = await read(await file('rows.csv', 'a,b\n"x"y,1\nInch 3",2\n"z",3\n'))
    expect(values(found.rows)).toEqual([
      { a: '"x"y', b: '1' },
      { a: 'Inch 3"', b: '2' },
      { a: 'z', b: '3' },
    ])
  })

  it('a quote that never ends does not pass as data', async () => {
    const found = await read(await file('rows.csv', 'a,b\n1,2\n"3,4\n5,6\n'))
    expect(values(found.rows)[0]).toEqual({ a: '1', b: '2' })
    expect(found.failure !== undefined || found.rows.some((row) => 'error' in row)).toBe(true)
    expect(found.rows.filter((row) => 'value' in row)).toHaveLength(1)
  })

  it('a NUL byte in a cell is kept for the record check to refuse', async () => {
    expect(values((await read(await file('rows.csv', 'a\nx\0y\n'))).rows)).toEqual([{ a: 'x\0y' }])
  })

  it('a JSON array that breaks or is cut off ends with an error near the line', async () => {
    for (const text of ['[\n{"a":1},\n{"a":2,}\n]', '[\n{"a":1},\n{"a":2']) {
      const found = await read(await file('rows.json', text))
      expect(values(found.rows)).toEqual([{ a: 1 }])
      expect(found.failure).toBeInstanceOf(UnreadableFile)
    }
    expect((await read(await file('rows.json', '[{"a":1}] x'))).failure).toBeInstanceOf(UnreadableFile)
  })

  const letters = 'name;place\nJürgen Groß;Köln\nZoë;Mühlenweg\nPlain;Bonn\n'
  const people = [
    { name: 'Jürgen Groß', place: 'Köln' },
    { name: 'Zoë', place: 'Mühlenweg' },
    { name: 'Plain', place: 'Bonn' },
  ]

  it.each([
    ['windows-1252', false],
    ['utf-16le', true],
    ['utf-16be', true],
    ['utf-16le', false],
    ['utf-16be', false],
  ])('a table in %s, marked: %s, is read whatever it is cut into', async (encoding, addBOM) => {
    const bytes = iconv.encode(letters, encoding, { addBOM })
    for (const packed of [bytes, gzipSync(bytes)]) {
      const { rows, failure } = await read(await file('rows.csv', packed))
      expect([failure, rows.map((row) => 'value' in row && row.value)]).toEqual([undefined, people])
    }
    for (const size of [1, 2, 3, 7]) {
      const cut = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      )
      const { rows } = await read('-', { stdin: Readable.from(cut, { objectMode: true }) })
      expect(rows.map((row) => 'value' in row && row.value)).toEqual(people)
    }
  })

  it('Windows letters that begin after a megabyte of plain ones are told, and lines still count', async () => {
    const plain = 'Plain Person;Bonn\n'.repeat(70_000)
    const text = `name;place\n${plain}Jürgen Groß;Köln\n${plain}Zoë;Mühlenweg\n`
    const { rows } = await read(await file('long.csv', iconv.encode(text, 'windows-1252')))
    const found = rows.filter(
      (row) => 'error' in row || (row.value as { name: string }).name !== 'Plain Person',
    )
    expect(found).toMatchObject([
      { line: 70_002, value: people[0] },
      { line: 140_003, value: people[1] },
    ])
  })

  it('cells come without the apostrophe that guards formulas', async () => {
    const path = await file('guarded.csv', "a,'=b\n'=1,''-x\n's-Hertogenbosch,'+49 30 1\n")
    expect((await read(path)).rows).toMatchObject([
      { value: { a: '=1', '=b': "'-x" } },
      { value: { a: "'s-Hertogenbosch", '=b': '+49 30 1' } },
    ])
  })

  it('JSON lines in UTF-16 are read; in another encoding their rows are rejected', async () => {
    const line = '{"name":"Jürgen"}\n'
    const wide = await read(await file('rows.jsonl', iconv.encode(line, 'utf-16le', { addBOM: true })))
    expect(wide.rows).toMatchObject([{ line: 1, value: { name: 'Jürgen' } }])
    const narrow = await read(await file('rows.jsonl', iconv.encode(line, 'windows-1252')))
    expect(narrow.rows).toMatchObject([{ line: 1, error: 'not valid UTF-8' }])
  })

  it('a workbook gives its first sheet by the names of its first row', async () => {
    const book = workbookOf([
      ['name', 'followers', null],
      ['Jürgen', 12, 'beyond'],
      [null, null, null],
      ['Zoë', null, null],
    ])
    for (const name of ['rows.xlsx', 'rows.csv'])
      expect((await read(await file(name, book))).rows).toMatchObject([
        { line: 2, value: { name: 'Jürgen', followers: '12', column_3: 'beyond' }, isCells: true },
        { line: 4, value: { name: 'Zoë' }, isCells: true },
      ])
    expect((await read('-', { stdin: Readable.from([gzipSync(book)]) })).rows).toHaveLength(2)
  })

  it('a workbook made to harm ends the import of it, and nothing else', async () => {
    const far = zipOf(workbookParts('<row r="1"><c r="ZZZZZZ2"><v>1</v></c></row>'))
    const { rows, failure } = await read(await file('far.xlsx', far))
    expect([rows, failure]).toEqual([[], expect.any(UnreadableFile)])
    expect((failure as Error).message).toMatch(/column/)
  })

  it('a missing file is an error', async () => {
    expect((await read(join(folder, 'none.jsonl'))).failure).toMatchObject({ code: 'ENOENT' })
  })
})

describe('CSV headers', () => {
  it('names columns without a name and tells equal ones apart', async () => {
    expect(values((await read(await file('rows.csv', 'a, ,a\n1,2,3\n'))).rows)).toEqual([
      { a: '1', column_2: '2', a_2: '3' },
    ])
  })
})

it('reads the standard input and counts its bytes', async () => {
  let bytes = 0
  const found: SourceRow[] = []
  const stdin = Readable.from([Buffer.from(asJsonl)])
  for await (const row of readRecords('-', { stdin, onBytes: (more) => (bytes += more) })) found.push(row)
  expect(values(found)).toEqual(rows)
  expect(bytes).toBe(Buffer.byteLength(asJsonl))
})

it('an element of a JSON array has the line it begins on', async () => {
  const found = await read(await file('rows.json', '[\n  {"a":\n 1},\n\n  [2], "x",\n null\n]\n'))
  expect(values(found.rows)).toEqual([{ a: 1 }, [2], 'x', null])
  expect(lines(found.rows)).toEqual([2, 5, 5, 6])
})

describe('the pieces a file comes in do not matter', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 })
  const word = fc.string({
    unit: fc.constantFrom('a', 'é', '日', '🏢', '"', ',', ';', '\n', '\\', ' ', '{', ']'),
    minLength: 1,
    maxLength: 6,
  })
  const records = fc.array(fc.record({ id: fc.nat(), text: word, list: fc.array(word, { maxLength: 2 }) }), {
    minLength: 1,
    maxLength: 6,
  })

  async function all(chunks: RowChunks): Promise<SourceRow[]> {
    const found: SourceRow[] = []
    for await (const more of chunks) found.push(...more)
    return found
  }

  async function* linesOf(chunks: AsyncIterable<Buffer>): RowChunks {
    for await (const input of gatheredInputs({ lines: chunks })) yield parsedRows(input)
  }

  it('for JSON lines, with and without CRLF', async () => {
    await fc.assert(
      fc.asyncProperty(records, sizes, fc.boolean(), async (given, cuts, crlf) => {
        const bytes = Buffer.from(given.map((row) => JSON.stringify(row)).join(crlf ? '\r\n' : '\n'))
        const found = await all(linesOf(pieces(bytes, cuts)))
        expect(values(found)).toEqual(given)
        expect(lines(found)).toEqual(given.map((_, index) => index + 1))
      }),
    )
  })

  it('for a JSON array, however it is laid out', async () => {
    await fc.assert(
      fc.asyncProperty(records, sizes, fc.integer({ min: 0, max: 3 }), async (given, cuts, indent) => {
        const bytes = Buffer.from(`${JSON.stringify(given, null, indent)}\n`)
        const found = await all(jsonArray(pieces(bytes, cuts)))
        expect(values(found)).toEqual(given)
        expect(lines(found)).toEqual(lines(await all(jsonArray(pieces(bytes, [bytes.length])))))
      }),
    )
  })

  it('for CSV, with every delimiter', async () => {
    await fc.assert(
      fc.asyncProperty(
        records,
        sizes,
        fc.constantFrom(',', ';', '\t', '|'),
        async (given, cuts, delimiter) => {
          const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
          const body = given.map(({ id, text }) => [String(id), quoted(text)].join(delimiter))
          const bytes = Buffer.from(`${[`id${delimiter}text`, ...body].join('\r\n')}\r\n`)
          const stdin = Readable.from(pieces(bytes, cuts), { objectMode: true })
          const found = await all(tableRows(await openBytes('-', { stdin })))
          expect(values(found)).toEqual(given.map(({ id, text }) => ({ id: String(id), text })))
        },
      ),
    )
  })
})

/** Cuts bytes into pieces of the given sizes, over and over. */
async function* pieces(bytes: Buffer, sizes: number[]): AsyncGenerator<Buffer> {
  for (let offset = 0, turn = 0; offset < bytes.length; turn++) {
    const size = sizes[turn % sizes.length]!
    yield Buffer.from(bytes.subarray(offset, offset + size))
    offset += size
  }
}

describe('one JSON object with its rows inside', () => {
  const answer = {
    meta: { count: 2 },
    data: {
      columns: ['id', 'name'],
      items: [
        [1, 'Acme'],
        [2, 'Globex'],
      ],
    },
  }
  const read = async (text: string, select: ReadOptions['select']) => {
    const found: unknown[] = []
    for await (const row of readRecords(await file('answer.json', text), { select })) found.push(row)
    return found
  }

  it('gives lists the names of their columns, and leaves objects as they are', async () => {
    const rows = await read(JSON.stringify(answer, null, 1), { rows: 'data.items', fields: 'data.columns' })
    expect(rows).toMatchObject([
      { line: 1, value: { id: 1, name: 'Acme' } },
      { line: 2, value: { id: 2, name: 'Globex' } },
    ])
    const objects = await read('{"people":[{"a":[1]},{"a":2}],"next":null}', { rows: 'people' })
    expect(objects).toMatchObject([{ value: { a: [1] } }, { value: { a: 2 } }])
  })

  it.each([
    ['{"rows":[[1]],"fields":["id"]}', 'no names at fields'],
    ['{"rows":[],"fields":["id"]}', 'no rows at rows'],
    ['{"other":1}', 'no rows at rows'],
    ['{"fields":["id"],"rows":[[1],', 'cut off'],
    ['{"fields":["id"],"rows":[[1],}', 'not valid JSON'],
  ])('%s is refused: %s', async (text, reason) => {
    await expect(read(text, { rows: 'rows', fields: 'fields' })).rejects.toThrow(reason)
  })
})

it('a pipe in place of a file is refused with what to do instead', async () => {
  const pipe = join(await mkdtemp(join(tmpdir(), 'almanac-pipe-')), 'rows.csv')
  execFileSync('mkfifo', [pipe])
  await expect(readRecords(pipe).next()).rejects.toThrow(/pipe or a device: send it to the standard input/)
})
