/** Shared reads, none of which began before its caller asked. */
export interface LatestRead {
  /** Resolves with a read that begins now or later. */
  (): Promise<void>
  /** Whether the last requested read has not ended. */
  underWay(): Promise<void> | undefined
}

/**
 * A running read may have begun before the caller's own write, so callers that arrive meanwhile share the next one.
 */
export function latestRead(read: () => Promise<void>): LatestRead {
  let reading: Promise<void> | undefined
  let next: Promise<void> | undefined
  const begin = (): Promise<void> => (reading = read().finally(() => (reading = undefined)))
  const ask = (): Promise<void> => {
    if (next !== undefined) return next
    if (reading === undefined) return begin()
    const after = () => {
      next = undefined
      return begin()
    }
    return (next = reading.then(after, after))
  }
  return Object.assign(ask, { underWay: () => next ?? reading })
}
