import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { oneAhead } from './one-ahead.ts'

/** Numbers, the last of which fails where that is wanted; tells what has begun and whether it was left. */
function numbers(count: number, failsAt = -1) {
  const state = { begins: 0, isLeft: false }
  async function* make() {
    try {
      for (let index = 0; index < count; index++) {
        state.begins = index + 1
        await nextTurn()
        if (index === failsAt) throw new Error(`number ${index}`)
        yield index
      }
    } finally {
      state.isLeft = true
    }
  }
  return { state, values: make() }
}

test('one value is prepared while its caller works on another, and never two', async () => {
  const { state, values } = numbers(5)
  const seenValues: number[] = []
  for await (const value of oneAhead(values)) {
    await nextTurn()
    await nextTurn()
    expect(state.begins).toBe(Math.min(5, value + 2))
    seenValues.push(value)
  }
  expect(seenValues).toEqual([0, 1, 2, 3, 4])
})

test('a failure comes after the values before it', async () => {
  const seenValues: number[] = []
  const read = async () => {
    for await (const value of oneAhead(numbers(5, 2).values)) {
      await nextTurn()
      await nextTurn()
      seenValues.push(value)
    }
  }
  await expect(read()).rejects.toThrow('number 2')
  expect(seenValues).toEqual([0, 1])
})

test('whoever leaves early leaves nothing running, also after a failure of what was ahead', async () => {
  for (const failsAt of [-1, 1]) {
    const { state, values } = numbers(5, failsAt)
    for await (const value of oneAhead(values)) if (value === 0) break
    expect(state).toEqual({ begins: 2, isLeft: true })
  }
})
