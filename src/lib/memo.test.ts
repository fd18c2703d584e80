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
  // An entry takes two bytes a character and 160 more.
  const enough = maxBytes / (160 + 2 * 60)
  for (let n = 0; n <= enough; n += 1) other(String(n).padStart(60, '0'))
  expect([one('kept'), computed]).toEqual([4, 2])
})
