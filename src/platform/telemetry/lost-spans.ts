import type { Log } from '../../lib/log.ts'
import { minuteMs } from '../../lib/time.ts'

export interface LostSpans {
  add(count: number, reason: string): void
  /** Since the start. */
  total(): number
  /** Says what is not said yet. */
  close(): void
}

/** Tells of spans that did not reach the collector: the first at once, and then what was lost since, once a minute at most. */
export function tellLostSpans(log: Log, now: () => number = () => performance.now()): LostSpans {
  let count = 0
  let total = 0
  let why = ''
  let toldAtMs = -Infinity
  function tell(): void {
    log('spans did not reach the collector of traces', { level: 'warn', spans: count, reason: why })
    count = 0
    toldAtMs = now()
  }
  return {
    add(more, reason) {
      count += more
      total += more
      why = reason
      if (now() - toldAtMs >= minuteMs) tell()
    },
    total: () => total,
    close() {
      if (count > 0) tell()
    },
  }
}
