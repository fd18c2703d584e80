import { readdirSync, readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { workbookParts, zipOf } from '../../../../support/workbook.ts'
import { listsWorld, type Repairing } from '../../../../worlds/lists.ts'
import { allowedMs } from '../../../../support/machine-pace.ts'

let service: Repairing
beforeAll(async () => {
  service = await listsWorld()
})

const megabyte = 1024 ** 2
const sheet = (data: string) => zipOf(workbookParts(data))
const cell = (place: string) => sheet(`<row r="1"><c r="${place}" t="inlineStr"><is><t>x</t></is></c></row>`)
const shared = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>LONG</t></si></sst>'

/** Parts of a workbook whose texts are in a table of their own, and one sheet that refers to them. */
function sharing(texts: string, data: string) {
  const parts = workbookParts(data).map((part) => ({ ...part, content: String(part.content) }))
  const [relations] = parts
  relations!.content = relations!.content.replace(
    '</Relationships>',
    '<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
  )
  return zipOf([...parts, { name: 'xl/sharedStrings.xml', content: texts }])
}

function elsewhere(data: string, folder: string) {
  return zipOf(
    workbookParts(data).map(({ name, content }) => ({
      name: name.replace('worksheets/sheet1', `${folder}/secret`),
      content: String(content).replace('worksheets/sheet1', `${folder}/secret`),
    })),
  )
}

/** Says it is small and unpacks to ten thousand times what it is. */
function lyingDeflate() {
  const parts = workbookParts('')
  const last = parts.at(-1)!
  return zipOf([...parts.slice(0, -1), { ...last, content: ' '.repeat(130 * megabyte), declared: 1_000 }])
}

const bombs: [what: string, file: () => Buffer][] = [
  ['a column of one letter with a row past the last', () => cell('A9999999')],
  ['a column of three letters past XFD', () => cell('ZZZ2')],
  ['a column of six letters', () => cell('ZZZZZZ2')],
  ['a column of twelve letters', () => cell('ABCDEFGHIJKL2')],
  ['the last corner of a sheet', () => cell('XFD1048576')],
  ['a row number that is none', () => cell('A99999999999999999999')],
  ['attributes in single quotes', () => sheet(`<row r='1'><c r='ZZZZZZ2'><v>1</v></c></row>`)],
  [
    'spaces and line breaks about the reference',
    () => sheet('<row r="1"><c\n r =\n"ZZZZZZ2" ><v>1</v></c></row>'),
  ],
  ['a reference in entities', () => cell('&#90;ZZZZZ2')],
  ['a sheet in another folder', () => elsewhere('<row r="1"><c r="ZZZZZZ2"><v>1</v></c></row>', 'elsewhere')],
  [
    'attributes of megabytes',
    () => sheet(`<row r="1"><c r="A1" ${'a="b" '.repeat(1_000_000)}><v>1</v></c></row>`),
  ],
  [
    'one text of a megabyte, a million times',
    () =>
      sharing(
        `<sst ${shared.replace('LONG', 'x'.repeat(megabyte))}`,
        Array.from(
          { length: 10_000 },
          (_, row) =>
            `<row r="${row + 1}">${Array.from({ length: 50 }, (_, index) => `<c r="${String.fromCharCode(65 + (index % 26))}${row + 1}" t="s"><v>0</v></c>`).join('')}</row>`,
        ).join(''),
      ),
  ],
  ['a part that unpacks to 130 MB', () => sheet(' '.repeat(130 * megabyte))],
  ['a part that lies about its size', lyingDeflate],
  ['a part nested a million deep', () => sheet('<row>'.repeat(1_000_000))],
  [
    'entities that multiply',
    () => {
      const levels = Array.from(
        { length: 12 },
        (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`,
      )
      const texts = `<!DOCTYPE sst [<!ENTITY e0 "xxxxxxxxxx">${levels.join('')}]><sst ${shared.replace('LONG', '&e12;')}`
      return sharing(texts, '<row r="1"><c r="A1" t="s"><v>0</v></c></row>')
    },
  ],
  [
    'noise behind the mark of an archive',
    () => Buffer.from(`PK\x03\x04${'\x00\xff'.repeat(5_000)}`, 'latin1'),
  ],
  ['49 MB of commas', () => Buffer.alloc(49 * megabyte, ',')],
  ['49 MB of commas in lines', () => Buffer.alloc(49 * megabyte, `${','.repeat(500)}\n`)],
  ['49 MB of quotes', () => Buffer.alloc(49 * megabyte, '"')],
  ['49 MB of line breaks', () => Buffer.alloc(49 * megabyte, '\n')],
]

describe('a file made to harm', () => {
  test.each(bombs)('%s is a 400 with its reason, and nobody else notices', async (_what, bomb) => {
    const org = await service.org()
    const file = new Uint8Array(bomb())
    // To make it takes seconds, in which the service closed connections that rest: whoever sends has to hear of it first.
    await setImmediate()
    await setImmediate()
    const before = process.memoryUsage().rss
    const cpu = process.threadCpuUsage()
    const uploading = service.upload(org, file)
    const [beside, { status, body }] = await Promise.all([service.send('GET /health'), uploading])
    expect([status, body.issues]).toEqual([
      400,
      [{ path: 'body', message: expect.stringMatching(/^(?:The|A) .*\.$/), code: 'unreadable_list' }],
    ])
    const { user, system } = process.threadCpuUsage(cpu)
    expect(beside.status).toBe(200)
    // All that the thread of the service did meanwhile, most of it to send and to receive the file: 15 ms for a megabyte, twice
    // as much where others use the machine. To read the file there takes seconds.
    expect((user + system) / 1_000).toBeLessThan(allowedMs(500 + 50 * (file.length / megabyte), 'processor'))
    // The body itself, as it was sent and as it was received, and no more of it than that.
    expect(process.memoryUsage().rss - before).toBeLessThan(4 * file.length + 150 * megabyte)
    expect(await service.available(org)).toBe(100_000_000)
    const next = await service.upload(org, 'name,email\nAda Lindqvist,ada@acme.com\n')
    expect(next.body.output.rowCount).toBe(1)
  })
})

/** Processes that read files for this one. */
function readers(): number[] {
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name)
    if (!Number.isInteger(pid)) return []
    try {
      const isOwn =
        readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ')[1] === `${process.pid}`
      return isOwn && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('repair-child') ? [pid] : []
    } catch {
      return []
    }
  })
}

describe.skipIf(process.platform !== 'linux')('the process that reads a file', () => {
  const rows = Array.from(
    { length: 19_000 },
    (_, index) => `Member ${index},+49 30 90182${index},member${index}@acme.com,ACME GMBH`,
  )
  const long = `name,phone,email,company\n${rows.join('\n')}\n`

  test('killed from outside while it reads: 503, nothing held, and the next file is read', async () => {
    const org = await service.org()
    const starting = service.start(org, { uploadId: (await service.upload(org, long)).body.output.uploadId })
    let hasEnded = false
    void starting.finally(() => (hasEnded = true))
    // One that waited for work may be among them, but one that has begun is, too.
    while (!hasEnded) {
      for (const pid of readers()) process.kill(pid, 'SIGKILL')
      await service.send('GET /health')
    }
    const { status, body } = await starting
    expect([status, body.code]).toEqual([503, 'unavailable'])
    expect(await service.available(org)).toBe(100_000_000)
    expect((await service.upload(org, long)).body.output.rowCount).toBe(19_000)
  })

  test('killed while it rests: the next file does not notice', async () => {
    const org = await service.org()
    const list = 'name,email\nAda Lindqvist,ada@acme.com\n'
    await service.upload(org, list)
    const [resting] = readers()
    expect(resting).toBeGreaterThan(0)
    for (const pid of readers()) process.kill(pid, 'SIGKILL')
    while (readers().length > 0) await service.send('GET /health')
    expect((await service.upload(org, list)).status).toBe(200)
    // And the one after that costs no start.
    const [warm] = readers()
    await service.upload(org, list)
    expect(readers()).toEqual([warm])
  })
})
