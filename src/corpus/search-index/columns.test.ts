import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayNumber, keywordText, logShare, organizationNumber, toRank, unknownDay } from './columns.ts'

describe('dayNumber', () => {
  it('is the day of the calendar, of every century and leap year', () => {
    for (const year of [0, 1, 4, 99, 100, 400, 1582, 1900, 1972, 2000, 2100, 9999])
      for (const rest of ['01-01', '02-28', '02-29', '03-01', '12-31', '04-31', '13-01']) {
        const date = `${String(year).padStart(4, '0')}-${rest}`
        const midnight = new Date(`${date}T00:00:00Z`)
        const isReal = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date)
        expect([date, dayNumber(date)]).toEqual([date, isReal ? midnight.getTime() / 86_400_000 : unknownDay])
      }
  })

  it.each([
    ['1970-01-01', 0],
    ['1969-12-31', -1],
    ['2026-11-20', 20_777],
    ['2026-11-20T23:59:59Z', 20_777],
    ['2026-11', 20_758],
    ['2026', 20_454],
    ['2026-00-00', 20_454],
    ['2024-02-29', 19_782],
    ['0001-01-01', -719_162],
    ['0099', -683_368],
  ])('%s is day %i', (date, day) => {
    expect(dayNumber(date)).toBe(day)
  })

  it.each([null, undefined, '', 'soon', '26-11-20', '2023-02-29', '2026-13-01', '2026-04-31'])(
    '%s is unknown',
    (date) => {
      expect(dayNumber(date)).toBe(unknownDay)
    },
  )

  it('later dates have greater numbers, one a day', () => {
    const day = fc.date({
      min: new Date('0001-01-02T00:00:00Z'),
      max: new Date('9999-12-30T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(day, (date) => {
        const iso = (ms: number) => new Date(ms).toISOString().slice(0, 10)
        expect(dayNumber(iso(date.getTime() + 86_400_000))).toBe(dayNumber(iso(date.getTime())) + 1)
      }),
    )
  })
})

describe('keywordText', () => {
  it('keeps members apart and their words between single spaces', () => {
    expect(keywordText(['Ünder One', null, '', '!?', 'two-three'])).toBe(' under one | two three | ')
    expect(keywordText([null, '!'])).toBe('')
  })
})

describe('toRank', () => {
  it('the more prominent comes first, and every rank fits 32 bits', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (a, b) => {
        const [less, more] = [toRank(Math.min(a, b)), toRank(Math.max(a, b))]
        expect(more).toBeLessThanOrEqual(less)
        expect(Number.isInteger(less) && more >= 0 && less < 2 ** 32).toBe(true)
      }),
    )
  })

  it('a share is 0 for nothing, 1 at the top and above', () => {
    expect([null, undefined, 0, -5].map((value) => logShare(value, 100))).toEqual([0, 0, 0, 0])
    expect([100, 1e9].map((value) => logShare(value, 100))).toEqual([1, 1])
    expect(logShare(10, 100)).toBeGreaterThan(logShare(9, 100))
  })
})

describe('organizationNumber', () => {
  it('takes ids of digits that fit 64 bits and nothing else', () => {
    expect(['7', '999999999999999999'].map(organizationNumber)).toEqual(['7', '999999999999999999'])
    for (const id of [null, undefined, '', '0', '007', '-1', '1a', '1e3', '1000000000000000000']) {
      expect(organizationNumber(id)).toBe('0')
    }
  })
})
