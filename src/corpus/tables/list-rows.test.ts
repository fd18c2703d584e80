import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { workbookOf } from '../../../test/support/workbook.ts'
import { defaultNetworkHosts as network } from '../../lib/network-url.ts'
import { detectColumns } from './detect-columns.ts'
import { readTable } from './read-table.ts'
import { openListRows, UnreadableList, type GivenRow } from './index.ts'

async function read(content: string | Buffer) {
  // Without a header every row of the file is one of the list.
  const { kind, rows } = await openListRows({ bytes: Buffer.from(content) }, { network, header: 'none' })
  const all: GivenRow[] = []
  for await (const part of rows) all.push(...part)
  return { kind, rows: all }
}

const cellsOf = async (content: string | Buffer) =>
  (await read(content)).rows.map((row) => ('cells' in row ? row.cells : row.json))

describe('a CSV', () => {
  test('with a mark, semicolons, quotes, line breaks in cells and letters of anywhere', async () => {
    const content = '\uFEFFFirma;Ort\r\n"Müller; ""Söhne""";Köln\r\n"zwei\nZeilen";東京\r\n'
    expect(await cellsOf(content)).toEqual([
      ['Firma', 'Ort'],
      ['Müller; "Söhne"', 'Köln'],
      ['zwei\nZeilen', '東京'],
    ])
    expect((await read(content)).rows.map(({ line }) => line)).toEqual([1, 2, 3])
  })

  test('keeps blank lines between rows, and none before and behind', async () => {
    expect(await cellsOf('\n\nname\nAcme\n\n  \nGlobex\n\n')).toEqual([
      ['name'],
      ['Acme'],
      [''],
      ['  '],
      ['Globex'],
    ])
  })

  test('keeps rows as long as they are', async () => {
    expect(await cellsOf('a,b,c\n1,2,3\n1\n1,2,3,4\n,,\n')).toEqual([
      ['a', 'b', 'c'],
      ['1', '2', '3'],
      ['1'],
      ['1', '2', '3', '4'],
      ['', '', ''],
    ])
  })

  test('of another encoding, compressed, with a hint of its separator', async () => {
    const latin = Buffer.from('name;city\nMüller;Köln\n', 'latin1')
    expect(await cellsOf(gzipSync(latin))).toEqual([
      ['name', 'city'],
      ['Müller', 'Köln'],
    ])
    expect(await cellsOf(Buffer.from('\uFEFFname,city\nÅse,Oslo\n', 'utf16le'))).toEqual([
      ['name', 'city'],
      ['Åse', 'Oslo'],
    ])
    expect(await cellsOf('sep=|\na|b\n1|2\n')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
  })

  test('takes off what guards a cell from being run', async () => {
    expect(await cellsOf("a,b\n'=1+1,'s-Hertogenbosch\n")).toEqual([
      ['a', 'b'],
      ['=1+1', "'s-Hertogenbosch"],
    ])
  })

  test('of any size, in parts, is the same as at once', async () => {
    const rows = Array.from({ length: 40_000 }, (_, index) => [`row ${index}`, `"${index}"`])
    const text = [
      'name,quoted',
      ...rows.map(([name, quoted]) => `${name},"${quoted?.replaceAll('"', '""')}"`),
    ].join('\n')
    expect(text.length).toBeGreaterThan(2 * 256 * 1024)
    expect(await cellsOf(text)).toEqual([['name', 'quoted'], ...rows])
  })
})

test('JSON lines stay as they were written', async () => {
  const lines = ['{"id":12345678901234567890,"name":"A"}', '{"name":"Ü", "a":{"b":[1.0]}}']
  const { kind, rows } = await read(`${lines.join('\n\n')}\n`)
  expect(kind).toBe('jsonl')
  expect(rows).toEqual([
    { line: 1, json: lines[0] },
    { line: 3, json: lines[1] },
  ])
})

test('a workbook has its blank rows back', async () => {
  const content = workbookOf([
    ['name', 'staff'],
    ['Acme', 12],
    [null, null],
    ['Globex', null],
  ])
  const { kind, rows } = await read(content)
  expect(kind).toBe('xlsx')
  expect(rows.map((row) => ('cells' in row ? row.cells[0] : ''))).toEqual(['name', 'Acme', '', 'Globex'])
})

test.each([
  ['nothing', '', 'The file is empty.'],
  ['a quote without end', 'a,b\n1,2\n"3,4\n5,6\n', /quote is opened after line 2 and never closed/],
  ['a JSON array', '[{"a":1}]', /JSON array/],
  ['a line that is no JSON', '{"a":1}\n{"a":\n', /Line 2 is not valid JSON/],
  ['a line that is no object', '{"a":1}\n[1]\n', /Line 2 is no object/],
  ['a PDF', '%PDF-1.7 x', /no list of rows/],
  ['a gzip cut off', gzipSync(Buffer.from('a,b\n'.repeat(9_000))).subarray(0, 60), /gzip data is cut off/],
])('%s is refused with the reason', async (_what, content, message) => {
  const failure = await read(content).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(UnreadableList)
  expect((failure as Error).message).toMatch(message)
})

describe('a header of two lines', () => {
  const rowsOf = async (content: string) => {
    const list = await openListRows({ bytes: Buffer.from(content) }, { network })
    const all: GivenRow[] = []
    for await (const part of list.rows) all.push(...part)
    return all.map((row) => ('cells' in row ? row.cells : row.json))
  }

  test.each([
    ['with words for groups', 'Person,,Firma,\nVorname,Nachname,Name,E-Mail\n'],
    ['with a title and a day', 'Kontakte,Stand 20.11.2026,,\nVorname,Nachname,Firma,E-Mail\n'],
  ])('%s is its lower one', async (_, head) => {
    const rows = [
      ['Tom', 'Wald', 'Wald AG', 'tom@wald.example'],
      ['Uta', 'Feld', 'Feld AG', 'uta@feld.example'],
    ]
    expect(await rowsOf(`${head}${rows.map((row) => row.join(',')).join('\n')}\n`)).toEqual(rows)
  })

  test('has headings with the word of their group, where it says whose they are', async () => {
    const content =
      'Person,,Assistant,,Company,\nName,Email,Name,Email,Name,Domain\nTom Wald,tom@wald.example,Eva Boss,eva@boss.example,Wald AG,wald.example\n'
    const list = await readTable(Buffer.from(content), { network })
    expect(list.header).toEqual([
      'Person Name',
      'Person Email',
      'Assistant Name',
      'Assistant Email',
      'Company Name',
      'Company Domain',
    ])
    const columns = detectColumns(list.header, [], { width: 6, network })
    expect(columns.map(({ role, isAside }) => (isAside === true ? 'aside' : role))).toEqual([
      'full_name',
      'email',
      'aside',
      'aside',
      'company',
      'domain',
    ])
  })

  test('has the headings of its lower line below a title, and below words that say nothing of whose', async () => {
    const below = async (above: string) => {
      const content = `${above}\nVorname,Nachname,Firma,E-Mail\nTom,Wald,Wald AG,tom@wald.example\n`
      return (await readTable(Buffer.from(content), { network })).header
    }
    const header = ['Vorname', 'Nachname', 'Firma', 'E-Mail']
    expect(await below('Kontakte 2026,,,')).toEqual(header)
    expect(await below('Stammdaten,,Weiteres,')).toEqual(header)
    expect(await below('Owner,Max Muster,,')).toEqual(header)
    expect(await below('Kontakte 2026,,,\nPerson,,Firma,')).toEqual([
      'Person Vorname',
      'Person Nachname',
      'Firma',
      'Firma E-Mail',
    ])
  })

  test('is one line where the next holds values', async () => {
    const rows = [['Ann', '', 'ann@wald.example']]
    expect(await rowsOf(`First Name,Last Name,Email\n${rows[0]?.join(',')}\n`)).toEqual(rows)
  })
})
