import { describe, expect, it } from 'vitest'
import { InvalidRule, slotAfter, type ScheduleRule } from './rule.ts'

const ms = (iso: string) => Date.parse(iso)

/** The slots after an instant, to the minute. */
function slots(rule: ScheduleRule, { after, count }: { after: string; count: number }): string[] {
  const found: string[] = []
  let atMs = ms(after)
  while (found.length < count) {
    atMs = slotAfter(rule, atMs, ms('2026-01-15T12:00Z'))
    found.push(new Date(atMs).toISOString().slice(0, 16))
  }
  return found
}

describe('slots of a cron expression', () => {
  it('come on leap days alone where that is said', () => {
    expect(slots({ cron: '0 6 29 2 *' }, { after: '2026-01-01T00:00Z', count: 2 })).toEqual([
      '2028-02-29T06:00',
      '2032-02-29T06:00',
    ])
  })

  it('leave out months without a 31st', () => {
    expect(slots({ cron: '0 9 31 * *' }, { after: '2026-01-01T00:00Z', count: 4 })).toEqual([
      '2026-01-31T09:00',
      '2026-03-31T09:00',
      '2026-05-31T09:00',
      '2026-07-31T09:00',
    ])
  })

  it('come once a day where clocks elsewhere skip or repeat the hour', () => {
    for (const after of ['2026-03-28T02:30Z', '2026-10-24T02:30Z']) {
      const [first, second] = slots({ cron: '30 2 * * *' }, { after, count: 2 }).map((slot) => ms(`${slot}Z`))
      expect([first, second]).toEqual([ms(after) + 86_400_000, ms(after) + 2 * 86_400_000])
    }
  })
})

describe('slots of an interval', () => {
  it('lie whole intervals after where they are counted from, over leap days and years', () => {
    expect(slots({ everyDays: 30 }, { after: '2028-02-01T00:00Z', count: 3 })).toEqual([
      '2028-02-04T12:00',
      '2028-03-05T12:00',
      '2028-04-04T12:00',
    ])
    expect(slots({ everyDays: 90 }, { after: '2026-01-15T12:00Z', count: 1 })).toEqual(['2026-04-15T12:00'])
    // Before the beginning: the first slot, not an earlier one.
    expect(slots({ everyDays: 7 }, { after: '2025-01-01T00:00Z', count: 1 })).toEqual(['2026-01-22T12:00'])
  })
})

it.each<ScheduleRule>([
  { cron: '' },
  { cron: 'every day' },
  { cron: '61 * * * *' },
  // A part more: seconds.
  { cron: '*/5 * * * * *' },
  { cron: '0 0 30 2 *' },
  { everyDays: 0 },
  { everyDays: 367 },
  { everyDays: 1.5 },
])('%j is no rule', (rule) => {
  expect(() => slotAfter(rule, 0, 0)).toThrow(InvalidRule)
})
