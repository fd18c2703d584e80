/** The only source of time. Production uses `systemClock`; tests pass a `FrozenClock`. */
export interface Clock {
  /** Wall time in milliseconds since the epoch. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** A clock that moves only when told to. */
export interface FrozenClock extends Clock {
  set(epochMs: number): void
  advance(ms: number): void
}

export function frozenClock(startMs = Date.UTC(2026, 0, 15, 12)): FrozenClock {
  let current = startMs
  return {
    now: () => current,
    set(epochMs) {
      current = epochMs
    },
    advance(ms) {
      current += ms
    },
  }
}

/** Milliseconds that only ever grow, for measuring how old something is; says nothing about the time of day. */
export const monotonicMs = (): number => performance.now()
