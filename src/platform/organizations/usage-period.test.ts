import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextReset } from './usage-period.ts'

describe('usage period', () => {
  it.each([
    ['2026-01-15T12:34:56.789Z', '2026-02-15T12:34:56.789Z'],
    ['2026-01-31T00:00:00.000Z', '2026-02-28T00:00:00.000Z'],
    ['2028-01-30T00:00:00.000Z', '2028-02-29T00:00:00.000Z'],
    ['2026-12-31T23:59:59.999Z', '2027-01-31T23:59:59.999Z'],
  ])('from %s resets at %s', (start, reset) => {
    expect(new Date(nextReset(Date.parse(start))).toISOString()).toBe(reset)
  })

  it('is 28 to 31 days long and ends in the next calendar month', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        (start) => {
          const reset = new Date(nextReset(start.getTime()))
          const days = (reset.getTime() - start.getTime()) / 86_400_000
          expect(days).toBeGreaterThanOrEqual(28)
          expect(days).toBeLessThanOrEqual(31)
          expect(reset.getUTCMonth()).toBe((start.getUTCMonth() + 1) % 12)
        },
      ),
    )
  })
})
