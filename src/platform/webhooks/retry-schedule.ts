import { retryAfterMs } from '../../lib/http-headers.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** After the first attempt, the second, and so on: eight attempts over 27 hours and 35 minutes. */
const delaysMs = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour]
const jitter = 0.2

/**
 * Milliseconds from a failed attempt (the first is 1) to the next one, with ±20 % jitter; undefined after the last. A
 * receiver that asks for more time gets it, up to a day. `random`: 0 to 1.
 */
export function delayAfter(
  attempt: number,
  { random, waitMs }: { random: number; waitMs: number },
): number | undefined {
  const delayMs = delaysMs[attempt - 1]
  if (delayMs === undefined) return undefined
  return Math.max(Math.round(delayMs * (1 - jitter + 2 * jitter * random)), waitMs)
}

/** Milliseconds a receiver asks for, 0 where it asks for none. */
export const readWait = (retryAfter: string | undefined, nowMs: number): number =>
  retryAfterMs(retryAfter, nowMs) ?? 0
