import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { workbookOf, workbookParts, zipOf } from '../../../test/support/workbook.ts'
import { defaultNetworkHosts as network } from '../../lib/network-url.ts'
import { readTable } from './read-table.ts'
import { UnreadableList } from './table.ts'
import { allowedMs } from '../../../test/support/machine-pace.ts'

/** Without a header every row of the file is one of the list. */
const readList = (bytes: Buffer) => readTable(bytes, { network, header: 'none' })
const rowsOf = async (content: string | Buffer) =>
  (await readList(Buffer.from(content))).rows.map(({ cells }) => cells)
const refusal = async (content: string | Buffer) => {
  const error = await readList(Buffer.from(content)).catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(UnreadableList)
  return (error as Error).message
}

const german =
  'Vorname;Nachname;Straße\nJürgen;Groß;Königsallee 3\nZoë;Weiß;Mühlenweg 4\nJörg;Schäfer;Bäckerstraße 1\n'

describe('encodings', () => {
  const expected = [
    ['Vorname', 'Nachname', 'Straße'],
    ['Jürgen', 'Groß', 'Königsallee 3'],
    ['Zoë', 'Weiß', 'Mühlenweg 4'],
    ['Jörg', 'Schäfer', 'Bäckerstraße 1'],
  ]
  test.each(['utf8', 'windows-1252', 'utf-16le', 'utf-16be'])(
    '%s is told without a mark',
    async (encoding) => {
      expect(await rowsOf(iconv.encode(german, encoding))).toEqual(expected)
    },
  )
  test.each(['utf8', 'utf-16le', 'utf-16be'])('%s is told by its mark', async (encoding) => {
    expect(await rowsOf(iconv.encode(german, encoding, { addBOM: true }))).toEqual(expected)
  })
  test('other alphabets', async () => {
    const russian =
      'имя,компания,город\nАнна Иванова,Газпром нефть,Москва\nПётр Смирнов,Яндекс такси,Казань\n'.repeat(3)
    expect((await rowsOf(iconv.encode(russian, 'windows-1251')))[1]).toEqual([
      'Анна Иванова',
      'Газпром нефть',
      'Москва',
    ])
    const japanese =
      '名前,会社,都市\n山田太郎,株式会社東京,東京都\n佐藤花子,大阪商事株式会社,大阪府\n'.repeat(5)
    expect((await rowsOf(iconv.encode(japanese, 'shift_jis')))[1]).toEqual([
      '山田太郎',
      '株式会社東京',
      '東京都',
    ])
  })
  test('a few broken bytes do not turn UTF-8 into something else', async () => {
    const broken = Buffer.concat([Buffer.from(german.repeat(4)), Buffer.from([0xff, 0x0a])])
    expect((await rowsOf(broken)).slice(0, 4)).toEqual(expected)
  })
})

describe('delimiters and quotes', () => {
  test.each([',', ';', '\t', '|', '^', '~', '\u0001'])('%j', async (delimiter) => {
    const text = [
      ['name', 'note', 'n'],
      ['Ada', 'a "b" c', '1'],
      ['Ben', 'x, y; z', '2'],
    ]
      .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter))
      .join('\r\n')
    expect(await rowsOf(text)).toEqual([
      ['name', 'note', 'n'],
      ['Ada', 'a "b" c', '1'],
      ['Ben', 'x, y; z', '2'],
    ])
  })
  test('quotes that are apostrophes, and escapes that are backslashes', async () => {
    expect(await rowsOf("'a','b','c'\n'1, 2','x','y'\n'3','z','w'\n")).toEqual([
      ['a', 'b', 'c'],
      ['1, 2', 'x', 'y'],
      ['3', 'z', 'w'],
    ])
    expect(await rowsOf('a,b\n"say \\"hi\\"",2\n')).toEqual([
      ['a', 'b'],
      ['say "hi"', '2'],
    ])
  })
  test('line breaks in cells, and the line each row begins on', async () => {
    const { rows } = await readList(Buffer.from('a,b\n"one\ntwo",2\nx,3\n'))
    expect(rows).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['one\ntwo', '2'] },
      { line: 4, cells: ['x', '3'] },
    ])
  })
  test('a quote that is never closed takes no row away', async () => {
    const { rows, notes } = await readList(Buffer.from('id,name,city\n1,"Ada,Bonn\n2,Ben,Köln\n3,Cleo,Rom\n'))
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['id', 'name', 'city'],
      ['1', 'Ada', 'Bonn'],
      ['2', 'Ben', 'Köln'],
      ['3', 'Cleo', 'Rom'],
    ])
    expect(notes).toEqual(['A quote is never closed, so quotes are read as text.'])
  })
  test('a quote that a later row closes by chance takes none away, either', async () => {
    const rows = await rowsOf('id,name,city\n1,"Ada,Bonn\n2,Ben,Köln\n3,Cleo",Rom\n4,Dan,Paris\n')
    expect(rows.map(([id]) => id)).toEqual(['id', '1', '2', '3', '4'])
  })
  test("Excel's hint names the delimiter and is no row", async () => {
    const { rows } = await readList(Buffer.from('sep=;\na;b,c\n1;2,5\n'))
    expect(rows).toEqual([
      { line: 2, cells: ['a', 'b,c'] },
      { line: 3, cells: ['1', '2,5'] },
    ])
  })
  test('one cell a line', async () => {
    expect(await rowsOf('acme.example\n\nglobex.example\r\ninitech.example')).toEqual([
      ['acme.example'],
      ['globex.example'],
      ['initech.example'],
    ])
  })
  test('rows of any width', async () => {
    expect(await rowsOf('a,b,c\n1\n1,2,3,4\n,,\n')).toEqual([
      ['a', 'b', 'c'],
      ['1'],
      ['1', '2', '3', '4'],
      ['', '', ''],
    ])
  })
})

describe('what is no list', () => {
  test('is named', async () => {
    expect(await refusal('')).toBe('The file is empty.')
    expect(await refusal('\n\n  \n')).toMatch(/empty/)
    expect(await refusal('%PDF-1.7 …')).toMatch(/PDF/)
    expect(await refusal(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]))).toMatch(/save it as/)
    expect(await refusal(Buffer.from([0x1f, 0x8b, 8, 0]))).toMatch(/gzip/)
    expect(
      await refusal(Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 7) % 256))),
    ).toMatch(/binary/)
    expect(await refusal(zipOf([{ name: 'x.txt', content: 'x' }]))).toMatch(/xlsx/)
  })
  test('NUL characters are taken out', async () => {
    const { rows, notes } = await readList(
      Buffer.from('name,city,note\nA\0da,Bonn,some text\nBen,Köln,more text here\n'),
    )
    expect(rows[1]?.cells).toEqual(['Ada', 'Bonn', 'some text'])
    expect(notes).toEqual(['NUL characters were removed.'])
  })
  test('a million columns, a line of 50 MiB, cells that go on for ever', async () => {
    expect(await refusal(`${'a,'.repeat(1_000_000)}\n1,2\n`)).toMatch(/longer than 1 MiB|columns/)
    expect(await refusal(`${'a,'.repeat(10_000)}\n1,2\n`)).toMatch(/10001 columns/)
    expect(await refusal(Buffer.alloc(50 * 1024 * 1024, 'a'))).toMatch(/longer than 1 MiB/)
    expect(await refusal(Buffer.alloc(50 * 1024 * 1024 + 1, 'a'))).toMatch(/larger than 50 MiB/)
  })
})

describe('spreadsheets', () => {
  test('cells as text: long numbers, dates, formulas by their saved value', async () => {
    const book = workbookOf([
      ['Name', 'Phone', null],
      ['Ada', 4915123456789, null],
      ['Ben', 1.5, null],
    ])
    expect(await rowsOf(book)).toEqual([
      ['Name', 'Phone'],
      ['Ada', '4915123456789'],
      ['Ben', '1.5'],
    ])
    const formula = zipOf(
      workbookParts('<row r="1"><c r="A1" t="str"><f>HYPERLINK("http://x","y")</f><v>saved</v></c></row>'),
    )
    expect(await rowsOf(formula)).toEqual([['saved']])
  })
  test('an archive that unpacks to more than it says, or to more than memory takes, is refused before it is read', async () => {
    const big = Buffer.alloc(140 * 1024 * 1024, ' ')
    const parts = workbookParts('<row r="1"><c r="A1"><v>1</v></c></row>')
    expect(await refusal(zipOf([...parts, { name: 'xl/bomb.xml', content: big }]))).toMatch(
      /unpacks to more than 128 MiB/,
    )
    expect(await refusal(zipOf([...parts, { name: 'xl/bomb.xml', content: big, declared: 10 }]))).toMatch(
      /unpacks|damaged/,
    )
    const liar = parts.map((part, index) => (index === 2 ? { ...part, declared: 0 } : part))
    expect(await refusal(zipOf(liar))).toMatch(/damaged/)
    expect(await refusal(zipOf(parts).subarray(0, -30))).toMatch(/damaged/)
  })
  test('one cell in the last corner is no table of 17 billion', async () => {
    const book = zipOf(
      workbookParts(
        '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
      ),
    )
    expect(await refusal(book)).toMatch(/row 1048576 and column 16384/)
  })
  test.each([
    ['letters no column has', '<row r="1"><c r="ZZZZZZ2"><v>1</v></c></row>', 'worksheets/sheet1.xml'],
    ['single quotes', "<row r='1'><c r='XFD1048576'><v>1</v></c></row>", 'worksheets/sheet1.xml'],
    ['another folder', '<row r="1"><c r="XFD1048576"><v>1</v></c></row>', 'other/data.bin'],
    ['a row no sheet has', '<row r="1"><c r="A9999999"><v>1</v></c></row>', 'worksheets/sheet1.xml'],
    ['spaces about it', '<row><c x=">" r = "ZZZZ1"><v>1</v></c></row>', 'worksheets/sheet1.xml'],
    [
      'a tag of a megabyte',
      `<row r="1" ${Array.from({ length: 60_000 }, (_, index) => `a${index}="${index}"`).join(' ')}/>`,
      'worksheets/sheet1.xml',
    ],
  ])('a planted bomb is refused before it is read: %s', async (_, sheet, place) => {
    const parts = workbookParts(sheet).map(({ name, content }) => ({
      name: name.replace('worksheets/sheet1.xml', place),
      content: String(content).replace('worksheets/sheet1.xml', place),
    }))
    const began = performance.now()
    expect(await refusal(zipOf(parts))).toMatch(/reaches to row|tag longer/)
    expect(performance.now() - began).toBeLessThan(allowedMs(2_000))
  })
  test('49 MB of commas are refused at their first row', async () => {
    const before = process.memoryUsage().rss
    const line = `${','.repeat(1_000_000)}\n`
    expect(await refusal(Buffer.from(`a,b\n${line.repeat(49)}`))).toMatch(/columns|longer than/)
    expect(process.memoryUsage().rss - before).toBeLessThan(700 * 1024 * 1024)
  })
  test('an empty one is told so', async () => {
    expect(await refusal(workbookOf([]))).toMatch(/empty/)
  })
})
