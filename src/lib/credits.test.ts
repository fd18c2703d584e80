import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatCredits,
  greater,
  isTenthAtMost,
  lesser,
  milli,
  minus,
  noCredits,
  plus,
  measureShare,
  splitEvenly,
  times,
  toCredits,
  toMilli,
  unitsPaidBy,
  type MilliCredits,
} from './credits.ts'

const counts = fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 })

describe('credits', () => {
  test('milli-credits survive the way to credits and back, over the whole range', () => {
    fc.assert(
      fc.property(counts, (n) => {
        expect(toMilli(toCredits(milli(n)))).toBe(n === 0 ? 0 : n)
      }),
    )
  })

  test('milli-credits survive the way through JSON text', () => {
    fc.assert(
      fc.property(counts, (n) => {
        expect(toMilli(JSON.parse(JSON.stringify(toCredits(milli(n)))))).toBe(n === 0 ? 0 : n)
      }),
    )
  })

  test('formatCredits prints the exact decimal', () => {
    fc.assert(
      fc.property(counts, (n) => {
        expect(Number(formatCredits(milli(n)))).toBe(toCredits(milli(n)))
      }),
    )
    expect(
      [1500, 1, -1, 0, 12_000_000, -2_050, 999_999_999_999_999].map((n) => formatCredits(milli(n))),
    ).toEqual(['1.5', '0.001', '-0.001', '0', '12000', '-2.05', '999999999999.999'])
  })

  test('sums of decimals do not drift', () => {
    expect(plus(toMilli(0.1), toMilli(0.2))).toBe(toMilli(0.3))
    expect(toMilli(0.1 + 0.2)).toBe(300)
  })

  test('halves round away from zero in decimal, not in binary', () => {
    expect(toMilli(1.0005)).toBe(1001)
    expect(toMilli(1.00049)).toBe(1000)
    expect(toMilli(-1.0005)).toBe(-1001)
    expect(toMilli(8.5745)).toBe(8575)
    expect(toMilli(0.0004)).toBe(0)
    expect(toMilli(1e-7)).toBe(0)
  })

  test('shares of an amount are whole and add up to it, the rest on the first', () => {
    expect(splitEvenly(milli(2_333), 2)).toEqual([1_167, 1_166])
    expect(splitEvenly(milli(1_000), 3)).toEqual([334, 333, 333])
    expect(splitEvenly(milli(2), 3)).toEqual([2, 0, 0])
    expect(splitEvenly(noCredits, 2)).toEqual([0, 0])
    expect(splitEvenly(milli(7), 0)).toEqual([])
  })

  test('sums, products and parts are whole, or refused', () => {
    expect(plus()).toBe(0)
    expect(plus(milli(1), milli(2), milli(-5))).toBe(-2)
    expect(minus(milli(1), milli(1))).toBe(0)
    expect(times(milli(333), 7)).toBe(2_331)
    expect(Object.is(times(milli(333), -0), 0)).toBe(true)
    expect(() => times(milli(333), 0.5)).toThrow(RangeError)
    expect(() => plus(milli(999_999_999_999_999), milli(1))).toThrow(RangeError)
    expect(measureShare(milli(1_000), milli(1), milli(3))).toBe(333)
    expect(measureShare(milli(1_000), milli(1), noCredits)).toBe(0)
    expect(unitsPaidBy(milli(1_999), milli(500))).toBe(3)
    expect(unitsPaidBy(milli(-1), milli(500))).toBe(0)
    expect([lesser(milli(1), milli(2)), greater(milli(1), milli(2))]).toEqual([1, 2])
    expect([isTenthAtMost(milli(10), milli(100)), isTenthAtMost(milli(11), milli(100))]).toEqual([
      true,
      false,
    ])
  })

  test('no division compiles, and no sum of an amount and a count', () => {
    const amount = milli(1_000)
    // @ts-expect-error: an amount is no number.
    void (amount / 2)
    // @ts-expect-error: halves of a milli-credit do not exist.
    void Math.round(amount)
    // @ts-expect-error: credits and milli-credits do not mix.
    void (amount + 1)
    // @ts-expect-error: two amounts are added by plus, which keeps to whole ones in range.
    void (amount + amount)
    // @ts-expect-error: nothing is an amount but by milli and toMilli.
    const other: MilliCredits = 5
    expect(other).toBe(5)
  })

  test('zero has no sign', () => {
    expect(Object.is(toMilli(-0), 0)).toBe(true)
    expect(Object.is(toMilli(-0.0001), 0)).toBe(true)
    expect(Object.is(toCredits(milli(-0)), 0)).toBe(true)
    expect(formatCredits(milli(-0))).toBe('0')
  })

  test('amounts that cannot be kept exactly are refused', () => {
    for (const bad of [Number.NaN, Infinity, -Infinity, 1e12, -1e12, 1e300]) {
      expect(() => toMilli(bad)).toThrow(RangeError)
    }
    for (const bad of [0.5, Number.NaN, Infinity, 1e15]) {
      expect(() => milli(bad)).toThrow(RangeError)
      // What a column or an answer of somebody else's may hold.
      expect(() => toCredits(bad as unknown as MilliCredits)).toThrow(RangeError)
      expect(() => formatCredits(bad as unknown as MilliCredits)).toThrow(RangeError)
    }
  })
})
