import fc from 'fast-check'
import { expect, test } from 'vitest'
import { streamSafe } from './text-normal.ts'

test('leaves every text alone that has no 31 combining marks in a row', () => {
  const text = fc.string({ unit: 'binary' })
  fc.assert(fc.property(text, (input) => void expect(streamSafe(input)).toBe(input)))
  const thirty = `a${'\u0301'.repeat(30)}b${'\u0316'.repeat(30)}`
  expect(streamSafe(thirty)).toBe(thirty)
})

test('cuts longer runs to 30 marks and keeps what follows', () => {
  expect(streamSafe(`a${'\u0301\u0316'.repeat(500)}b`)).toBe(`a${'\u0301\u0316'.repeat(15)}b`)
})

test('is idempotent', () => {
  const unit = fc.constantFrom('a', '\u0301', '\u0316', '\u0940', ' ', '😀')
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 300 }), fc.nat(80), (units, run) => {
      const once = streamSafe(units.join('') + '\u0301'.repeat(run))
      expect(streamSafe(once)).toBe(once)
    }),
  )
})
