import { expect, test } from 'vitest'
import { compareValues, pickBelow } from './compare.ts'

test('texts are ordered by their units and numbers by size, equals stay as they are', () => {
  expect(['b', 'a', 'B'].toSorted(compareValues)).toEqual(['B', 'a', 'b'])
  expect([10, 9, 2].toSorted(compareValues)).toEqual([2, 9, 10])
  expect(compareValues('a', 'a')).toBe(0)
})

test('a bound itself is no longer below it, and beyond the last one the rest holds', () => {
  const sizes = [
    [10, 'small'],
    [100, 'middling'],
  ] as const
  expect([9, 10, 99, 100].map((value) => pickBelow<string>(value, sizes, 'large'))).toEqual([
    'small',
    'middling',
    'middling',
    'large',
  ])
})
