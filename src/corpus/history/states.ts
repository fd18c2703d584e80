import { dayMs } from '../../lib/time.ts'

/** Tracked members of an entity as they were observed at an instant. */
export interface PastState {
  /** ISO 8601. */
  observedAt: string
  tracked: Record<string, unknown>
}

/** What is known of an entity over time; its newest state is the record. */
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

/** An entity whose tracked members are others than they were. */
export interface EntityChange {
  /** Entity id, decimal. */
  id: string
  /** The commit that wrote the newest state. With the one before it names a change: the pair never comes twice. */
  commit: number
  /** The record as it is answered. */
  record: Record<string, unknown>
  /** Null when the entity was not known then. */
  before: PastState | null
  after: PastState
  /** All states before the newest, oldest first, of many the newest 20. */
  past: PastState[]
  /**
   * The state to compare the newest one with instead of `before`: the one that held so many days before now, otherwise (none
   * given, or nothing known that old) the one before the newest. Undefined when that is the first.
   */
  earlier(lookback?: Lookback): PastState | undefined
}

/** States of one entity that are read, the newest. */
export const maxStates = 20

/** See `EntityChange.earlier`. */
export function earlierState(past: readonly PastState[], lookback?: Lookback): PastState | undefined {
  if (lookback === undefined) return past.at(-1)
  const fromMs = lookback.nowMs - lookback.days * dayMs
  return past.findLast(({ observedAt }) => Date.parse(observedAt) <= fromMs) ?? past.at(-1)
}
