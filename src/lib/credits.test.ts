import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatCredits, toCredits, splitEvenly, toMilli } from './credits.ts'

const milli = fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 })

describe('credits', () => {
  test('milli-credits survive the way to credits and back, over the whole range', () => {
    fc.assert(
      fc.property(milli, (n) => {
        expect(toMilli(toCredits(n))).toBe(n === 0 ? 0 : n)
      }),
    )
  })

  test('milli-credits survive the way through JSON text', () => {
    fc.assert(
      fc.property(milli, (n) => {
        expect(toMilli(JSON.parse(JSON.stringify(toCredits(n))))).toBe(n === 0 ? 0 : n)
      }),
    )
  })

  test('formatCredits prints the exact decimal', () => {
    fc.assert(
      fc.property(milli, (n) => {
        expect(Number(formatCredits(n))).toBe(toCredits(n))
      }),
    )
    expect([1500, 1, -1, 0, 12_000_000, -2_050, 999_999_999_999_999].map(formatCredits)).toEqual([
      '1.5',
      '0.001',
      '-0.001',
      '0',
      '12000',
      '-2.05',
      '999999999999.999',
    ])
  })

  test('sums of decimals do not drift', () => {
    expect(toMilli(0.1) + toMilli(0.2)).toBe(toMilli(0.3))
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
    expect(splitEvenly(2_333, 2)).toEqual([1_167, 1_166])
    expect(splitEvenly(1_000, 3)).toEqual([334, 333, 333])
    expect(splitEvenly(2, 3)).toEqual([2, 0, 0])
    expect(splitEvenly(0, 2)).toEqual([0, 0])
    expect(splitEvenly(7, 0)).toEqual([])
  })

  test('zero has no sign', () => {
    expect(Object.is(toMilli(-0), 0)).toBe(true)
    expect(Object.is(toMilli(-0.0001), 0)).toBe(true)
    expect(Object.is(toCredits(-0), 0)).toBe(true)
    expect(formatCredits(-0)).toBe('0')
  })

  test('amounts that cannot be kept exactly are refused', () => {
    for (const bad of [Number.NaN, Infinity, -Infinity, 1e12, -1e12, 1e300]) {
      expect(() => toMilli(bad)).toThrow(RangeError)
    }
    for (const bad of [0.5, Number.NaN, Infinity, 1e15]) {
      expect(() => toCredits(bad)).toThrow(RangeError)
      expect(() => formatCredits(bad)).toThrow(RangeError)
    }
  })
})
