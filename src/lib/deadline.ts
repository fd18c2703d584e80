/** The longest delay a timer can hold (24.8 days); Node would fire anything longer at once. */
const maxDelayMs = 2 ** 31 - 1

/**
 * The promise's outcome, or a rejection with `onLate()` when it has not settled within `ms`. The timer is gone
 * either way; a late failure of the promise is swallowed, never an unhandled rejection. The work itself goes on:
 * hand it `deadlineSignal` to stop it.
 */
export function withDeadline<T>(promise: PromiseLike<T>, ms: number, onLate: () => Error): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(onLate()), delay(ms))
    promise.then(
      (value) => {
        clearTimeout(timer)
        resolve(value)
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}

/**
 * A signal that aborts after `ms` with a TimeoutError, or as soon as any of the parents does, with its reason. Its
 * timer keeps no process alive and is collected with the signal.
 */
export function deadlineSignal(ms: number, ...parents: readonly (AbortSignal | undefined)[]): AbortSignal {
  const signals = parents.filter((parent) => parent !== undefined)
  const timeout = AbortSignal.timeout(delay(ms))
  return signals.length === 0 ? timeout : AbortSignal.any([...signals, timeout])
}

function delay(ms: number): number {
  if (Number.isNaN(ms) || ms < 0) throw new RangeError(`not a delay in milliseconds: ${ms}`)
  return Math.min(Math.ceil(ms), maxDelayMs)
}
