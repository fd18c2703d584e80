import { expect, test } from 'vitest'
import { memo, maxBytes } from './memo.ts'

test('a remembered string is computed once, and again after the memory was full', () => {
  let computed = 0
  const upper = memo((text) => (computed++, text.toUpperCase()), { entries: 2 })
  expect([upper('a'), upper('a'), upper('b')]).toEqual(['A', 'A', 'B'])
  expect(computed).toBe(2)
  upper('c')
  expect(upper('a')).toBe('A')
  expect(computed).toBe(4)
})

test('that there is no result is remembered, too', () => {
  let computed = 0
  const none = memo((): string | undefined => (computed++, undefined))
  expect([none('a'), none('a'), computed]).toEqual([undefined, undefined, 1])
})

test('strings over the length limit are computed every time and take no memory', () => {
  let computed = 0
  const size = memo((text) => (computed++, text.length), { longest: 3 })
  expect([size('abcd'), size('abcd')]).toEqual([4, 4])
  expect(computed).toBe(2)
})

test('memos that are full together forget, however many entries each may have', () => {
  let computed = 0
  const one = memo((text) => (computed++, text.length))
  const other = memo((text) => text.length, { entries: Number.POSITIVE_INFINITY })
  one('kept')
  // An entry takes two bytes a character and 120 more, and its number 8.
  const enough = maxBytes / (128 + 2 * 60)
  for (let n = 0; n <= enough; n += 1) other(String(n).padStart(60, '0'))
  expect([one('kept'), computed]).toEqual([4, 2])
})

test('what results hold is counted, but for those that are shared', () => {
  const shared = { words: Array.from({ length: 100 }, (_, index) => `word ${index}`) }
  let computed = 0
  const first = memo((text) => (computed++, text.length))
  const sharing = memo((text) => (text === '' ? undefined : shared))
  const own = memo((text) => shared.words.map((word) => `${word} of ${text}`))
  first('kept')
  // The first is measured before anything says that it is shared.
  for (let n = 0; n < 40_000; n += 1) sharing(`s${n}`)
  expect([first('kept'), computed]).toEqual([4, 1])
  // Four kilobytes each.
  for (let n = 0; n < 40_000; n += 1) own(`o${n}`)
  expect([first('kept'), computed]).toEqual([4, 2])
})
