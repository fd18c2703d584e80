import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { jsonLines, openDataRoom, type DataRoom } from '../../../test/support/datasets/data-room.ts'
import { zipOf } from '../../../test/support/workbook.ts'
import { answerWith, cutAfter, openPublisher, webPage } from '../../../test/support/datasets/publisher.ts'

let room: DataRoom
let publisher: Awaited<ReturnType<typeof openPublisher>>
beforeAll(async () => {
  room = await openDataRoom()
  publisher = await openPublisher()
})
beforeEach(() => {
  room.pauses.length = 0
  publisher.requests.length = 0
})

const rows = (count: number, prefix = 'n') =>
  Array.from({ length: count }, (_, index) => ({
    id: `${prefix}${index}`,
    name: `Company ${prefix}${index}`,
  }))

const sha256 = (content: string) => createHash('sha256').update(content).digest('hex')

let registers = 0

/** A register at the publisher, not added yet. */
async function register(content: string | Buffer, full: object = {}, entry: object = {}) {
  const name = `register-${++registers}`
  const path = `/${name}.jsonl`
  publisher.publish(path, content)
  const spec = { name, entry, full: { addresses: [`${publisher.address}${path}`], ...full } }
  return { name, path, folder: await room.register(spec) }
}

describe('a publication is fetched', () => {
  test('politely: with a name and whom to write to; and what is still served as before is not sent again', async () => {
    const { name, folder, path } = await register(jsonLines(rows(5)))
    expect((await room.data('add', folder, '--yes')).text).toMatch(/5 rows: 5 created/)
    expect(publisher.requests[0]?.agent).toBe('almanac/test (ops@almanac.example)')
    expect((await room.data('update', name)).text).toMatch(/nothing new was published/)
    expect(publisher.requests.map(({ status }) => status)).toEqual([200, 304])
    publisher.publish(path, jsonLines(rows(6)), '2026-02-02')
    expect((await room.data('update', name)).text).toMatch(/6 rows: 1 created/)
  })

  test('through cut connections: the rest alone is asked for, and the file is whole', async () => {
    const content = jsonLines(rows(10_000))
    // The sum tells that the two parts are one file.
    const { folder, path } = await register(content, { checksums: `${publisher.address}/whole` })
    publisher.publish('/whole', `${sha256(content)}  ${path.slice(1)}\n`)
    publisher.fail(cutAfter(250_000))
    expect((await room.data('add', folder, '--yes', '--limit', '7')).text).toMatch(/7 rows: 7 created/)
    const [first, second] = publisher.requests
    expect(first?.range).toBeUndefined()
    expect(second).toMatchObject({ status: 206 })
    expect(Number(/bytes=(\d+)-/.exec(second?.range ?? '')?.[1])).toBeGreaterThan(0)
  })

  test('from its beginning where the file changed meanwhile, never as two halves', async () => {
    const { folder, path } = await register(jsonLines(rows(1_000, 'old')))
    publisher.fail((request, response, file) => {
      cutAfter(30_000)(request, response, file)
      publisher.publish(path, jsonLines(rows(900, 'new')))
    })
    expect((await room.data('add', folder, '--yes')).text).toMatch(/900 rows: 900 created/)
  })

  test('after the pause that the publisher asks for, and not at all where that is long', async () => {
    const { folder, name } = await register(jsonLines(rows(3)))
    publisher.fail(answerWith(429, { 'retry-after': '7' }), answerWith(503))
    expect((await room.data('add', folder, '--yes')).code).toBe(0)
    expect(room.pauses).toEqual([7_000, 5_000])
    publisher.fail(answerWith(429, { 'retry-after': '86400' }))
    expect((await room.data('update', name)).text).toMatch(/asks to come later \(429\)/)
    expect((await room.data('status', '--format', 'json')).text).toContain(
      new Date(room.clock.now() + 86_400_000).toISOString().replace('.000', ''),
    )
  })

  test('over redirects to hosts that its entry names, and to no other', async () => {
    const { folder, path } = await register(jsonLines(rows(3)))
    publisher.publish('/moved.jsonl', jsonLines(rows(4, 'moved')))
    publisher.fail(answerWith(302, { location: '/moved.jsonl' }))
    expect((await room.data('add', folder, '--yes')).text).toMatch(/4 rows/)
    const other = await register(jsonLines(rows(3)))
    publisher.fail(answerWith(302, { location: `http://localhost:1${path}` }))
    expect((await room.data('add', other.folder, '--yes')).text).toMatch(
      /leads to localhost:1, which its entry does not name/,
    )
  })
})

describe('what is not the publication is refused, and what is loaded stays', () => {
  test.each([
    ['403', answerWith(403), /refuses this program \(403\): set ALMANAC_DATASET_CONTACT/],
    ['404', answerWith(404), /is not there any more \(404\)/],
    ['a web page', webPage, /a web page in place of the data/],
  ])('%s', async (_, fault, message) => {
    const { name, folder } = await register(jsonLines(rows(3)))
    await room.data('add', folder, '--yes')
    publisher.fail(fault)
    const { text, code } = await room.data('update', name)
    expect([text, code]).toEqual([expect.stringMatching(message), 1])
    expect((await room.data('status')).text).toMatch(message)
    expect(await room.read(`ext:${name}/n2`)).toBeDefined()
    expect((await room.data('update', name)).text).toMatch(/nothing new was published/)
  })

  test('more bytes than expected, before they are read', async () => {
    const { folder } = await register(jsonLines(rows(100)), { bytes: { least: 1, most: 1_000 } })
    expect((await room.data('add', folder, '--yes')).text).toMatch(
      /more than the 1,000 bytes that its entry expects at most/,
    )
  })

  test('another sum than the publisher gives: the file is thrown away', async () => {
    const content = jsonLines(rows(3))
    const { folder, path } = await register(content, { checksums: `${publisher.address}/sums` })
    publisher.publish('/sums', `${'0'.repeat(64)}  ${path.slice(1)}\n`)
    expect((await room.data('add', folder, '--yes')).text).toMatch(/is not what .*sums says it is/)
    publisher.publish('/sums', `${sha256(content)}  ${path.slice(1)}\n`)
    expect((await room.data('add', folder, '--yes')).text).toMatch(/3 created/)
  })

  test('a header that changed, and half of a packed file: nothing is changed, and nothing ended', async () => {
    const csv = (header: string, count: number) =>
      Buffer.from([header, ...rows(count).map(({ id, name }) => `${id},${name}`)].join('\n'))
    const { name, folder, path } = await register(
      gzipSync(csv('id,name', 50)),
      { container: 'gzip', format: 'csv', signs: ['id,name'] },
      { complete: 'source' },
    )
    expect((await room.data('add', folder, '--yes')).text).toMatch(/50 created/)
    publisher.publish(path, gzipSync(csv('number,title', 50)), '2026-02-02')
    expect((await room.data('update', name)).text).toMatch(
      /its beginning has no "id,name"\. Nothing was changed/,
    )
    const whole = gzipSync(csv('id,name', 49))
    publisher.publish(path, whole.subarray(0, whole.length - 20), '2026-02-03')
    expect((await room.data('update', name)).code).toBe(1)
    expect((await room.read(`ext:${name}/n49`))?.members).toMatchObject({ status_consensus: null })
    publisher.publish(path, whole, '2026-02-04')
    expect((await room.data('update', name)).text).toMatch(/49 rows: .* 1 ended/)
  })
})

test('check reads the beginning and says whether it still is what the entry expects', async () => {
  const { folder, path } = await register(jsonLines(rows(3)), { signs: ['"name"'] })
  expect(await room.data('check', folder)).toMatchObject({ text: expect.stringMatching(/expected/), code: 0 })
  publisher.publish(path, '{"title":1}\n')
  expect(await room.data('check', folder)).toMatchObject({
    text: expect.stringMatching(/changed .*has no "\\"name\\""/),
    code: 1,
  })
  publisher.fail(answerWith(500))
  expect(await room.data('check', folder)).toMatchObject({
    text: expect.stringMatching(/unreachable .*500/),
    code: 1,
  })
})

test('a mirror stands in for the publisher, now and at later updates', async () => {
  const { name, folder } = await register(jsonLines(rows(2)))
  publisher.publish(`/mirror/${name}.jsonl`, jsonLines(rows(3)))
  const from = `${publisher.address}/mirror/`
  expect((await room.data('add', folder, '--yes', '--from', from)).text).toMatch(/3 rows/)
  publisher.publish(`/mirror/${name}.jsonl`, jsonLines(rows(4)), '2026-02-02')
  expect((await room.data('update', name)).text).toMatch(/4 rows: 1 created/)
})

test('changes alone are read where the last publication is recent, and the whole after a pause', async () => {
  const { name, path } = await register(jsonLines(rows(5)))
  const folder = await room.register({
    name,
    entry: { complete: 'source' },
    full: { addresses: [`${publisher.address}${path}`] },
    delta: { addresses: [`${publisher.address}/${name}-changes.jsonl`], rows: { least: 0, most: 10 } },
  })
  publisher.publish(path, jsonLines(rows(5)), new Date(room.clock.now()).toISOString())
  await room.data('add', folder, '--yes')
  const changes = [{ id: 'n1', name: 'Another name' }]
  publisher.publish(
    `/${name}-changes.jsonl`,
    jsonLines(changes),
    new Date(room.clock.now() + 1_000).toISOString(),
  )
  const { text } = await room.data('update', name)
  expect(text).toMatch(/1 rows: 0 created, 1 changed$/m)
  expect((await room.read(`ext:${name}/n4`))?.members).toMatchObject({ status_consensus: null })
  room.clock.advance(3 * 86_400_000)
  expect((await room.data('update', name)).text).toMatch(/nothing new|rows/)
  expect(publisher.requests.at(-1)?.path).toBe(path)
})

describe('an address with the period of its publication', () => {
  /** The file of a month that lies some months back. */
  function monthly(name: string, back: number): string {
    const now = new Date(room.clock.now())
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back))
    return `${name}-${first.toISOString().slice(0, 7)}.jsonl`
  }

  async function monthlyRegister(name: string) {
    const full = { addresses: [`${publisher.address}/${name}-{year}-{month}.jsonl`], earlier: 2 }
    return room.register({ name, full, entry: { rhythm: 'monthly' } })
  }

  test('is the newest that is there, and what is loaded stays where none is', async () => {
    const folder = await monthlyRegister('monthly')
    publisher.publish(`/${monthly('monthly', 1)}`, jsonLines(rows(3)), '2026-01-01')
    expect(await room.data('check', folder)).toMatchObject({
      text: expect.stringMatching(`expected .*${monthly('monthly', 1)}`),
      code: 0,
    })
    publisher.requests.length = 0
    expect((await room.data('add', folder, '--yes')).text).toMatch(/3 rows: 3 created/)
    const asked = () => publisher.requests.map(({ path, status }) => [path.slice(1), status])
    expect(asked()).toEqual([
      [monthly('monthly', 0), 404],
      [monthly('monthly', 1), 200],
    ])
    expect((await room.data('update', 'monthly')).text).toMatch(/nothing new was published/)
    expect(asked().at(-1)).toEqual([monthly('monthly', 1), 304])
    publisher.publish(`/${monthly('monthly', 0)}`, jsonLines(rows(4)), '2026-02-01')
    expect((await room.data('update', 'monthly')).text).toMatch(/4 rows: 1 created/)

    room.clock.advance(150 * 86_400_000)
    const { text, code } = await room.data('update', 'monthly')
    expect([text, code]).toEqual([expect.stringMatching(/404.*none of the 2 before it is there/), 1])
    expect((await room.data('check', folder)).text).toMatch(/unreachable/)
    expect(await room.read('ext:monthly/n3')).toBeDefined()
  })

  test('is so in a folder and at a mirror, too', async () => {
    const folder = await monthlyRegister('mirrored')
    const place = join(room.folder, 'published')
    await mkdir(place)
    expect((await room.data('add', folder, '--yes', '--from', place)).text).toMatch(
      `${monthly('mirrored', 0)}: no such file`,
    )
    await writeFile(join(place, monthly('mirrored', 2)), jsonLines(rows(2)))
    expect((await room.data('add', folder, '--yes', '--from', place)).text).toMatch(/2 rows: 2 created/)
    publisher.publish(`/mirrored/${monthly('mirrored', 1)}`, jsonLines(rows(3)), '2036-01-01')
    const from = `${publisher.address}/mirrored/`
    expect((await room.data('add', folder, '--yes', '--from', from)).text).toMatch(/3 rows: 1 created/)
  })
})

describe('an archive', () => {
  const csv = (count: number) => ['id,name', ...rows(count).map(({ id, name }) => `${id},${name}`)].join('\n')
  const zipped = (content: string | Buffer) => zipOf([{ name: 'all.csv', content }])

  async function archived(name: string) {
    const full = { addresses: [`https://${name}.example/all.zip`], container: 'zip', format: 'csv' }
    const folder = await room.register({
      name,
      full: { ...full, signs: ['id,name'] },
      entry: { complete: 'source' },
    })
    const file = join(room.folder, `${name}.zip`)
    await writeFile(file, zipped(csv(50)))
    expect((await room.data('add', folder, '--yes', '--from', file, '--as-of', '2026-02-01')).text).toMatch(
      /50 created/,
    )
    return (from: string) => room.data('update', name, '--from', from, '--as-of', '2026-02-02')
  }

  test('that is a bomb or cut in half is refused in a sentence and changes nothing', async () => {
    const update = await archived('bombed')
    const before = await room.read('ext:bombed/n49')
    const big = Buffer.concat([Buffer.from('id,name\n'), Buffer.alloc(100 * 1024 * 1024, 'a')])
    const whole = zipped(csv(50))
    const [bomb, half] = [join(room.folder, 'bomb.zip'), join(room.folder, 'half.zip')]
    await writeFile(bomb, zipped(big))
    await writeFile(half, whole.subarray(0, whole.length / 2))
    for (const [file, message] of [
      [bomb, /bomb\.zip: .*zip bomb.*Nothing was changed/],
      [half, /half\.zip: .*(damaged|cut off).*Nothing was changed/],
    ] as const) {
      const { text, code } = await update(file)
      expect([text, code]).toEqual([expect.stringMatching(message), 1])
      expect((await room.data('status')).text).toMatch(message)
    }
    expect(await room.read('ext:bombed/n49')).toEqual(before)
    expect((await room.data('show', 'bombed')).text).not.toMatch(/loading/)
  })

  test('is read as well from a folder with what it holds', async () => {
    const update = await archived('unpacked')
    const place = join(room.folder, 'unpacked-files')
    await mkdir(place)
    await writeFile(join(place, 'all.csv'), csv(51))
    expect((await update(place)).text).toMatch(/51 rows: 1 created/)
    expect((await update(place)).text).toMatch(/nothing new/)
    await writeFile(join(place, 'all.csv'), 'number,title\n1,A\n')
    expect((await update(place)).text).toMatch(/has no "id,name".*Nothing was changed/)
  })
})
