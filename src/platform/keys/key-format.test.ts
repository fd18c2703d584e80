import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatKey, keyHasher, parseKey } from './key-format.ts'
import { verifies } from '../../../test/conformance/verifies.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const random = fc.string({ unit: fc.constantFrom(...alphabet), minLength: 30, maxLength: 30 })
const mode = fc.constantFrom('live' as const, 'test' as const)

describe('key format', () => {
  it('is the prefix, 30 base62 characters and 6 of checksum', () => {
    verifies('promise.keys.format')
    expect(formatKey('live')).toMatch(/^alm_live_[0-9A-Za-z]{36}$/)
    expect(formatKey('test')).toMatch(/^alm_test_[0-9A-Za-z]{36}$/)
    // Fixed for good: keys in customers' hands depend on it.
    expect(formatKey('live', 'A'.repeat(30))).toBe(`alm_live_${'A'.repeat(30)}25atK3`)
  })

  it('never repeats', () => {
    expect(new Set(Array.from({ length: 1_000 }, () => formatKey('live'))).size).toBe(1_000)
  })

  it('reads back what it writes', () => {
    fc.assert(
      fc.property(mode, random, (as, text) => {
        const key = formatKey(as, text)
        expect(parseKey(key)).toEqual({ mode: as, prefix: key.slice(0, 13), last4: key.slice(-4) })
      }),
    )
  })

  it('refuses every key with one character changed', () => {
    fc.assert(
      fc.property(
        mode,
        random,
        fc.nat(44),
        fc.string({ minLength: 1, maxLength: 1 }),
        (as, text, offset, other) => {
          const key = formatKey(as, text)
          fc.pre(key[offset] !== other)
          expect(parseKey(key.slice(0, offset) + other + key.slice(offset + 1))).toBeUndefined()
        },
      ),
      { numRuns: 20_000 },
    )
  })

  it('refuses a live key relabelled as test: the checksum covers the prefix', () => {
    expect(parseKey(formatKey('live').replace('live', 'test'))).toBeUndefined()
  })

  it('refuses anything else', () => {
    fc.assert(fc.property(fc.string(), (text) => parseKey(text) === undefined))
    for (const text of [
      '',
      'alm_live_',
      `${formatKey('live')}\n`,
      ` ${formatKey('live')}`,
      `${formatKey('live')}x`,
    ]) {
      expect(parseKey(text)).toBeUndefined()
    }
  })

  it('hashes to 32 bytes that depend on key and secret', () => {
    const [hashKey, key] = [keyHasher(Buffer.alloc(32, 1)), formatKey('live')]
    expect(hashKey(key)).toHaveLength(32)
    expect(hashKey(key)).toEqual(hashKey(key))
    expect(hashKey(key)).not.toEqual(keyHasher(Buffer.alloc(32, 2))(key))
    expect(hashKey(key)).not.toEqual(hashKey(formatKey('live')))
  })
})
