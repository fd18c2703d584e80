import { monotonicMs } from '../lib/clock.ts'

/** Time a call may take, which stands still while the call waits for its turn. */
export interface CallTime {
  /** Aborts when the time is up. */
  signal: AbortSignal
  isUp(): boolean
  leftMs(): number
  /** Lets the time stand still until the answered function is called. */
  pause(): () => void
  clear(): void
}

export function startCallTime(ms: number): CallTime {
  const controller = new AbortController()
  let left = ms
  let pauses = 0
  let startedMs = 0
  let timer: NodeJS.Timeout | undefined
  const run = () => {
    startedMs = monotonicMs()
    timer = setTimeout(() => controller.abort(new Error('the source took too long')), Math.max(0, left))
  }
  const stop = () => {
    clearTimeout(timer)
    left -= monotonicMs() - startedMs
  }
  run()
  return {
    signal: controller.signal,
    isUp: () => controller.signal.aborted,
    leftMs: () => Math.max(1, pauses > 0 ? left : left - (monotonicMs() - startedMs)),
    pause() {
      if (pauses === 0) stop()
      pauses += 1
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        pauses -= 1
        if (pauses === 0) run()
      }
    },
    clear: () => clearTimeout(timer),
  }
}
