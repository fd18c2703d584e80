import { expect, test } from 'vitest'
import { limitConcurrency } from './limit-concurrency.ts'

test('runs at most so many at once, all of them, in order; one that fails gives its place up', async () => {
  const limited = limitConcurrency(3)
  const started: number[] = []
  let running = 0
  let most = 0
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      limited(async () => {
        started.push(index)
        most = Math.max(most, ++running)
        await new Promise((resolve) => setImmediate(resolve))
        running--
        if (index % 5 === 0) throw new Error(`${index}`)
        return index
      }),
    ),
  )
  expect(most).toBe(3)
  expect(started).toEqual(Array.from({ length: 20 }, (_, index) => index))
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(4)
  expect(await limited(async () => 'free again')).toBe('free again')
})
