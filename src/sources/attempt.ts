import type { CapabilityAnswer, Capability } from './capabilities.ts'

export const attemptOutcomes = [
  'found',
  'not_found',
  'timeout',
  'rate_limited',
  'circuit_open',
  'failed',
  'cached',
  'aborted',
  'mismatch',
] as const

export type AttemptOutcome = (typeof attemptOutcomes)[number]

/** How one source fared with one question. */
export interface Attempt {
  /** Name of the configured source; `corpus` for what was known already. */
  source: string
  capability: Capability
  /** Milliseconds. */
  ms: number
  /**
   * `cached`: answered from an earlier call. `circuit_open`: not called, since it failed again and again.
   * `rate_limited`: it asked to wait, now or a while ago. `aborted`: another source was faster.
   * `mismatch`: it answered about somebody else, which is not taken.
   */
  outcome: AttemptOutcome
  /** Whether it had something: of `cached` what the earlier call found. */
  found: boolean
  /** Credits of the operator's account at the source. */
  cost: number
}

/** An answer with where it comes from. */
export interface Provided<C extends Capability> {
  answer: CapabilityAnswer<C>
  source: string
  /** ISO 8601. */
  observedAt: string
  /** 0..1 */
  confidence: number
  /** How many lines of the answer could not be read and are not in it; absent when all were. */
  leftOut?: number
}

/** All that sources answered to one question, in the order in which they were asked, and how each fared. */
export interface AskOutcome<C extends Capability> {
  answers: Provided<C>[]
  attempts: Attempt[]
}
