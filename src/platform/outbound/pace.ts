import { setTimeout as delay } from 'node:timers/promises'
import { monotonicMs } from '../../lib/clock.ts'

/** Turns at a resource: at most so many at a time, and so many a second. */
export interface Pace {
  /** Waits for a turn; the answer gives it back. Rejects when the signal aborts first. */
  turn(
    key: string,
    want: { atOnce: number; perSecond?: number | undefined },
    signal: AbortSignal,
  ): Promise<() => void>
}

interface Line {
  running: number
  /** When the next turn may begin, in monotonic milliseconds. */
  nextMs: number
  waiting: (() => void)[]
}

/** Turns by key, in the order they were asked for. Keys nobody uses are forgotten. */
export function createPace(): Pace {
  const lines = new Map<string, Line>()

  function leave(key: string, line: Line): void {
    line.running -= 1
    line.waiting.shift()?.()
    if (line.running === 0 && line.waiting.length === 0 && line.nextMs <= monotonicMs()) lines.delete(key)
  }

  return {
    async turn(key, { atOnce, perSecond }, signal) {
      signal.throwIfAborted()
      const line = lines.get(key) ?? { running: 0, nextMs: 0, waiting: [] }
      lines.set(key, line)
      while (line.running >= atOnce) await place(line, signal)
      line.running += 1
      try {
        if (perSecond !== undefined) {
          const startMs = Math.max(monotonicMs(), line.nextMs)
          line.nextMs = startMs + 1_000 / perSecond
          const waitMs = startMs - monotonicMs()
          if (waitMs > 0) await delay(waitMs, undefined, { signal })
        }
      } catch (error) {
        leave(key, line)
        throw error
      }
      let left = false
      return () => {
        if (!left) leave(key, line)
        left = true
      }
    },
  }
}

/** Waits until somebody leaves. */
function place(line: Line, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const go = () => {
      signal.removeEventListener('abort', stop)
      resolve()
    }
    const stop = () => {
      line.waiting.splice(line.waiting.indexOf(go), 1)
      reject(signal.reason as Error)
    }
    line.waiting.push(go)
    signal.addEventListener('abort', stop, { once: true })
  })
}
