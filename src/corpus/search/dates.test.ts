import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { verifies } from '../../../test/conformance/verifies.ts'
import { dayNumber } from '../search-index/index.ts'
import { dateCondition, dateRange, toDays, type DateRange } from './dates.ts'

const iso = (day: number | undefined) =>
  day === undefined ? undefined : new Date(day * 86_400_000).toISOString().slice(0, 10)
const span = (range: DateRange, today: string) => {
  const { first, last } = toDays(range, dayNumber(today))
  return [iso(first), iso(last)]
}
type Window = Extract<z.input<typeof dateRange>, { strategy: 'relative' }>['window']
const relative = (window: Window): DateRange => dateRange.parse({ strategy: 'relative', window })

describe('toDays', () => {
  it('absolute bounds are the days themselves', () => {
    const range: DateRange = {
      strategy: 'absolute',
      range: { lowerBound: '0001-01-01', upperBound: '2026-11-20' },
    }
    expect(span(range, '2026-01-01')).toEqual(['0001-01-01', '2026-11-20'])
  })

  it.each<[Window, string, string | undefined, string]>([
    [{ method: 'lastN', period: 'day', quantity: 1 }, '2026-11-20', '2026-11-20', '2026-11-20'],
    [{ method: 'lastN', period: 'week', quantity: 2 }, '2026-11-20', '2026-11-07', '2026-11-20'],
    [{ method: 'lastN', period: 'month', quantity: 1 }, '2026-03-31', '2026-03-01', '2026-03-31'],
    [{ method: 'lastN', period: 'year', quantity: 1 }, '2024-02-29', '2023-03-01', '2024-02-29'],
    [
      { method: 'within', period: 'month', lowerBound: 1, upperBound: 3 },
      '2026-05-31',
      '2026-02-28',
      '2026-04-30',
    ],
    [{ method: 'within', period: 'quarter', upperBound: 1 }, '2026-11-20', '2026-08-20', '2026-11-20'],
    [{ method: 'within', period: 'year', lowerBound: 10 }, '2026-11-20', undefined, '2016-11-20'],
    [{ method: 'calendar', which: 'current', period: 'week' }, '2026-11-22', '2026-11-16', '2026-11-22'],
    [{ method: 'calendar', which: 'previous', period: 'week' }, '2026-11-16', '2026-11-09', '2026-11-15'],
    [{ method: 'calendar', which: 'current', period: 'month' }, '2024-02-10', '2024-02-01', '2024-02-29'],
    [{ method: 'calendar', which: 'previous', period: 'month' }, '2026-01-31', '2025-12-01', '2025-12-31'],
    [{ method: 'calendar', which: 'current', period: 'quarter' }, '2026-11-20', '2026-10-01', '2026-12-31'],
    [{ method: 'calendar', which: 'previous', period: 'quarter' }, '2026-02-20', '2025-10-01', '2025-12-31'],
    [{ method: 'calendar', which: 'current', period: 'year' }, '2026-11-20', '2026-01-01', '2026-12-31'],
    [{ method: 'calendar', which: 'previous', period: 'day' }, '2026-03-01', '2026-02-28', '2026-02-28'],
  ])('%j on %s is %s to %s', (window, today, first, last) => {
    expect(span(relative(window), today)).toEqual([first, last])
  })

  it('the current calendar period holds today, and the previous one ends the day before it starts', () => {
    const day = fc.integer({ min: -30_000, max: 60_000 })
    const period = fc.constantFrom(
      'day' as const,
      'week' as const,
      'month' as const,
      'quarter' as const,
      'year' as const,
    )
    fc.assert(
      fc.property(day, period, (today, unit) => {
        const current = toDays(relative({ method: 'calendar', which: 'current', period: unit }), today)
        const previous = toDays(relative({ method: 'calendar', which: 'previous', period: unit }), today)
        expect(current.first! <= today && today <= current.last!).toBe(true)
        expect(previous.last).toBe(current.first! - 1)
        expect(previous.first! <= previous.last!).toBe(true)
      }),
    )
  })
})

describe('dateCondition', () => {
  const context = { path: 'foundedOn', today: 0, network: { hosts: [] }, advise: () => {} }

  it('takes the three strategies; no day is between crossed bounds', () => {
    verifies('company-params.founded-on')
    for (const range of [
      { strategy: 'absolute', range: { lowerBound: '2020-01-01', upperBound: null } },
      { strategy: 'relative', window: { method: 'lastN', period: 'month', quantity: 3 } },
      { strategy: 'relative', window: { method: 'calendar', which: 'previous', period: 'year' } },
    ]) {
      expect(dateCondition('founded', -1, dateRange.parse(range), context).kind).toBe('and')
    }
    const reversed: DateRange = {
      strategy: 'absolute',
      range: { lowerBound: '2021-01-01', upperBound: '2020-12-31' },
    }
    expect(dateCondition('founded', -1, reversed, context)).toEqual({ kind: 'never' })
  })

  it('a range without bounds filters nothing', () => {
    expect(
      dateCondition('founded', -1, dateRange.parse({ strategy: 'absolute', range: {} }), context),
    ).toEqual({
      kind: 'always',
    })
  })
})
