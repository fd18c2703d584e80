import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { create } from 'tar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { workbookOf, zipOf } from '../../../../../test/support/workbook.ts'
import { readRecords } from '../read-records.ts'
import type { ReadOptions } from '../read-options.ts'
import { UnreadableFile, type SourceRow } from '../row.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-archives-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let count = 0
async function file(name: string, bytes: Buffer): Promise<string> {
  const path = join(folder, `${count++}-${name}`)
  await writeFile(path, bytes)
  return path
}

type Members = Record<string, string>

/** The same members in everything that holds members. */
const packers: Record<string, (members: Members) => Promise<string>> = {
  zip: async (members) =>
    file('rows.zip', zipOf(Object.entries(members).map(([name, content]) => ({ name, content })))),
  async zip64(members) {
    const zip = new ZipFile()
    for (const [name, content] of Object.entries(members))
      zip.addBuffer(Buffer.from(content), name, { forceZip64Format: true })
    zip.end({ forceZip64Format: true, comment: '' })
    return file('rows.zip', await buffer(zip.outputStream))
  },
  async 'tar.gz'(members) {
    const content = await packers['folder']!(members)
    const path = join(folder, `${count++}-rows.tar.gz`)
    await create({ file: path, gzip: true, cwd: content, portable: true }, Object.keys(members))
    return path
  },
  async folder(members) {
    const path = join(folder, `${count++}-rows`)
    for (const [name, content] of Object.entries(members)) {
      await mkdir(dirname(join(path, name)), { recursive: true })
      await writeFile(join(path, name), content)
    }
    return path
  },
}

async function read(path: string, options?: ReadOptions): Promise<{ rows: SourceRow[]; failure: unknown }> {
  const rows: SourceRow[] = []
  try {
    for await (const row of readRecords(path, options)) rows.push(row)
  } catch (failure) {
    return { rows, failure }
  }
  return { rows, failure: undefined }
}

const values = (rows: SourceRow[]) => rows.map((row) => ('value' in row ? row.value : row.error))
const places = (rows: SourceRow[]) =>
  rows.map(({ line, place }) => `${place?.member}:${line - (place?.linesBefore ?? 0)}`)

const longName = `${'deep/'.repeat(30)}c.csv`

describe.each(Object.entries(packers))('members of a %s', (_, pack) => {
  it('are read by a pattern, in whatever folder, each by its own format', async () => {
    const path = await pack({
      'a/one.csv': 'id,name\n1,Acme\n2,Böll\n',
      'a/two.jsonl': '{"id":"3"}\n\n{"id":"4"}\n',
      'other.txt': 'no rows',
      [longName]: 'id;name\n5;Cöln\n',
    })
    const all = await read(path, { member: '*.{csv,jsonl}' })
    expect(all.failure).toBeUndefined()
    const byPlace = new Map(places(all.rows).map((place, index) => [place, values(all.rows)[index]]))
    expect(Object.fromEntries(byPlace)).toEqual({
      'a/one.csv:2': { id: '1', name: 'Acme' },
      'a/one.csv:3': { id: '2', name: 'Böll' },
      'a/two.jsonl:1': { id: '3' },
      'a/two.jsonl:3': { id: '4' },
      [`${longName}:2`]: { id: '5', name: 'Cöln' },
    })
    expect(new Set(all.rows.map(({ line }) => line)).size).toBe(5)
    expect(values((await read(path, { member: 'A/TWO.jsonl' })).rows)).toEqual([{ id: '3' }, { id: '4' }])
    const none = await read(path, { member: '*.xml' })
    expect(String(none.failure)).toMatch(/no member \*\.xml; it holds .*one\.csv/)
  })

  it('one that cannot be read is a row among the others, and fails the file when it is the only one', async () => {
    const members = { 'a.json': '[{"id":1}]', 'b.json': '[{"id":2},', 'c.json': '[{"id":3}]' }
    const all = await read(await pack(members), { member: '*.json' })
    expect(all.failure).toBeUndefined()
    expect(values(all.rows)).toEqual([{ id: 1 }, { id: 2 }, expect.stringMatching(/cut off/), { id: 3 }])
    const only = await read(await pack(members), { member: 'b.json' })
    expect(values(only.rows)).toEqual([{ id: 2 }])
    expect(String(only.failure)).toMatch(/cut off.*after line 1 of b\.json/)
  })
})

describe('an archive', () => {
  it('of one file and what comes beside it needs no pattern; of several it says which there are', async () => {
    const one = { '__MACOSX/._x': '', 'README.txt': 'hello', 'data/rows.csv': 'id\n1\n' }
    const two = { 'a.csv': 'id\n1\n', 'b.csv': 'id\n2\n' }
    for (const kind of ['zip', 'tar.gz']) {
      expect(values((await read(await packers[kind]!(one))).rows)).toEqual([{ id: '1' }])
      expect(String((await read(await packers[kind]!(two))).failure)).toMatch(
        /several files \(a\.csv, b\.csv.*--member/,
      )
    }
  })

  it('that is a workbook is still a table', async () => {
    const workbook = workbookOf([['id'], ['7']])
    expect(values((await read(await file('rows.xlsx', workbook))).rows)).toEqual([{ id: '7' }])
  })

  it('of compressed members is seen through', async () => {
    const zip = zipOf([{ name: 'rows.csv.gz', content: gzipSync('id\n1\n') }])
    expect(values((await read(await file('rows.zip', zip))).rows)).toEqual([{ id: '1' }])
  })

  it('of a thousand small members hands their rows over together', async () => {
    const members = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, index) => [`${index}.json`, `{"id":${index}}`]),
    )
    const { rows } = await read(await packers['zip']!(members), { member: '*.json' })
    expect(values(rows)).toEqual(Array.from({ length: 1_000 }, (_, id) => ({ id })))
  })
})

describe('archives of strangers', () => {
  const big = Buffer.alloc(100 * 1024 * 1024)

  it('a zip bomb is refused before anything of it is unpacked', async () => {
    const path = await file('bomb.zip', zipOf([{ name: 'rows.csv', content: big }]))
    expect(String((await read(path)).failure)).toMatch(/zip bomb/)
  })

  it('members that lie over each other count each time', async () => {
    const half = zipOf([{ name: 'rows.csv', content: big.subarray(0, 40 * 1024 * 1024) }])
    const end = half.length - 22
    const directory = half.subarray(half.readUInt32LE(end + 16), end)
    const tail = Buffer.from(half.subarray(end))
    tail.writeUInt16LE(3, 8)
    tail.writeUInt16LE(3, 10)
    tail.writeUInt32LE(directory.length * 3, 12)
    const path = await file('over.zip', Buffer.concat([half.subarray(0, end), directory, directory, tail]))
    expect(String((await read(path, { member: '*.csv' })).failure)).toMatch(/zip bomb/)
  })

  it('a member longer than it says, with a wrong checksum, encrypted or packed otherwise is told by name', async () => {
    const honest = zipOf([{ name: 'rows.csv', content: 'id\n1\n' }])
    const directory = honest.readUInt32LE(honest.length - 22 + 16)
    const changed = (change: (zip: Buffer) => void) => {
      const zip = Buffer.from(honest)
      change(zip)
      return file('rows.zip', zip)
    }
    const cases: [Promise<string>, RegExp][] = [
      [
        file('rows.zip', zipOf([{ name: 'rows.csv', content: 'id\n1\n', declared: 2 }])),
        /rows\.csv is damaged/,
      ],
      [changed((zip) => void zip.writeUInt32LE(1, directory + 16)), /rows\.csv is damaged \(its checksum/],
      [changed((zip) => void zip.writeUInt16LE(1, directory + 8)), /rows\.csv is encrypted/],
      [changed((zip) => void zip.writeUInt16LE(9, directory + 10)), /rows\.csv is packed by Deflate64/],
      [file('rows.zip', honest.subarray(0, -30)), /zip archive is damaged or cut off/],
    ]
    for (const [path, message] of cases) {
      const { failure } = await read(await path)
      expect(failure).toBeInstanceOf(UnreadableFile)
      expect(String(failure)).toMatch(message)
    }
  })

  it('a tar archive that is cut off or damaged gives the rows before and then fails', async () => {
    const rows = Array.from({ length: 3_000 }, (_, id) => `${id},${'x'.repeat(id % 90)}`).join('\n')
    const path = await packers['tar.gz']!({ 'a.csv': 'id,text\n1,a\n', 'b.csv': `id,text\n${rows}\n` })
    const whole = await readFile(path)
    const cut = await read(await file('cut.tar.gz', whole.subarray(0, whole.length - 200)), {
      member: '*.csv',
    })
    expect(values(cut.rows)[0]).toEqual({ id: '1', text: 'a' })
    expect(String(cut.failure)).toMatch(/cut off/)
    const plain = gunzipSync(whole)
    plain.write('garbage', plain.indexOf('b.csv'))
    const damaged = await read(await file('damaged.tar', plain), { member: '*.csv' })
    expect(values(damaged.rows)).toEqual([{ id: '1', text: 'a' }])
    expect(String(damaged.failure)).toMatch(/wrong checksum/)
  })
})
