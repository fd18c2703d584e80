import type { TopUpHistory, TopUpSettings } from './top-up-rows.ts'
import { dayMs } from '../../lib/time.ts'

/** Caps of settings that name none: a threshold that purchases do not reach must not buy with every look. */
export const usualCaps = { perDay: 3, perMonth: 20 } as const

/**
 * The least time between two top-ups of a subscription, whatever its caps: purchases that are settled at once, for a
 * threshold they do not reach, would otherwise follow each other as fast as charges do.
 */
export const topUpGapMs = 60_000

/** After a refused payment the next attempt waits, so that a bad card is not tried with every request. */
const afterFailureMs = 3_600_000

/** Whether automatic top-up would buy now; `pausedUntilMs` is when what stops it is over. */
export type TopUpState =
  | { state: 'active' }
  | { state: 'off' }
  | { state: 'paused'; reason: 'daily-cap' | 'monthly-cap' | 'payment-failed'; pausedUntilMs: number }
  /** Nothing can be bought here any more, for all that is known for ever. */
  | { state: 'paused'; reason: 'not-offered'; pausedUntilMs: null }

export function topUpState(
  settings: Pick<TopUpSettings, 'isEnabled' | 'maxPerDay' | 'maxPerMonth'>,
  history: TopUpHistory,
  nowMs: number,
): TopUpState {
  if (!settings.isEnabled) return { state: 'off' }
  const { maxPerDay, maxPerMonth } = settings
  if (maxPerMonth !== null && history.thisMonth >= maxPerMonth) {
    const now = new Date(nowMs)
    const pausedUntilMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
    return { state: 'paused', reason: 'monthly-cap', pausedUntilMs }
  }
  if (maxPerDay !== null && history.lastDay.length >= maxPerDay) {
    // The oldest that still counts against the cap has to leave the 24 hours.
    const leaves = history.lastDay[history.lastDay.length - maxPerDay]?.getTime() ?? nowMs
    return { state: 'paused', reason: 'daily-cap', pausedUntilMs: leaves + dayMs }
  }
  const failedMs = history.lastFailure?.getTime() ?? Number.NEGATIVE_INFINITY
  if (failedMs + afterFailureMs > nowMs) {
    return { state: 'paused', reason: 'payment-failed', pausedUntilMs: failedMs + afterFailureMs }
  }
  return { state: 'active' }
}
