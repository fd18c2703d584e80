import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { findAdded } from '../../src/corpus/datasets/dataset-rows.ts'
import { pageAddress } from '../../src/corpus/datasets/page-addresses.ts'
import { readCatalogue } from '../../src/corpus/datasets/index.ts'
import { openDataRoom, type DataRoom } from '../support/datasets/data-room.ts'
import { answerWith, cutAfter, openPublisher, type Fault } from '../support/datasets/publisher.ts'

// A publisher that answers a question in pages: each is a part of the publication, and the one with fewer rows is the last.

let room: DataRoom
let publisher: Awaited<ReturnType<typeof openPublisher>>
beforeAll(async () => {
  room = await openDataRoom()
  publisher = await openPublisher()
})
beforeEach(() => {
  publisher.requests.length = 0
  publisher.clearFaults()
  room.pauses.length = 0
})

const question = 'SELECT ?id { ?id a <Company> } LIMIT {rows} OFFSET {offset}'
const pages = { rows: 3, parameters: { format: 'json', query: question } }

const answer = (ids: readonly number[]) =>
  JSON.stringify({
    head: { vars: ['id', 'name'] },
    results: {
      bindings: ids.map((id) => ({
        id: { type: 'literal', value: `c${id}` },
        name: { type: 'literal', value: `Company ${id}` },
      })),
    },
  })
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

/** The pages of so many rows, the last of which may be empty. */
const pagesOf = (count: number) =>
  Array.from({ length: Math.floor(count / 3) + 1 }, (_, page) =>
    answer(upTo(count).slice(3 * page, 3 * page + 3)),
  )

/** A register whose rows are asked for three at a time. */
async function register(name: string, more: object = {}) {
  const address = `${publisher.address}/${name}`
  const folder = await room.register({
    name,
    full: { addresses: [address], pages, format: 'json', signs: ['"bindings"'], ...more },
  })
  const record = { preferred_name: 'name.value', external_ids: { object: { [name]: 'id.value' } } }
  await writeFile(
    join(folder, 'map.yaml'),
    stringify({ kind: 'companies', source: name, rows: 'results.bindings', record }),
  )
  const pathOf = (page: number) => pageAddress(address, pages, page).slice(publisher.address.length)
  return {
    folder,
    publish: (texts: readonly string[], day = '2026-02-01') =>
      texts.forEach((text, page) => publisher.publish(pathOf(page), text, day)),
    countRead: async () =>
      (await Promise.all(upTo(12).map((id) => room.read(`ext:${name}/c${id}`)))).filter(Boolean).length,
  }
}

/** The pages that were asked for. */
const offsets = () =>
  publisher.requests.map(({ search }) =>
    Number(/OFFSET (\d+)$/.exec(new URLSearchParams(search).get('query') ?? '')?.[1]),
  )

test('three pages, the last of which is short, are one publication; later all are asked again', async () => {
  const { folder, publish, countRead } = await register('three-pages')
  publish(pagesOf(8))
  expect((await room.data('add', folder, '--yes')).text).toMatch(/8 rows: 8 created/)
  expect(offsets()).toEqual([0, 3, 6])
  expect(new URLSearchParams(publisher.requests[1]?.search).get('query')).toBe(
    'SELECT ?id { ?id a <Company> } LIMIT 3 OFFSET 3',
  )
  expect(await countRead()).toBe(8)
  expect((await room.data('status')).text).toContain('2026-02-01')
  publish(pagesOf(10), '2026-02-02')
  expect((await room.data('update', 'three-pages')).text).toMatch(/10 rows: 2 created/)
  expect(offsets()).toEqual([0, 3, 6, 0, 3, 6, 9])
})

test('after a last page that is full comes an empty one, which is no part', async () => {
  const { folder, publish } = await register('full-pages')
  publish(pagesOf(6))
  expect((await room.data('add', folder, '--yes')).text).toMatch(/6 rows: 6 created/)
  expect(offsets()).toEqual([0, 3, 6])
  expect(await readdir(join(room.folder, 'fetched', 'full-pages'))).toEqual(['full.pages.json'])
})

test('a limit asks for no more pages than it needs, and counts over all of them', async () => {
  const { folder, publish } = await register('few-rows')
  publish(pagesOf(11))
  expect((await room.data('add', folder, '--yes', '--limit', '5')).text).toMatch(/5 rows: 5 created/)
  expect(offsets()).toEqual([0, 3])
})

test('a publisher that asks to come later, and a cut connection, hold up one page', async () => {
  const { folder, publish } = await register('busy-pages')
  publish(pagesOf(7))
  const serve: Fault = (_request, response, file) => void response.end(file)
  publisher.fail(serve, answerWith(429, { 'retry-after': '9' }), cutAfter(20))
  expect((await room.data('add', folder, '--yes')).text).toMatch(/7 rows: 7 created/)
  expect(offsets()).toEqual([0, 3, 3, 3, 6])
  expect(room.pauses[0]).toBe(9_000)
})

test('a page that breaks off is refused, and the next update goes on from it', async () => {
  const name = 'broken-page'
  const { folder, publish, countRead } = await register(name)
  publish(pagesOf(7))
  expect((await room.data('add', folder, '--yes')).code).toBe(0)
  const [first = '', second = '', ...others] = pagesOf(11)
  // As the query service ends when its minute is over: status 200, and an error in the middle of the answer.
  const late = `${second.slice(0, 70)}\njava.util.concurrent.TimeoutException\n\tat com.bigdata\n`
  for (const wrong of [late, second.slice(0, 70), '{"error":"timeout"}', '']) {
    publish([first, wrong, ...others], '2026-02-03')
    publisher.requests.length = 0
    const { text, code } = await room.data('update', name)
    expect([wrong, code, text]).toEqual([
      wrong,
      1,
      expect.stringMatching(/full-1-broken-page-2[^]*Nothing was changed[^]*go on/),
    ])
    expect(await countRead()).toBe(7)
    // The first page is there since the first try.
    expect(offsets()).toEqual(wrong === late ? [0, 3] : [3])
  }
  publish([first, second, ...others], '2026-02-03')
  publisher.requests.length = 0
  expect((await room.data('update', name)).text).toMatch(/11 rows: 4 created/)
  expect(offsets()).toEqual([3, 6, 9])
})

test('a query that fails throughout is put again an hour later, with the pages that are there', async () => {
  const name = 'slow-query'
  const { folder, publish } = await register(name)
  publish(pagesOf(4))
  const serve: Fault = (_request, response, file) => void response.end(file)
  publisher.fail(serve, ...Array.from({ length: 6 }, () => answerWith(500)))
  const { text, code } = await room.data('add', folder, '--yes')
  expect([code, text]).toEqual([
    1,
    expect.stringMatching(/\/slow-query \(page 2\): the publisher has a fault \(500\)/),
  ])
  expect((await findAdded(room.db, name))?.dueAt?.getTime()).toBe(room.clock.now() + 3_600_000)
  publisher.requests.length = 0
  expect((await room.data('update', name)).text).toMatch(/4 rows: 4 created/)
  expect(offsets()).toEqual([3])
})

test('pages of a try that is days old are asked for again', async () => {
  const name = 'old-pages'
  const { folder, publish } = await register(name)
  publish([answer([0, 1, 2]), 'no answer'])
  expect((await room.data('add', folder, '--yes')).code).toBe(1)
  room.clock.advance(3 * 86_400_000)
  publish(pagesOf(4))
  expect((await room.data('update', name)).text).toMatch(/4 rows: 4 created/)
  expect(offsets()).toEqual([0, 3, 0, 3])
})

test('what the entry expects holds for the pages together', async () => {
  const few = await register('too-few', { rows: { least: 8, most: 100 } })
  few.publish(pagesOf(7))
  expect((await room.data('add', few.folder, '--yes')).text).toMatch(
    /has 7 rows, and its entry expects 8 to 100/,
  )
  // What was refused is asked for again, because the publisher may have corrected it.
  few.publish(pagesOf(8))
  expect((await room.data('update', 'too-few')).text).toMatch(/8 rows: 8 created/)
  const many = await register('too-many', { rows: { least: 1, most: 4 } })
  many.publish(pagesOf(11))
  publisher.requests.length = 0
  expect((await room.data('add', many.folder, '--yes')).text).toMatch(/more than the 4 rows/)
  expect(offsets()).toEqual([0, 3])
  const bytes = answer([0, 1, 2]).length + 10
  const large = await register('too-large', { bytes: { least: 1, most: bytes } })
  large.publish(pagesOf(8))
  expect((await room.data('add', large.folder, '--yes')).text).toMatch(
    /\/too-large \(page 2\): more than the .* bytes/,
  )
})

test('saved pages are read from a folder or a mirror, and one that is missing is told', async () => {
  const name = 'saved-pages'
  const { folder } = await register(name)
  const files = join(room.folder, 'saved')
  await mkdir(files)
  for (const [page, text] of pagesOf(8).entries()) {
    const file = join(files, page === 0 ? name : `${name}-${page + 1}`)
    await writeFile(file, text)
    await utimes(file, new Date('2026-01-02'), new Date('2026-01-02'))
    publisher.publish(`/mirror/${name}${page === 0 ? '' : `-${page + 1}`}`, text, '2026-01-03')
  }
  await rm(join(files, `${name}-2`))
  const from = ['--from', files]
  expect((await room.data('add', folder, '--yes', ...from)).text).toMatch(
    /saved-pages-2: no such file, and the publication has it/,
  )
  await writeFile(join(files, `${name}-2`), answer([3, 4, 5]))
  expect((await room.data('update', name, ...from)).text).toMatch(/8 rows: 8 created/)
  const mirrored = await room.data('update', name, '--from', `${publisher.address}/mirror/`)
  expect(mirrored).toMatchObject({ code: 0, text: expect.stringMatching(/nothing new/) })
  expect(publisher.requests.map(({ path }) => path)).toEqual([
    `/mirror/${name}`,
    `/mirror/${name}-2`,
    `/mirror/${name}-3`,
  ])
  const whole = await room.file('whole.json', answer(upTo(9)))
  expect((await room.data('update', name, '--from', whole)).text).toMatch(/9 rows: 1 created/)
})

test('check asks for the first page', async () => {
  const { folder, publish } = await register('page-check', { bytes: { least: 5_000, most: 9_000 } })
  publish(pagesOf(8))
  expect(await room.data('check', folder)).toMatchObject({ code: 0, text: expect.stringMatching(/expected/) })
  expect(offsets()).toEqual([0])
})

test('an entry with pages that cannot be asked for is refused with its line', async () => {
  const { folder } = await register('page-faults', { pages: { rows: 3, parameters: { query: 'all' } } })
  expect((await room.data('check', folder)).text).toMatch(
    /dataset\.yaml:\d+: full\.pages: no parameter has \{offset\}/,
  )
  const long = { rows: 3, parameters: { query: `{offset} ${'?'.repeat(3_000)}` } }
  await register('page-faults', { pages: long })
  expect((await room.data('check', folder)).text).toMatch(/the address of a page has 9\d{3} signs/)
  await register('page-faults', { each: true, addresses: [`${publisher.address}/{year}`] })
  expect((await room.data('check', folder)).text).toMatch(/pages are of one address without a period/)
})

test('the query for Wikidata fits an address, and its columns are those of the sample', async () => {
  const { entry } = (await readCatalogue()).find(({ name }) => name === 'wikidata-companies') ?? {}
  const [address = ''] = entry?.full.addresses ?? []
  const page = pageAddress(address, entry?.full.pages ?? pages, 700)
  expect(page.length).toBeLessThan(8_000)
  const query = new URL(page).searchParams.get('query') ?? ''
  expect(query).toMatch(/LIMIT 4000 OFFSET 2800000 /)
  expect(query.split('{').length).toBe(query.split('}').length)
  expect(query.split('(').length).toBe(query.split(')').length)
})
