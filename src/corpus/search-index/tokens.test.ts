import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digestToken, exactToken, token, tokenBytes, tokenDigest } from './tokens.ts'

describe('tokens', () => {
  it('hold no white space, whatever the value, so that a row of them splits where it should', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        for (const made of [token('state', value), exactToken('slug', value), digestToken('em', value)]) {
          expect(made).not.toMatch(/\s/)
        }
      }),
    )
  })

  it('are stored as the number they are looked up by', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        expect(Buffer.from(tokenBytes(value), 'latin1').readBigInt64BE()).toBe(tokenDigest(value))
      }),
    )
  })

  it('are the same for spellings that differ in case, accents and punctuation', () => {
    expect(token('state', 'Île-de-France')).toBe(token('state', 'ile de FRANCE'))
    expect(token('country', 'DEU')).toBe('country:deu')
  })

  it('are different for different kinds', () => {
    expect(token('state', 'CA')).not.toBe(token('country', 'CA'))
    expect(digestToken('em', 'x')).not.toBe(digestToken('ph', 'x'))
  })

  it('of contact details do not show them', () => {
    expect(digestToken('em', 'ada@acme.example')).toMatch(/^em:[\w-]{22}$/)
    expect(digestToken('em', 'ada@acme.example')).toBe(digestToken('em', 'ada@acme.example'))
  })
})
