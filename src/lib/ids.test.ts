import fc from 'fast-check'
import { expect, test } from 'vitest'
import { frozenClock } from './clock.ts'
import { errorCorrelationCode, newId } from './ids.ts'

const time = fc.integer({ min: 0, max: 2 ** 48 - 1 })

test('an id is its prefix, an underscore and 26 unambiguous lower-case characters', () => {
  fc.assert(
    fc.property(time, (ms) => {
      expect(newId('req', frozenClock(ms))).toMatch(/^req_[0-7][0-9a-hjkmnp-tv-z]{25}$/)
    }),
  )
})

test('ids sort by the time they were made', () => {
  fc.assert(
    fc.property(time, time, (a, b) => {
      fc.pre(a !== b)
      expect(newId('org', frozenClock(a)) < newId('org', frozenClock(b))).toBe(a < b)
    }),
  )
})

test('ids of one millisecond differ', () => {
  const clock = frozenClock()
  const ids = new Set(Array.from({ length: 20_000 }, () => newId('req', clock)))
  expect(ids.size).toBe(20_000)
})

test('every random position of an id uses the whole alphabet', () => {
  const clock = frozenClock()
  const seen = Array.from({ length: 16 }, () => new Set<string>())
  for (let i = 0; i < 2_000; i++) {
    const id = newId('x', clock)
    for (let index = 0; index < 16; index++) seen[index]?.add(id.charAt(12 + index))
  }
  for (const set of seen) expect(set.size).toBe(32)
})

test('a time that 48 bits cannot hold is refused', () => {
  for (const bad of [-1, 2 ** 48, Number.NaN, Infinity]) {
    expect(() => newId('req', frozenClock(bad))).toThrow(RangeError)
  }
})

test('a correlation code is E- and six characters that cannot be mistaken for one another', () => {
  const seen = new Set<string>()
  for (let i = 0; i < 3_000; i++) {
    const code = errorCorrelationCode()
    expect(code).toMatch(/^E-[2-9A-HJKMNP-TV-Z]{6}$/)
    for (const char of code.slice(2)) seen.add(char)
  }
  expect(seen.size).toBe(30)
})
