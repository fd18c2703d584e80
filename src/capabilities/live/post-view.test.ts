import { expect, test } from 'vitest'
import { toMoment } from './post-view.ts'

test.each([
  ['2026', '2026-01-01T00:00:00.000Z', '2026-12-31T23:59:59.999Z'],
  ['2026-02', '2026-02-01T00:00:00.000Z', '2026-02-28T23:59:59.999Z'],
  ['2026-02-03', '2026-02-03T00:00:00.000Z', '2026-02-03T23:59:59.999Z'],
  ['2026-02-03T04:05:06Z', '2026-02-03T04:05:06.000Z', '2026-02-03T04:05:06.000Z'],
])('%s is between %s and %s', (given, noEarlierThan, noLaterThan) => {
  expect(toMoment(given)).toEqual({ noEarlierThan, noLaterThan })
})

test('what is no date is no moment', () => {
  expect([toMoment(null), toMoment('last week')]).toEqual([null, null])
})
