import { monotonicMs } from '../../lib/clock.ts'

/** Turns at a resource: at most so many at a time, and so many a second. */
export interface Pace {
  /** Waits for a turn; the answer gives it back. Rejects when the signal aborts first, and then no turn was used. */
  turn(
    key: string,
    want: { atOnce: number; perSecond?: number | undefined },
    signal: AbortSignal,
  ): Promise<() => void>
}

interface Waiting {
  atOnce: number
  perSecond: number | undefined
  go(): void
}

interface Line {
  running: number
  /** When the next turn may begin, in monotonic milliseconds. */
  nextMs: number
  waiting: Waiting[]
  timer: NodeJS.Timeout | undefined
}

/** Turns by key, in the order they were asked for. Keys nobody uses are forgotten. */
export function createPace(): Pace {
  const lines = new Map<string, Line>()

  /** Admits everyone who may begin now. A turn is used when it begins, so a caller that leaves the line uses none. */
  function advance(key: string, line: Line): void {
    clearTimeout(line.timer)
    for (let first = line.waiting[0]; first !== undefined; first = line.waiting[0]) {
      if (line.running >= first.atOnce) return
      const nowMs = monotonicMs()
      if (first.perSecond !== undefined) {
        if (nowMs < line.nextMs) {
          line.timer = setTimeout(() => advance(key, line), line.nextMs - nowMs)
          return
        }
        line.nextMs = nowMs + 1_000 / first.perSecond
      }
      line.waiting.shift()
      line.running += 1
      first.go()
    }
    if (line.running === 0 && line.nextMs <= monotonicMs()) lines.delete(key)
  }

  return {
    turn(key, { atOnce, perSecond }, signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason as Error)
        const line = lines.get(key) ?? { running: 0, nextMs: 0, waiting: [], timer: undefined }
        lines.set(key, line)
        const leave = once(() => {
          line.running -= 1
          advance(key, line)
        })
        const stop = () => {
          line.waiting.splice(line.waiting.indexOf(waiting), 1)
          reject(signal.reason as Error)
          advance(key, line)
        }
        const waiting: Waiting = {
          atOnce,
          perSecond,
          go() {
            signal.removeEventListener('abort', stop)
            resolve(leave)
          },
        }
        signal.addEventListener('abort', stop, { once: true })
        line.waiting.push(waiting)
        advance(key, line)
      })
    },
  }
}

function once(act: () => void): () => void {
  let done = false
  return () => {
    if (!done) act()
    done = true
  }
}
