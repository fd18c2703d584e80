import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

const never = new AbortController().signal

test('one at a time for a key, in order; other keys do not wait', async () => {
  const turns = createTurns(0)
  const seen: string[] = []
  const [a, b] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const work = (name: string, until?: Promise<void>) => async () => {
    seen.push(`${name} begins`)
    await until
    seen.push(`${name} ends`)
  }
  const first = turns.take('one', never, work('a', a.promise))
  const second = turns.take('one', never, work('b', b.promise))
  await turns.take('two', never, work('c'))
  b.resolve()
  a.resolve()
  await Promise.all([first, second])
  expect(seen).toEqual(['a begins', 'c begins', 'c ends', 'a ends', 'b begins', 'b ends'])
})

test('the pause is waited for, also after work that failed', async () => {
  const waits: number[] = []
  const turns = createTurns(60_000, async (ms) => void waits.push(ms))
  await expect(turns.take('one', never, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await turns.take('one', never, async () => {})
  await turns.take('two', never, async () => {})
  expect(waits).toHaveLength(1)
  expect(waits[0]).toBeGreaterThan(50_000)
  expect(waits[0]).toBeLessThanOrEqual(60_000)
})

test('who leaves the line does not end the turn of others', async () => {
  const turns = createTurns(0)
  const gate = Promise.withResolvers<void>()
  const leaving = new AbortController()
  let running = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++running)
    await gate.promise
    running -= 1
  }
  const first = turns.take('one', never, work)
  const second = turns.take('one', leaving.signal, work)
  const third = turns.take('one', never, work)
  leaving.abort(new Error('gone'))
  await expect(second).rejects.toThrow('gone')
  gate.resolve()
  await Promise.all([first, third])
  expect(most).toBe(1)
})
