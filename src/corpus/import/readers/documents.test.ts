import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { zipOf } from '../../../../test/support/workbook.ts'
import { jsonAnswer } from './json-answer.ts'
import { readRecords } from './read-records.ts'
import type { ReadOptions } from './read-options.ts'
import { maxRowBytes, type SourceRow } from './row.ts'
import { xmlRows } from './xml-rows.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-documents-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let count = 0
async function file(name: string, content: Buffer | string): Promise<string> {
  const path = join(folder, `${count++}-${name}`)
  await writeFile(path, content)
  return path
}

async function read(rows: AsyncIterable<SourceRow | SourceRow[]>): Promise<unknown[]> {
  const values: unknown[] = []
  for await (const part of rows)
    for (const row of [part].flat()) values.push('value' in row ? row.value : row.error)
  return values
}

const readFileRows = async (path: string, options: ReadOptions) => read(readRecords(path, options))
const bytes = (text: string | Buffer) => Readable.from([Buffer.from(text)]) as AsyncIterable<Buffer>
const readXml = (text: string | Buffer, path: string) => read(xmlRows(bytes(text), path, Buffer.from(text)))
const readJson = (value: unknown, where: Parameters<typeof jsonAnswer>[1]) =>
  read(jsonAnswer(bytes(JSON.stringify(value)), where))

describe('rows of XML', () => {
  it('are the elements at a path: elements are members, attributes @name, repeated elements lists', async () => {
    const text = `<?xml version="1.0"?><!-- - --><x:List xmlns:x="urn:x" xmlns="urn:y"><Head><Item>no</Item></Head>
      <x:Items><x:Item id="1" xsi:nil="x"><Name xml:lang="en">A &amp; B &#252;</Name><Code>7</Code><Code>8</Code>
      <Empty/><Note><![CDATA[<b> & so]]></Note></x:Item><x:Item>plain</x:Item><x:Item/></x:Items></x:List>`
    expect(await readXml(text, '/List/Items/Item')).toEqual([
      {
        '@id': '1',
        Name: { '@lang': 'en', '#text': 'A & B ü' },
        Code: ['7', '8'],
        Note: '<b> & so',
      },
      'plain',
      {},
    ])
    expect(await readXml(text, '/*/Head')).toEqual([{ Item: 'no' }])
  })

  it('do not depend on the pieces in which the document comes', async () => {
    const text = '<a><b c="d">é&lt;<e>1</e><e>2</e></b><b><![CDATA[x]]>y</b><b f="&quot;"/></a>'
    const whole = await readXml(text, '/a/b')
    expect(whole).toEqual([{ '@c': 'd', '#text': 'é<', e: ['1', '2'] }, 'xy', { '@f': '"' }])
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 40 }), async (sizes) => {
        const content = Buffer.from(text)
        const pieces: Buffer[] = []
        let from = 0
        for (const size of sizes) pieces.push(content.subarray(from, (from += size)))
        pieces.push(content.subarray(from))
        const chunks = Readable.from(pieces.filter((piece) => piece.length > 0)) as AsyncIterable<Buffer>
        expect(await read(xmlRows(chunks, '/a/b', content))).toEqual(whole)
      }),
    )
  })

  it('take the encoding that the document names', async () => {
    const text = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a><b>Zürich</b></a>', 'latin1')
    expect(await readXml(text, '/a/b')).toEqual(['Zürich'])
  })

  it('expand no entities of the document, so that a bomb of them is a few letters', async () => {
    const text = `<!DOCTYPE a [<!ENTITY x "y"><!ENTITY z "&x;&x;"><!ENTITY f SYSTEM "file:///etc/passwd">]><a><b>&z;&f;</b></a>`
    expect(await readXml(text, '/a/b')).toEqual(['&z;&f;'])
  })

  it('come before the failure where the document is cut off or its tags do not match', async () => {
    for (const [text, message] of [
      ['<a><b>1</b><b>2</', /cut off/],
      ['<a><b>1</b>', /cut off/],
      ['<a><b>1</b><b><c></b></a>', /<c> is not closed/],
      ['<a></a>', /no rows/],
    ] as const) {
      await expect(readXml(text, '/a/b')).rejects.toThrow(message)
    }
    const path = await file('cut.xml', '<a><b><c>1</c></b><b>')
    const rows: SourceRow[] = []
    const reading = (async () => {
      for await (const row of readRecords(path, { select: { rows: '/a/b' } })) rows.push(row)
    })()
    await expect(reading).rejects.toThrow(/cut off \(after line 1\)/)
    expect(rows).toHaveLength(1)
  })

  it('that are too deep or too long are errors of their own, and the next one is read', async () => {
    const deep = `<b>${'<c>'.repeat(100)}${'</c>'.repeat(100)}</b>`
    const long = `<b><c>${'x'.repeat(maxRowBytes)}</c></b>`
    expect(await readXml(`<a>${deep}${long}<b><d>1</d></b></a>`, '/a/b')).toEqual([
      expect.stringMatching(/deeper than 64/),
      expect.stringMatching(/longer than 16 MiB/),
      { d: '1' },
    ])
    await expect(readXml(`<a>${'<b>'.repeat(10_000)}`, '/a/c')).rejects.toThrow(/deeper than 512/)
    const endless = (async function* () {
      yield Buffer.from('<a><b ')
      for (;;) yield Buffer.alloc(1024 * 1024, 'x')
    })()
    await expect(read(xmlRows(endless, '/a/b', Buffer.alloc(0)))).rejects.toThrow(/without the end of a tag/)
  })

  it('are asked for in words of XML, and those of JSON in words of JSON', async () => {
    const xml = await file('a.xml', '<a><b/></a>')
    const json = await file('a.json', '{"a":[]}')
    await expect(readFileRows(xml, {})).rejects.toThrow(/say in a mapping which elements/)
    await expect(readFileRows(xml, { select: { rows: 'a.b' } })).rejects.toThrow(/the content is XML/)
    await expect(readFileRows(json, { select: { rows: '/a/b' } })).rejects.toThrow(/the content is none/)
  })
})

describe('rows of one JSON document', () => {
  it('are a list, the values of an object, or all entries, at any depth', async () => {
    const rows = [{ id: 1 }, { id: 2 }]
    expect(await readJson({ data: { items: rows } }, { rows: 'data.items' })).toEqual(rows)
    expect(await readJson({ 0: rows[0], 1: rows[1] }, { rows: '*' })).toEqual(rows)
    expect(await readJson(rows, { rows: '*' })).toEqual(rows)
    expect(await readJson({ d: { x: rows[0], y: rows[1] } }, { rows: 'd' })).toEqual(rows)
    const path = { path: { 'brands/a': { items: [rows[0]] }, 'brands/b': { items: [rows[1]] } } }
    expect(await readJson(path, { rows: 'path.*.items' })).toEqual(rows)
    expect(await readJson({ d: { Q1: { label: 'x' } } }, { rows: 'd', keyAs: 'id' })).toEqual([
      { id: 'Q1', label: 'x' },
    ])
    await expect(readJson({ d: {} }, { rows: 'e' })).rejects.toThrow(/no rows at e/)
  })

  it('are the document itself where that is one row', async () => {
    const path = await file('one.json', JSON.stringify({ cik: 1, filings: { recent: {} } }, null, 2))
    expect(await readFileRows(path, { select: { rows: '.' } })).toEqual([{ cik: 1, filings: { recent: {} } }])
    const long = await file('long.json', JSON.stringify({ text: 'x'.repeat(maxRowBytes) }))
    expect(await readFileRows(long, { select: { rows: '.' } })).toEqual([
      expect.stringMatching(/longer than 16 MiB/),
    ])
  })

  it('are made of columns, short ones too', async () => {
    const recent = { form: ['10-K', '8-K'], size: [1, 2], note: ['x'], count: 2 }
    expect(await readJson({ filings: { recent } }, { columns: 'filings.recent' })).toEqual([
      { form: '10-K', size: 1, note: 'x' },
      { form: '8-K', size: 2, note: undefined },
    ])
    await expect(readJson({ filings: 1 }, { columns: 'filings.recent' })).rejects.toThrow(/no columns/)
  })
})

describe('tables of one archive', () => {
  const table = (rows: string[][]) => rows.map((row) => row.join('\t')).join('\n')
  const archive = () =>
    file(
      'd.zip',
      zipOf([
        {
          name: 'Q/PEOPLE.tsv',
          content: table([
            ['NUMBER', 'NAME'],
            ['3', 'x'],
            ['1', 'y'],
            ['3', 'z'],
          ]),
        },
        {
          name: 'Q/MAIN.tsv',
          content: table([
            ['NUMBER', 'ISSUER'],
            ['1', 'c'],
            ['2', 'b'],
            ['3', 'a'],
            ['', 'a'],
          ]),
        },
        {
          name: 'Q/ISSUERS.tsv',
          content: table([
            ['CODE', 'TITLE'],
            ['a', 'A'],
            ['b', 'B'],
            ['b', 'B again'],
          ]),
        },
      ]),
    )
  const select = {
    member: 'MAIN.tsv',
    join: {
      people: { member: 'PEOPLE.tsv', where: {}, key: 'NUMBER', on: ['NUMBER'], isMany: true },
      issuer: { member: 'ISSUERS.tsv', where: {}, key: 'CODE', on: ['ISSUER'], isMany: false },
    },
  }

  it('are laid into the rows of the main one by a key, whatever their order', async () => {
    expect(await readFileRows(await archive(), { select, scratch: folder })).toEqual([
      { NUMBER: '1', ISSUER: 'c', people: [{ NUMBER: '1', NAME: 'y' }] },
      { NUMBER: '2', ISSUER: 'b', issuer: { CODE: 'b', TITLE: 'B' } },
      {
        NUMBER: '3',
        ISSUER: 'a',
        people: [
          { NUMBER: '3', NAME: 'x' },
          { NUMBER: '3', NAME: 'z' },
        ],
        issuer: { CODE: 'a', TITLE: 'A' },
      },
      { ISSUER: 'a', issuer: { CODE: 'a', TITLE: 'A' } },
    ])
  })

  it('may be documents of any form, and the key a member further down', async () => {
    const nsi = { nsi: { 'brands/shop': { items: [{ name: 'Acme', tags: { 'brand:wikidata': 'Q7' } }] } } }
    const path = await file(
      'nsi.zip',
      zipOf([
        { name: 'dist/nsi.json', content: JSON.stringify(nsi) },
        { name: 'dist/wikidata.json', content: JSON.stringify({ wikidata: { Q7: { label: 'Acme Inc' } } }) },
      ]),
    )
    const where = { rows: 'wikidata', keyAs: 'id' }
    const join = {
      item: { member: 'wikidata.json', where, key: 'id', on: ['tags.brand:wikidata'], isMany: false },
    }
    const select = { member: 'nsi.json', rows: 'nsi.*.items', join }
    expect(await readFileRows(path, { select, scratch: folder })).toEqual([
      { name: 'Acme', tags: { 'brand:wikidata': 'Q7' }, item: { id: 'Q7', label: 'Acme Inc' } },
    ])
  })

  it('may be the file itself: rows get what they point to, or who points to them, and what is kept of it', async () => {
    const items = [
      { id: 'a', claims: { head: [{ of: 'b' }, { of: 'c' }, { of: 'b' }], seat: 'd' }, labels: { en: 'A' } },
      { id: 'b', labels: { en: 'B', de: 'Be' }, other: 1 },
      { id: 'c' },
    ]
    const pointed = { where: {}, key: 'id', on: ['claims.head.of', 'claims.seat'], isMany: true }
    const heads = { where: {}, key: 'claims.head.of', on: ['id'], isMany: true, keep: ['id'] }
    const join = { pointed: { ...pointed, keep: ['id', 'labels.en'] }, heads }
    const expected = [
      { ...items[0], pointed: [{ id: 'b', labels: { en: 'B' } }, { id: 'c' }] },
      { ...items[1], heads: [{ id: 'a' }] },
      { ...items[2], heads: [{ id: 'a' }] },
    ]
    const scratch = `${folder}/own`
    const array = await file('items.json', JSON.stringify(items))
    expect(await readFileRows(array, { select: { join }, scratch })).toEqual(expected)
    expect(await readdir(scratch)).toEqual([])
    const lines = await file('items.jsonl', items.map((item) => JSON.stringify(item)).join('\n'))
    expect(await readFileRows(lines, { select: { join }, scratch })).toEqual(expected)
    const zip = await file('items.zip', zipOf([{ name: 'items.json', content: JSON.stringify(items) }]))
    expect(await readFileRows(zip, { select: { join }, scratch })).toEqual(expected)
    const rows = { rows: 'data.items' }
    const under = { pointed: { ...join.pointed, where: rows }, heads: { ...heads, where: rows } }
    const document = await file('document.json', JSON.stringify({ data: { items } }))
    expect(await readFileRows(document, { select: { ...rows, join: under }, scratch })).toEqual(expected)
  })

  it('cannot be the standard input, which is read once', async () => {
    const join = { own: { where: {}, key: 'id', on: ['of'], isMany: true } }
    const stdin = Readable.from([Buffer.from('{"id":"a"}\n')])
    await expect(readFileRows('-', { select: { join }, stdin })).rejects.toThrow(/read once/)
  })

  it('leave nothing on disk, not even while they are joined', async () => {
    const scratch = join(folder, 'scratch')
    const rows = readRecords(await archive(), { select, scratch })
    await rows.next()
    expect(await readdir(scratch)).toEqual([])
    await rows.return(undefined)
    expect(await readdir(scratch)).toEqual([])
  })

  it('tell which of their rows could not be read, and refuse a row that has too many', async () => {
    const path = await file(
      'many.zip',
      zipOf([
        {
          name: 'main.tsv',
          content: table([
            ['K', 'N'],
            ['1', 'a'],
            ['2', 'b'],
          ]),
        },
        {
          name: 'more.tsv',
          content: table([
            ['K', 'T'],
            ['2', 'x', 'stray', 'cells'],
            ...Array.from({ length: 10_001 }, () => ['1', 'y']),
          ]),
        },
      ]),
    )
    const join = { more: { member: 'more.tsv', where: {}, key: 'K', on: ['K'], isMany: true } }
    const notes: string[] = []
    const options = {
      select: { member: 'main.tsv', join },
      scratch: folder,
      onNote: (note: string) => void notes.push(note),
    }
    expect(await readFileRows(path, options)).toEqual(['more than 10000 rows of more', { K: '2', N: 'b' }])
    expect(notes).toEqual([
      'Rows of more.tsv that could not be read, and are not joined: 1.',
      'No K of a row is a K of more.tsv: nothing of it is joined.',
    ])
  })

  it.each([
    [{ key: 'Kind', on: ['K'] }, 'No row of more.tsv has Kind: nothing of it is joined.'],
    [{ key: 'K', on: ['Id'] }, 'No row has Id, by which more.tsv is joined: nothing of it is joined.'],
    [{ key: 'T', on: ['K'] }, 'No K of a row is a T of more.tsv: nothing of it is joined.'],
  ])('tell of a column that joins nothing, %j', async (columns, note) => {
    const more = {
      name: 'more.tsv',
      content: table([
        ['K', 'T'],
        ['1', 'x'],
      ]),
    }
    const main = {
      name: 'main.tsv',
      content: table([
        ['K', 'N'],
        ['1', 'a'],
      ]),
    }
    const path = await file('misspelt.zip', zipOf([main, more]))
    const notes: string[] = []
    const join = { more: { member: 'more.tsv', where: {}, isMany: false, ...columns } }
    const onNote = (each: string) => void notes.push(each)
    const rows = await readFileRows(path, { select: { member: 'main.tsv', join }, scratch: folder, onNote })
    expect([rows, notes]).toEqual([[{ K: '1', N: 'a' }], [note]])
  })

  it('are looked for in an archive only, and one that is missing or damaged ends it', async () => {
    const plain = await file('main.tsv', 'NUMBER\tISSUER\n1\ta\n')
    await expect(readFileRows(plain, { select })).rejects.toThrow(/joins tables of an archive/)
    const other = { ...select, join: { people: { ...select.join.people, member: 'NOBODY.tsv' } } }
    await expect(readFileRows(await archive(), { select: other, scratch: folder })).rejects.toThrow(
      /no member NOBODY\.tsv/,
    )
  })
})
