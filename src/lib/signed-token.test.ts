import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openToken, sealToken } from './signed-token.ts'

const key = Buffer.alloc(32, 7)
const seal = { key, purpose: 'company-cursor' }

describe('signed tokens', () => {
  test('a sealed payload opens to the same JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (payload, purpose) => {
        const opened = openToken(sealToken(payload, { key, purpose }), { key, purpose })
        expect(opened).toEqual(JSON.parse(JSON.stringify(payload)))
      }),
    )
  })

  test('a token is safe in a URL', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (payload) => {
        expect(sealToken(payload, seal)).toMatch(/^[\w-]+$/)
      }),
    )
  })

  test('any changed, added or dropped character closes the token', () => {
    const token = sealToken({ rank: 12, id: 'c_1' }, seal)
    const char = fc.constantFrom(...'ABCXYZabcxyz0189-_+/= \n.é')
    fc.assert(
      fc.property(
        fc.nat(token.length),
        char,
        fc.constantFrom('set', 'insert', 'drop'),
        (offset, mark, how) => {
          const rest = token.slice(how === 'insert' ? offset : offset + 1)
          const changed = token.slice(0, offset) + (how === 'drop' ? '' : mark) + rest
          fc.pre(changed !== token)
          expect(openToken(changed, seal)).toBeUndefined()
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('every flipped bit closes the token', () => {
    const bytes = Buffer.from(sealToken([1, 'two'], seal), 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const copy = Buffer.from(bytes)
      copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(openToken(copy.toString('base64url'), seal)).toBeUndefined()
    }
  })

  test('another key or another purpose does not open it', () => {
    const token = sealToken(1, seal)
    expect(openToken(token, { key: Buffer.alloc(32, 8), purpose: seal.purpose })).toBeUndefined()
    expect(openToken(token, { key, purpose: 'people-cursor' })).toBeUndefined()
  })

  test('bytes cannot move between purpose and payload', () => {
    const token = sealToken(23, { key, purpose: 'p' })
    const bytes = Buffer.from(token, 'base64url')
    const moved = Buffer.concat([bytes.subarray(0, 16), bytes.subarray(17)]).toString('base64url')
    expect(openToken(moved, { key, purpose: 'p2' })).toBeUndefined()
  })

  test('opening never throws, whatever comes in', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200, unit: 'binary' }), (text) => {
        expect(openToken(text, seal)).toBeUndefined()
      }),
    )
    for (const bad of [undefined, null, 5, {}, ['a']]) {
      expect(openToken(bad as unknown as string, seal)).toBeUndefined()
    }
  })

  test('tokens over 8,192 characters are neither made nor read', () => {
    expect(() => sealToken('x'.repeat(65_536), seal)).toThrow(RangeError)
    const long = sealToken('x'.repeat(6000), seal)
    expect(openToken(long, seal)).toBe('x'.repeat(6000))
    expect(openToken('A'.repeat(100_000), seal)).toBeUndefined()
  })

  test('a key too short to protect anything is refused', () => {
    const weak = { key: Buffer.alloc(8), purpose: 'p' }
    expect(() => sealToken(1, weak)).toThrow(RangeError)
    expect(openToken(sealToken(1, seal), weak)).toBeUndefined()
  })

  test('a payload without a JSON form is refused', () => {
    for (const bad of [undefined, () => 1]) expect(() => sealToken(bad, seal)).toThrow(TypeError)
  })
})
