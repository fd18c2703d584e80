import type { Attempt } from '../../sources/index.ts'

/** Outcomes after which nothing is known: another visit should not wait for its turn. */
const unanswered = new Set<Attempt['outcome']>([
  'timeout',
  'rate_limited',
  'circuit_open',
  'failed',
  'aborted',
])

export const isUnanswered = (attempts: readonly Attempt[]): boolean =>
  attempts.some(({ outcome }) => unanswered.has(outcome))
