import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crc32Base62, encodeBase62, randomBase62 } from './base62.ts'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function decode(text: string): bigint {
  let value = 0n
  for (const char of text) value = value * 62n + BigInt(DIGITS.indexOf(char))
  return value
}

test('randomBase62 has exactly the asked length and only base62 characters', () => {
  for (const length of [0, 1, 2, 30, 1000]) {
    expect(randomBase62(length)).toMatch(new RegExp(`^[0-9A-Za-z]{${length}}$`))
  }
})

test('randomBase62 favours no character', () => {
  const counts = new Map<string, number>()
  const draws = 62_000
  for (const char of randomBase62(draws)) counts.set(char, (counts.get(char) ?? 0) + 1)
  expect(counts.size).toBe(62)
  // 1,000 expected each, standard deviation 31.4: 8 deviations never happen by chance; modulo bias would add 250.
  for (const count of counts.values()) expect(Math.abs(count - draws / 62)).toBeLessThan(8 * 31.4)
})

test('randomBase62 refuses what is not a length', () => {
  for (const bad of [-1, 1.5, Number.NaN, Infinity]) expect(() => randomBase62(bad)).toThrow(RangeError)
})

test('encodeBase62 is positional notation and pads to the width', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 128n }), fc.integer({ min: 22, max: 40 }), (n, width) => {
      const text = encodeBase62(n, width)
      expect(text).toHaveLength(width)
      expect(decode(text)).toBe(n)
    }),
  )
  expect(encodeBase62(0)).toBe('0')
  expect(encodeBase62(61)).toBe('z')
  expect(encodeBase62(62)).toBe('10')
  expect(encodeBase62(62, 4)).toBe('0010')
})

test('encodeBase62 of numbers of one width sorts as the numbers do', () => {
  const number = fc.integer({ min: 0, max: 2 ** 32 - 1 })
  fc.assert(
    fc.property(number, number, (a, b) => {
      expect(encodeBase62(a, 6) < encodeBase62(b, 6)).toBe(a < b)
    }),
  )
})

test('encodeBase62 refuses negatives, fractions, unsafe numbers and overflow of the width', () => {
  for (const bad of [-1, -1n, 0.5, Number.NaN, Infinity, 2 ** 53])
    expect(() => encodeBase62(bad)).toThrow(RangeError)
  expect(() => encodeBase62(62 ** 2, 2)).toThrow(RangeError)
})

test('crc32Base62 is the published CRC-32 in 6 characters', () => {
  // The check value of CRC-32/ISO-HDLC for "123456789" is 0xCBF43926.
  expect(decode(crc32Base62('123456789'))).toBe(0xcbf43926n)
  expect(crc32Base62('')).toBe('000000')
})

test('crc32Base62 notices every single changed character', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme-ascii' }),
      fc.nat(),
      fc.constantFrom(...DIGITS),
      (text, offset, char) => {
        const i = offset % text.length
        fc.pre(text[i] !== char)
        expect(crc32Base62(text.slice(0, i) + char + text.slice(i + 1))).not.toBe(crc32Base62(text))
      },
    ),
  )
})
