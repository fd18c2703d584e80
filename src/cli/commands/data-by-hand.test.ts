import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { jsonLines, openDataRoom, type DataRoom } from '../../../test/support/datasets/data-room.ts'
import { openPublisher } from '../../../test/support/datasets/publisher.ts'
import { listDue } from '../../corpus/datasets/index.ts'

// What was loaded from a file, and what of it the service does later by itself.

let room: DataRoom
let publisher: Awaited<ReturnType<typeof openPublisher>>
beforeAll(async () => {
  ;[room, publisher] = await Promise.all([openDataRoom(), openPublisher()])
})

const rows = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `n${index}`, name: `${name} ${index}` }))

const listNext = async (name: string) => {
  const nowMs = room.clock.now() + 400 * 86_400_000
  const { updates } = await listDue(room.db, { nowMs, window: undefined })
  const status = JSON.parse((await room.data('status', '--format', 'json')).text) as { name: string }[]
  return {
    isDue: updates.some((each) => each.name === name),
    ...(status.find((each) => each.name === name) as unknown as { state: string; next: string }),
  }
}

test('what came from a file is updated only when it is asked for, and then goes on by itself', async () => {
  const path = '/by-hand.jsonl'
  publisher.publish(path, jsonLines(rows('By Hand', 30)), '2026-03-01')
  const folder = await room.register({
    name: 'by-hand',
    entry: { complete: 'source' },
    full: { addresses: [`${publisher.address}${path}`] },
  })
  const sample = await room.file('sample.jsonl', jsonLines(rows('By Hand', 3)))
  await room.data('add', folder, '--yes', '--limit', '20', '--from', sample, '--as-of', '2026-02-01')
  expect(await listNext('by-hand')).toMatchObject({ isDue: false, state: 'ready', next: 'by hand' })
  expect((await room.data('update', 'by-hand', '--from', sample, '--as-of', '2026-02-02')).text).toMatch(
    /nothing new/,
  )
  expect(await listNext('by-hand')).toMatchObject({ isDue: false })
  expect(publisher.requests).toEqual([])

  // What was bounded stays so when the publisher is asked.
  expect((await room.data('update', 'by-hand')).text).toMatch(/20 rows: 17 created/)
  expect(await listNext('by-hand')).toMatchObject({ isDue: true })
  // A file in between does not end that.
  await room.data('update', 'by-hand', '--from', sample, '--as-of', '2026-03-02')
  expect(await listNext('by-hand')).toMatchObject({ isDue: true })
})

test('half a file that is accepted is loaded and ends nothing; one that is not is refused, and both can be repeated', async () => {
  const folder = await room.register({
    name: 'halves',
    entry: { complete: 'source' },
    full: { container: 'gzip' },
  })
  const publish = async (count: number, share: number) => {
    const packed = gzipSync(jsonLines(rows('Halves', count)))
    const file = join(room.folder, `halves-${count}-${share}.jsonl.gz`)
    await writeFile(file, packed.subarray(0, packed.length * share))
    return file
  }
  const whole = await publish(2_000, 1)
  expect((await room.data('add', folder, '--yes', '--from', whole, '--as-of', '2026-02-01')).text).toMatch(
    /2,000 created/,
  )
  const half = await publish(1_999, 0.5)
  const refused = await room.data('update', 'halves', '--from', half, '--as-of', '2026-02-02')
  expect(refused.text).toMatch(/cut off|damaged/)
  const accepted = await room.data('update', 'halves', '--from', half, '--as-of', '2026-02-02', '--accept')
  expect([accepted.code, accepted.text]).toEqual([0, expect.not.stringMatching(/ended/)])
  expect(await listNext('halves')).toMatchObject({ state: 'ready' })
  expect((await room.data('status')).text).not.toMatch(/halves .*(cut off|damaged)/)
  const later = await publish(1_999, 1)
  expect((await room.data('update', 'halves', '--from', later, '--as-of', '2026-02-03')).text).toMatch(
    / 1 ended/,
  )
})
