import { setTimeout as delay } from 'node:timers/promises'
import { monotonicMs } from '../../lib/clock.ts'

/** One at a time for each key, with a pause between the end of one and the beginning of the next. */
export interface Turns {
  /** Waits for the key's turn and runs `work`. Rejects when the signal aborts first. */
  take<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>
}

export function createTurns(
  gapMs: number,
  wait: (ms: number, signal: AbortSignal) => Promise<void> = (ms, signal) => delay(ms, undefined, { signal }),
): Turns {
  /** Ends when whoever is last in line has ended; answers when the next may begin, in monotonic milliseconds. */
  const lines = new Map<string, Promise<number>>()
  return {
    async take(key, signal, work) {
      signal.throwIfAborted()
      const before = lines.get(key) ?? Promise.resolve(0)
      const done = Promise.withResolvers<number>()
      lines.set(key, done.promise)
      let nextMs: number | undefined
      try {
        nextMs = await orAborted(before, signal)
        const waitMs = nextMs - monotonicMs()
        if (waitMs > 0) await wait(waitMs, signal)
        return await work().finally(() => {
          nextMs = monotonicMs() + gapMs
        })
      } finally {
        // One that left the line early hands on the turn of the one before it.
        if (nextMs === undefined) void before.then(done.resolve)
        else done.resolve(nextMs)
        void done.promise.then((freeMs) => forget(lines, key, { line: done.promise, freeMs }))
      }
    },
  }
}

/** Keys nobody waits for are kept until their pause is over at the most. */
function forget(
  lines: Map<string, Promise<number>>,
  key: string,
  { line, freeMs }: { line: Promise<number>; freeMs: number },
): void {
  const drop = () => {
    if (lines.get(key) === line) lines.delete(key)
  }
  const leftMs = freeMs - monotonicMs()
  if (leftMs <= 0) drop()
  else setTimeout(drop, leftMs).unref()
}

function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error)
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
