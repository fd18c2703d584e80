import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalizePhone, phoneType } from './phone.ts'

describe('normalizePhone', () => {
  test.each([
    ['+1 (202) 224-3441', undefined, '+12022243441'],
    ['202-224-3441', 'US', '+12022243441'],
    ['202.224.3441', 'us', '+12022243441'],
    ['1-202-224-3441', 'US', '+12022243441'],
    ['tel:+1-202-224-3441;ext=12', undefined, '+12022243441'],
    ['+1 202 224 3441 x12', undefined, '+12022243441'],
    ['0044 20 7946 0958', undefined, '+442079460958'],
    ['020 7946 0958', 'GB', '+442079460958'],
    ['00 44 20 7946 0958', 'DE', '+442079460958'],
    ['030 901820', 'DE', '+4930901820'],
    ['+39 06 698 12345', undefined, '+390669812345'],
    ['１２０２２２４３４４１', 'US', '+12022243441'],
    ['+33 6 12 34 56 78', 'US', '+33612345678'],
    ['＋81 90 1234 5678', undefined, '+819012345678'],
    // The 1 before Mexican mobile numbers was given up in 2019.
    ['+52 1 55 1234 5678', undefined, '+525512345678'],
    ['+521 (55) 1234-5678', 'US', '+525512345678'],
  ])('%s in %s is %s', (input, country, e164) => expect(normalizePhone(input, country)).toBe(e164))

  test.each([
    ['', undefined],
    ['202-224-3441', undefined],
    ['202-224-3441', 'XX'],
    ['12345', 'US'],
    ['call 202-224-3441', 'US'],
    ['+1 000 000 0000', undefined],
    ['+999 12345678', undefined],
    ['n/a', 'US'],
    ['0000000000', undefined],
    ['+'.repeat(200), 'US'],
  ])('%j in %s is no number', (input, country) => expect(normalizePhone(input, country)).toBeUndefined())

  test('is idempotent whatever country is assumed', () => {
    const digits = fc.stringMatching(/^[2-9]\d{9}$/)
    fc.assert(
      fc.property(digits, fc.constantFrom('US', 'DE', 'FR', 'IN', 'BR'), (text, country) => {
        const once = normalizePhone(text, country)
        if (once === undefined) return
        expect(once).toMatch(/^\+[1-9]\d{6,14}$/)
        for (const other of [undefined, 'US', 'JP']) expect(normalizePhone(once, other)).toBe(once)
      }),
    )
  })

  test('never throws on any text', () => {
    const country = fc.option(fc.string({ maxLength: 3 }), { nil: undefined })
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), country, (text, alpha2) => {
        expect(normalizePhone(text, alpha2) ?? '+1').toMatch(/^\+\d+$/)
      }),
    )
  })
})

test.each([
  ['+33612345678', 'mobile'],
  ['+4915123456789', 'mobile'],
  ['+33142685300', 'other'],
  ['+18002752273', 'other'],
  ['+12022243441', 'unknown'],
  ['nonsense', 'unknown'],
])('phoneType of %s is %s', (input, type) => expect(phoneType(input)).toBe(type))
