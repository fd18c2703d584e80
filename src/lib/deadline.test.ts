import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deadlineSignal, withDeadline } from './deadline.ts'

const late = (): Error => new Error('late')

describe('withDeadline', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('gives the value and leaves no timer', async () => {
    await expect(withDeadline(Promise.resolve(7), 1000, late)).resolves.toBe(7)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('gives the failure and leaves no timer', async () => {
    await expect(withDeadline(Promise.reject(new Error('own')), 1000, late)).rejects.toThrow('own')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('fails exactly when the time is over, not before', async () => {
    const states: string[] = []
    const waiting = withDeadline(new Promise(() => {}), 1000, late).catch((error: Error) =>
      states.push(error.message),
    )
    await vi.advanceTimersByTimeAsync(999)
    expect(states).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await waiting
    expect(states).toEqual(['late'])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a failure after the deadline is no unhandled rejection', async () => {
    const unhandled: unknown[] = []
    const listen = (reason: unknown): void => void unhandled.push(reason)
    process.on('unhandledRejection', listen)
    const work = Promise.withResolvers<never>()
    const waiting = expect(withDeadline(work.promise, 10, late)).rejects.toThrow('late')
    await vi.advanceTimersByTimeAsync(10)
    await waiting
    work.reject(new Error('too late to matter'))
    vi.useRealTimers()
    // Node reports unhandled rejections once the microtasks of a turn are done.
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', listen)
    expect(unhandled).toEqual([])
  })

  test('a delay longer than a timer can hold does not fire at once', async () => {
    const states: string[] = []
    void withDeadline(new Promise(() => {}), Infinity, late).catch(() => states.push('late'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(states).toEqual([])
  })

  test('refuses a value that is no delay', async () => {
    for (const bad of [-1, Number.NaN]) {
      await expect(withDeadline(Promise.resolve(1), bad, late)).rejects.toThrow(RangeError)
    }
  })
})

describe('deadlineSignal', () => {
  test('aborts by itself with a TimeoutError', async () => {
    const signal = deadlineSignal(1)
    if (!signal.aborted) await once(signal, 'abort')
    expect((signal.reason as Error).name).toBe('TimeoutError')
  })

  test('aborts with the reason of whichever parent comes first', () => {
    const parent = new AbortController()
    const signal = deadlineSignal(60_000, undefined, parent.signal, new AbortController().signal)
    expect(signal.aborted).toBe(false)
    parent.abort(new Error('client gone'))
    expect((signal.reason as Error).message).toBe('client gone')
  })

  test('is aborted from the start when a parent is', () => {
    expect(deadlineSignal(60_000, AbortSignal.abort()).aborted).toBe(true)
  })
})
