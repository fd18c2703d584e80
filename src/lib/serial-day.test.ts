import { expect, test } from 'vitest'
import { areSerialDays, mayBeSerialDay } from './serial-day.ts'

test.each([45_231, 45_567, 18_568, 44_136, 43_739])('%s may be a day of a spreadsheet', (count) =>
  expect(mayBeSerialDay(count)).toBe(true),
)

test.each([45_000, 12_500, 200, 60_123, 99_999, 11_437, 45_231.5])('%s is none', (count) =>
  expect(mayBeSerialDay(count)).toBe(false),
)

test.each([
  ['small ones beside it', [12, 45_231, 180, 7, 33], true],
  ['large ones beside it', [12, 45_231, 180, 7, 8_300], false],
  ['too few beside it', [12, 45_231, 180], false],
  ['as many of its kind', [12, 45_231, 45_232, 45_567, 180, 33, 9], false],
  ['none', [12, 180, 7, 33, 200], false],
])('a column with %s', (_, counts, expected) => expect(areSerialDays(counts)).toBe(expected))
