import { expect, test } from 'vitest'
import { memo } from './memo.ts'

test('a remembered string is computed once, and again after the memory was full', () => {
  let computed = 0
  const upper = memo((text) => (computed++, text.toUpperCase()), { entries: 2 })
  expect([upper('a'), upper('a'), upper('b')]).toEqual(['A', 'A', 'B'])
  expect(computed).toBe(2)
  upper('c')
  expect(upper('a')).toBe('A')
  expect(computed).toBe(4)
})

test('strings over the length limit are computed every time and take no memory', () => {
  let computed = 0
  const size = memo((text) => (computed++, text.length), { longest: 3 })
  expect([size('abcd'), size('abcd')]).toEqual([4, 4])
  expect(computed).toBe(2)
})
