import { expect, test } from 'vitest'
import { prepared } from './member-pages.ts'

async function* pages() {
  yield* [1, 2, 3]
}

test('pages come in their order, one being prepared while the one before is used', async () => {
  const begun: number[] = []
  const seen: string[] = []
  const prepare = async (page: number) => {
    begun.push(page)
    return page * 10
  }
  for await (const page of prepared(pages(), prepare)) seen.push(`${page} of ${begun.length}`)
  expect(seen).toEqual(['10 of 2', '20 of 3', '30 of 3'])
})

test('what fails while the page before is used is told when it is waited for, and ends no process before', async () => {
  const unhandled: unknown[] = []
  const note = (error: unknown) => void unhandled.push(error)
  process.on('unhandledRejection', note)
  const prepare = async (page: number) => {
    if (page === 2) throw new Error('aborted')
    return page
  }
  const read = prepared(pages(), prepare)
  expect(await read.next()).toEqual({ done: false, value: 1 })
  // The rejection is noticed, or not, before the next turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve))
  expect(unhandled).toEqual([])
  await expect(read.next()).rejects.toThrow('aborted')
  process.off('unhandledRejection', note)
})
