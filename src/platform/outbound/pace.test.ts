import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createPace } from './pace.ts'

const signal = new AbortController().signal

test('so many at a time, in the order they asked', async () => {
  const pace = createPace()
  const order: number[] = []
  const leaves = await Promise.all([
    pace.turn('a', { atOnce: 2 }, signal),
    pace.turn('a', { atOnce: 2 }, signal),
  ])
  const later = [3, 4].map(async (number) => {
    const leave = await pace.turn('a', { atOnce: 2 }, signal)
    order.push(number)
    leave()
  })
  await Promise.resolve()
  expect(order).toEqual([])
  // Given back twice counts once.
  leaves[0]?.()
  leaves[0]?.()
  await Promise.all(later)
  expect(order).toEqual([3, 4])
  await pace.turn('b', { atOnce: 1 }, signal)
})

test('so many a second', async () => {
  const pace = createPace()
  const startedMs = performance.now()
  for (let turn = 0; turn < 4; turn++) (await pace.turn('a', { atOnce: 9, perSecond: 50 }, signal))()
  // Three waits of 20 ms; timers may be a little early.
  expect(performance.now() - startedMs).toBeGreaterThan(55)
})

test('who leaves the line takes no turn: hundreds who gave up keep nobody waiting', async () => {
  const pace = createPace()
  const want = { atOnce: 9, perSecond: 4 }
  ;(await pace.turn('a', want, signal))()
  const impatient = new AbortController()
  const left = Array.from({ length: 500 }, () => pace.turn('a', want, impatient.signal))
  const waiting = pace.turn('a', want, signal)
  impatient.abort(new Error('no time'))
  for (const each of left) await expect(each).rejects.toThrow('no time')
  // With 500 turns lost it would take two minutes.
  const first = await Promise.race([waiting.then(() => 'turn'), delay(10_000, 'late')])
  expect(first).toBe('turn')
})

test('an aborted signal gets no turn at all', async () => {
  await expect(createPace().turn('a', { atOnce: 1 }, AbortSignal.abort(new Error('gone')))).rejects.toThrow(
    'gone',
  )
})
