import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { jsonLines, openDataRoom, type DataRoom } from '../support/datasets/data-room.ts'
import { openPublisher } from '../support/datasets/publisher.ts'

// A publisher whose periods have their own rows each: an installation that was off reads what it missed.

let room: DataRoom
let publisher: Awaited<ReturnType<typeof openPublisher>>
beforeAll(async () => {
  room = await openDataRoom()
  publisher = await openPublisher()
})

const each = (name: string) => ({
  name,
  entry: { rhythm: 'quarterly' },
  full: { addresses: [`${publisher.address}/${name}-{year}q{quarter}.jsonl`], each: true, earlier: 8 },
})
const company = (id: string, founded: string) => jsonLines([{ id, name: `Company ${id}`, founded }])
const path = (name: string, period: string) => `/${name}-${period}.jsonl`
const foundedOf = async (token: string) => (await room.read(token))?.members['founded_on_consensus']

test('quarters that were missed are read, each once and in their order', async () => {
  room.clock.set(Date.parse('2026-02-20T00:00:00Z'))
  const name = 'quarters'
  publisher.publish(path(name, '2025q4'), company('1', '2001-01-01'))
  const folder = await room.register(each(name))
  expect((await room.data('add', folder, '--yes')).text).toMatch(/1 rows?: 1 created/)
  room.clock.set(Date.parse('2026-11-20T00:00:00Z'))
  expect((await room.data('update', name)).text).toMatch(/nothing new was published/)
  publisher.publish(path(name, '2026q1'), company('1', '2002-01-01'), '2026-04-10')
  publisher.publish(path(name, '2026q2'), company('1', '2003-01-01'), '2026-07-10')
  publisher.publish(path(name, '2026q3'), company('2', '2004-01-01'), '2026-10-10')
  expect((await room.data('update', name)).text).toMatch(/3 rows: 1 created, 2 changed/)
  expect([await foundedOf('ext:quarters/1'), await foundedOf('ext:quarters/2')]).toEqual([
    '2003-01-01',
    '2004-01-01',
  ])
  publisher.requests.length = 0
  expect((await room.data('update', name)).text).toMatch(/nothing new was published/)
  expect(publisher.requests.map((request) => request.path)).toEqual([
    path(name, '2026q3'),
    path(name, '2026q4'),
  ])
})

test('a folder of quarters is read whole, and later those that came to it', async () => {
  room.clock.set(Date.parse('2026-11-20T00:00:00Z'))
  const name = 'folder-quarters'
  const files = join(room.folder, 'files')
  await mkdir(files)
  const put = async (period: string, content: string) => {
    const file = join(files, path(name, period))
    await writeFile(file, content)
    // The day of a file that lies here is that of its publication.
    const day = new Date(Date.UTC(2026, 3 * Number(period.at(-1)), 10))
    await utimes(file, day, day)
  }
  await put('2026q2', company('1', '2003-01-01'))
  await put('2026q1', company('1', '2002-01-01'))
  const folder = await room.register(each(name))
  const from = ['--from', files] as const
  expect((await room.data('add', folder, '--yes', ...from)).text).toMatch(/2 rows: 1 created, 1 changed/)
  expect(await foundedOf('ext:folder-quarters/1')).toBe('2003-01-01')
  await put('2026q3', company('2', '2004-01-01'))
  expect((await room.data('update', name, ...from)).text).toMatch(/1 rows?: 1 created/)
  expect((await room.data('update', name, ...from)).text).toMatch(/nothing new was published/)
})

test('a quarter that came late is read, and neither a folder nor a publisher is passed over for what is newer', async () => {
  room.clock.set(Date.parse('2026-11-20T00:00:00Z'))
  const name = 'late-quarters'
  const files = join(room.folder, 'late')
  await mkdir(files)
  const put = async (period: string, content: string) => writeFile(join(files, path(name, period)), content)
  await put('2026q1', company('1', '2001-01-01'))
  await put('2026q3', company('3', '2003-01-01'))
  const folder = await room.register(each(name))
  const from = ['--from', files] as const
  expect((await room.data('add', folder, '--yes', ...from)).text).toMatch(/2 rows: 2 created/)
  await put('2026q2', company('2', '2002-01-01'))
  expect((await room.data('update', name, ...from)).text).toMatch(/1 rows?: 1 created/)
  expect((await room.data('update', name, ...from)).text).toMatch(/nothing new was published/)
})

test('a publisher whose last period is gone may have moved, and status shows it', async () => {
  room.clock.set(Date.parse('2026-05-20T00:00:00Z'))
  const name = 'moved-quarters'
  publisher.publish(path(name, '2026q1'), company('1', '2001-01-01'))
  const folder = await room.register(each(name))
  expect((await room.data('add', folder, '--yes')).text).toMatch(/1 rows?: 1 created/)
  room.clock.set(Date.parse('2026-08-20T00:00:00Z'))
  publisher.withdraw(path(name, '2026q1'))
  const gone = /read last is there no longer; look whether the publisher has moved it/
  expect(await room.data('update', name)).toMatchObject({ code: 1, text: expect.stringMatching(gone) })
  expect((await room.data('status')).text).toMatch(gone)
  publisher.publish(path(name, '2026q2'), company('2', '2002-01-01'))
  expect((await room.data('update', name)).text).toMatch(/1 rows?: 1 created/)
  expect((await room.data('update', name)).text).toMatch(/nothing new was published/)
})
