import { afterEach, expect, test } from 'vitest'
import { ContainedProcess, OverLimit, ProcessGone } from './contained-process.ts'

const script = new URL('../../../test/support/misbehaving-child.ts', import.meta.url)
const never = new AbortController().signal
const started: ContainedProcess[] = []
afterEach(() => started.splice(0).forEach((process) => process.end()))

function start(limits = { heapMb: 64, residentMb: 400 }) {
  const process = new ContainedProcess(script, limits)
  started.push(process)
  return (deed: string, more: { bytes?: Buffer; signal?: AbortSignal; longestMs?: number } = {}) =>
    process.ask({ deed }, { signal: never, longestMs: 30_000, ...more })
}

test('orders and the bytes beside them arrive one after the other', async () => {
  const ask = start()
  for (const length of [0, 1, 5_000_000, 70_000])
    expect(await ask('behave', { bytes: Buffer.alloc(length) })).toMatchObject({ bytes: length })
})

test.each([
  ['heap', /too much memory/],
  ['array', /too much memory|cannot be read/],
  ['abort', /cannot be read/],
])('%s: the process ends, this one does not', async (deed, message) => {
  const failure = await start()(deed).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(OverLimit)
  expect((failure as Error).message).toMatch(message)
})

test.skipIf(process.platform !== 'linux')('buffers beside the heap are seen, too', async () => {
  const before = process.memoryUsage().rss
  await expect(start()('buffers')).rejects.toThrow(OverLimit)
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 ** 2)
})

test('one that never answers is ended in time', async () => {
  await expect(start()('spin', { longestMs: 1_500 })).rejects.toThrow('takes too long')
})

test('who leaves does not wait', async () => {
  const abort = new AbortController()
  const asked = start()('spin', { signal: abort.signal })
  abort.abort(new Error('gone'))
  await expect(asked).rejects.toThrow('gone')
})

test('ended by itself or from outside it is nobody’s file that is wrong', async () => {
  const ask = start()
  await expect(ask('exit')).rejects.toThrow(ProcessGone)
  await expect(ask('behave')).rejects.toThrow(ProcessGone)
})

test('a throw is a reply, and the next order is served', async () => {
  const ask = start()
  expect(await ask('throw')).toMatchObject({ failed: expect.stringContaining('broken') })
  expect(await ask('behave')).toMatchObject({ bytes: 0 })
})
