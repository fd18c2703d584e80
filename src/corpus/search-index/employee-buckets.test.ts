import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bucketsBetween, employeeBounds, employeeBucket } from './employee-buckets.ts'

describe('employee buckets', () => {
  it('a headcount is in the buckets of a range exactly when it is above the lower and up to the upper bound', () => {
    const bound = fc.option(fc.constantFrom(...employeeBounds), { nil: undefined })
    const count = fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.constantFrom(...employeeBounds))
    fc.assert(
      fc.property(count, bound, bound, (headcount, above, most) => {
        const isWithin = headcount > (above ?? -1) && headcount <= (most ?? Infinity)
        expect(bucketsBetween(above, most).includes(employeeBucket(headcount))).toBe(isWithin)
      }),
    )
  })

  it('an empty range has no bucket', () => {
    expect(bucketsBetween(50, 50)).toEqual([])
    expect(bucketsBetween(200, 10)).toEqual([])
  })
})
