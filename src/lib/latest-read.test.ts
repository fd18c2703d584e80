import { expect, test } from 'vitest'
import { latestRead } from './latest-read.ts'

test('nobody gets a read that began before they came, and all who come during one share the next', async () => {
  const ends: ((failed?: Error) => void)[] = []
  const ask = latestRead(
    () =>
      new Promise((resolve, reject) =>
        ends.push((failed) => (failed === undefined ? resolve() : reject(failed))),
      ),
  )
  expect(ask.underWay()).toBeUndefined()
  const first = ask()
  const [second, third] = [ask(), ask()]
  expect(second).toBe(third)
  expect(ask.underWay()).toBe(second)
  expect(ends).toHaveLength(1)
  // One that fails takes nobody else along.
  ends[0]?.(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await expect.poll(() => ends.length).toBe(2)
  ends[1]?.()
  await Promise.all([second, third])
  expect(ask.underWay()).toBeUndefined()
})
