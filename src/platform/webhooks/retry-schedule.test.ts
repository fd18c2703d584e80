import { describe, expect, it } from 'vitest'
import { verifies } from '../../../test/conformance/verifies.ts'
import { delayAfter, readWait } from './retry-schedule.ts'

const hour = 3_600_000
const delays = (random: number) =>
  Array.from({ length: 7 }, (_, index) => delayAfter(index + 1, { random, waitMs: 0 }) ?? 0)
const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)

describe('attempts', () => {
  it('are eight, over 27 hours and 35 minutes, each within a fifth', () => {
    verifies('event.schedule')
    expect(delays(0.5)).toEqual([5_000, 300_000, hour / 2, 2 * hour, 5 * hour, 10 * hour, 10 * hour])
    expect(sum(delays(0.5))).toBe(27 * hour + 35 * 60_000 + 5_000)
    expect(delays(0)).toEqual(delays(0.5).map((ms) => ms * 0.8))
    expect(delays(1)).toEqual(delays(0.5).map((ms) => ms * 1.2))
    expect(delayAfter(8, { random: 0.5, waitMs: 5_000 })).toBe(undefined)
  })

  it('wait as long as the receiver asks, up to a day, and no shorter than otherwise', () => {
    const after = (retryAfter: string) =>
      delayAfter(2, { random: 0.5, waitMs: readWait(retryAfter, Date.UTC(2026, 0, 15)) })
    expect(after('3600')).toBe(hour)
    expect(after('1')).toBe(300_000)
    expect(after('999999999')).toBe(24 * hour)
    expect(after('Thu, 15 Jan 2026 01:00:00 GMT')).toBe(hour)
    expect(after('Thu, 15 Jan 2099 01:00:00 GMT')).toBe(24 * hour)
    for (const nonsense of ['', '-1', 'soon', '1e9', '9'.repeat(400)]) expect(after(nonsense)).toBe(300_000)
  })
})
