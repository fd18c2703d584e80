import { Refused, Unreachable } from './errors.ts'

/** Resolves after so many milliseconds; rejects with the reason of a signal that is aborted meanwhile. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>

export interface RetrySettings {
  /** How often a request is sent again at most. */
  retries: number
  /** The longest wait; a Retry-After beyond it is thrown at once. */
  maxWaitSeconds: number
  wait: Wait
}

/** Answers that say: not now. The same request may succeed later. */
const passing = new Set([408, 429, 502, 503, 504])

export interface Repeatable {
  /**
   * Whether a second request has no effect beyond the first and costs nothing more. Without it only 429 is tried again: that
   * is answered before anything is done or held.
   */
  isSafe: boolean
  signal: AbortSignal | undefined
}

/** Sends a request until it is answered for good. */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { isSafe, signal }: Repeatable,
  settings: RetrySettings,
): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await attempt()
    } catch (error) {
      const seconds = secondsUntilAnother(error, failures, isSafe)
      if (seconds === undefined || failures >= settings.retries || seconds > settings.maxWaitSeconds)
        throw error
      await settings.wait(seconds * 1000, signal)
    }
  }
}

/** Undefined where another try would repeat the fault, or could do or charge something twice. */
function secondsUntilAnother(error: unknown, failures: number, isSafe: boolean): number | undefined {
  // Half of it by chance, so that clients which failed together do not come back together.
  const backoff = 0.5 * 2 ** failures * (0.5 + Math.random() / 2)
  if (error instanceof Unreachable) return isSafe ? backoff : undefined
  if (!(error instanceof Refused)) return undefined
  const { status, retryAfterSeconds } = error
  if (status === 429) return retryAfterSeconds ?? backoff
  if (!isSafe) return undefined
  if (passing.has(status)) return retryAfterSeconds ?? backoff
  // A request with this key is running: its answer can be had when it is done.
  return error.code === 'idempotency_conflict' ? retryAfterSeconds : undefined
}

export const waitMs: Wait = (ms, signal) =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
