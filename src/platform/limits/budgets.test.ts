import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { frozenClock } from '../../lib/clock.ts'
import { createBudgets } from './budgets.ts'

const minute = (max: number) => ({ max, windowSeconds: 60 })

function setUp(mostBudgets = 1_000) {
  const clock = frozenClock()
  return { clock, budgets: createBudgets({ clock, mostBudgets }) }
}

/** Gaps between arrivals: bursts, steady streams and pauses. */
const gaps = fc.array(fc.oneof(fc.constant(0), fc.nat(50), fc.nat(2_000), fc.nat(70_000)), {
  minLength: 1,
  maxLength: 400,
})

describe('budgets', () => {
  it('never admit more than the limit in any rolling window', () => {
    fc.assert(
      fc.property(
        gaps,
        fc.integer({ min: 1, max: 20 }),
        fc.constantFrom(1, 10, 60),
        (waits, max, windowSeconds) => {
          const { clock, budgets } = setUp()
          const admitted: number[] = []
          for (const wait of waits) {
            clock.advance(wait)
            if (budgets.admit('a', { max, windowSeconds }).admitted) admitted.push(clock.now())
          }
          for (const [index, instantMs] of admitted.entries()) {
            const before = admitted[index - max]
            if (before !== undefined) expect(instantMs - before).toBeGreaterThanOrEqual(windowSeconds * 1_000)
          }
        },
      ),
    )
  })

  it('refuse nobody who is within the limit: the same decisions as a count over the whole history', () => {
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 20 }), (waits, max) => {
        const { clock, budgets } = setUp()
        const admitted: number[] = []
        for (const wait of waits) {
          clock.advance(wait)
          const recent = admitted.filter((instantMs) => instantMs > clock.now() - 60_000).length
          const { admitted: yes, remaining } = budgets.admit('a', minute(max))
          expect(yes).toBe(recent < max)
          expect(remaining).toBe(Math.max(0, max - recent - (yes ? 1 : 0)))
          if (yes) admitted.push(clock.now())
        }
      }),
    )
  })

  it('tell the truth: who waits exactly that long is admitted, a second less is not enough', () => {
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 20 }), (waits, max) => {
        const { clock, budgets } = setUp()
        for (const wait of waits) {
          clock.advance(wait)
          const { admitted, remaining, retryAfterSeconds } = budgets.admit('a', minute(max))
          expect(retryAfterSeconds > 0).toBe(remaining === 0)
          if (admitted) continue
          clock.advance((retryAfterSeconds - 1) * 1_000)
          expect(budgets.admit('a', minute(max)).admitted).toBe(false)
          clock.advance(1_000)
          expect(budgets.admit('a', minute(max)).admitted).toBe(true)
        }
      }),
    )
  })

  it('admit at least 95 % of the limit at twice the load', () => {
    for (const max of [10, 120, 3_500]) {
      const { clock, budgets } = setUp()
      const start = clock.now()
      let admitted = 0
      for (let request = 0; request < 10 * 2 * max; request++) {
        clock.set(start + Math.floor((request * 60_000) / (2 * max)))
        if (budgets.admit('a', minute(max)).admitted) admitted += 1
      }
      expect(admitted / (10 * max)).toBeGreaterThanOrEqual(0.95)
      expect(admitted).toBeLessThanOrEqual(10 * max)
    }
  })

  it('count each name for itself', () => {
    const { budgets } = setUp()
    for (let i = 0; i < 5; i++) budgets.admit('a', minute(2))
    expect(budgets.admit('b', minute(2))).toEqual({
      admitted: true,
      max: 2,
      windowSeconds: 60,
      remaining: 1,
      retryAfterSeconds: 0,
    })
  })

  it('follow a changed limit at once, and are truthful while it is lower than what was admitted', () => {
    const { clock, budgets } = setUp()
    for (let i = 0; i < 10; i++) {
      budgets.admit('a', minute(10))
      clock.advance(1_000)
    }
    const refused = budgets.admit('a', minute(4))
    expect(refused).toMatchObject({ admitted: false, remaining: 0, retryAfterSeconds: 56 })
    clock.advance(55_999)
    expect(budgets.admit('a', minute(4)).admitted).toBe(false)
    clock.advance(1)
    expect(budgets.admit('a', minute(4)).admitted).toBe(true)
    expect(budgets.admit('a', minute(20)).admitted).toBe(true)
  })

  it('neither open nor lock when the clock is set back', () => {
    const { clock, budgets } = setUp()
    for (let i = 0; i < 3; i++) budgets.admit('a', minute(3))
    clock.advance(-3_600_000)
    expect(budgets.admit('a', minute(3)).admitted).toBe(false)
    clock.advance(59_999)
    expect(budgets.admit('a', minute(3)).admitted).toBe(false)
    clock.advance(1)
    expect(budgets.admit('a', minute(3)).admitted).toBe(true)
  })

  it('forget names that are idle, and the one unused longest when there are too many', () => {
    const { clock, budgets } = setUp(100)
    for (let i = 0; i < 90; i++) budgets.admit(`idle ${i}`, minute(5))
    clock.advance(61_000)
    budgets.admit('busy', minute(1))
    expect(budgets.size).toBe(1)
    for (let i = 0; i < 500; i++) {
      budgets.admit(`name ${i}`, minute(5))
      expect(budgets.admit('busy', minute(1)).admitted).toBe(false)
    }
    expect(budgets.size).toBe(100)
  })
})
