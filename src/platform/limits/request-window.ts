/**
 * The instants of the latest admissions, oldest first, in a ring that grows to what is needed. Exact: no bucket and
 * no weighting, so no rolling window ever holds more than was allowed. 3,500 a minute is 28 kB.
 */
export interface RequestWindow {
  /** Forgets instants that have left the window. */
  expire(nowMs: number, windowMs: number): void
  push(nowMs: number): void
  readonly count: number
  /** The instant that is `index` places after the oldest. */
  at(index: number): number
  /** Latest admission; undefined when there is none. */
  readonly newest: number | undefined
}

const firstCapacity = 8

export function createRequestWindow(): RequestWindow {
  let ring = new Float64Array(firstCapacity)
  let head = 0
  let count = 0

  const at = (index: number) => ring[(head + index) % ring.length] as number

  function grow(): void {
    const larger = new Float64Array(ring.length * 2)
    for (let i = 0; i < count; i++) larger[i] = at(i)
    ring = larger
    head = 0
  }

  return {
    expire(nowMs, windowMs) {
      while (count > 0 && at(0) + windowMs <= nowMs) {
        head = (head + 1) % ring.length
        count -= 1
      }
    },
    push(nowMs) {
      if (count === ring.length) grow()
      ring[(head + count) % ring.length] = nowMs
      count += 1
    },
    get count() {
      return count
    },
    at,
    get newest() {
      return count === 0 ? undefined : at(count - 1)
    },
  }
}
