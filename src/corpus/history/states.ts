import { dayMs } from '../../lib/time.ts'

/** Tracked members of an entity as observed at an instant. */
export interface PastState {
  /** ISO 8601. */
  observedAt: string
  tracked: Record<string, unknown>
}

/** The states of an entity over time. The newest one is the record. */
export interface EntityHistory {
  /** States before the newest, oldest first. */
  past: PastState[]
  /** When the newest state was observed. ISO 8601. */
  observedAt: string
}

/** How far to look back. */
export interface Lookback {
  days: number
  nowMs: number
}

/** An entity whose tracked members have changed. */
export interface EntityChange {
  /** Entity id, decimal. */
  id: string
  /** The commit that wrote the newest state. With the one before, it names a change: the pair never repeats. */
  commit: number
  /** The record as answers show it. */
  record: Record<string, unknown>
  /** Null when the entity did not exist then. */
  before: PastState | null
  after: PastState
  /** All states before the newest, oldest first; the newest 20 of many. */
  past: PastState[]
  /**
   * The state to compare the newest one with instead of `before`: the one of this many days ago; without days, or
   * where nothing is that old, the one before the newest. Undefined when the newest is the first.
   */
  earlier(lookback?: Lookback): PastState | undefined
}

/** States that are read of one entity, the newest ones. */
export const maxStates = 20

/** See `EntityChange.earlier`. */
export function earlierState(past: readonly PastState[], lookback?: Lookback): PastState | undefined {
  if (lookback === undefined) return past.at(-1)
  const fromMs = lookback.nowMs - lookback.days * dayMs
  return past.findLast(({ observedAt }) => Date.parse(observedAt) <= fromMs) ?? past.at(-1)
}
