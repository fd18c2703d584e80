import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openBytes, sealBytes } from './sealed-bytes.ts'

const seal = { key: Buffer.alloc(32, 1), purpose: 'test' }

test('opens what it sealed, under the same key, purpose and name only', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), fc.string(), (bytes, name) => {
      const sealed = sealBytes(Buffer.from(bytes), name, seal)
      expect(openBytes(sealed, name, seal)).toEqual(Buffer.from(bytes))
      expect(openBytes(sealed, `${name}.`, seal)).toBeUndefined()
      expect(openBytes(sealed, name, { ...seal, purpose: 'other' })).toBeUndefined()
      expect(openBytes(sealed, name, { ...seal, key: Buffer.alloc(32, 2) })).toBeUndefined()
    }),
  )
})

test('a changed, shortened or made-up text does not open', () => {
  const sealed = sealBytes(Buffer.from('ada@acme.example'), 'a', seal)
  for (let offset = 0; offset < sealed.length; offset++) {
    const changed = Buffer.from(sealed)
    changed[offset] = (changed[offset] ?? 0) ^ 1
    expect(openBytes(changed, 'a', seal)).toBeUndefined()
    expect(openBytes(sealed.subarray(0, offset), 'a', seal)).toBeUndefined()
  }
  expect(sealed.includes('ada@')).toBe(false)
})
