import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sha256Hex, stableStringify } from './stable-json.ts'

/** The same value with the members of every object in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  )
}

describe('stableStringify', () => {
  test('means the same as JSON.stringify for every JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(stableStringify(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  test('does not depend on the order in which members were set', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        expect(stableStringify(reversed(value))).toBe(stableStringify(value))
      }),
    )
  })

  test('writing what was read gives the same text again', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = stableStringify(value)
        expect(stableStringify(JSON.parse(text))).toBe(text)
      }),
    )
  })

  test('sorts member names by code unit at every level and writes no white space', () => {
    expect(stableStringify({ b: [{ z: 1, y: null }], a: 'ü', B: true, 10: 0, 9: 0 })).toBe(
      '{"10":0,"9":0,"B":true,"a":"ü","b":[{"y":null,"z":1}]}',
    )
  })

  test('treats undefined, dates and numbers without a JSON form as JSON does', () => {
    const value = { u: undefined, list: [undefined, Number.NaN], at: new Date(0), n: -0, f: () => 1 }
    expect(stableStringify(value)).toBe('{"at":"1970-01-01T00:00:00.000Z","list":[null,null],"n":0}')
  })

  test('keeps a member called __proto__', () => {
    expect(stableStringify(JSON.parse('{"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1}}')
  })

  test('refuses cycles but not the same object twice', () => {
    const one = { a: 1 }
    expect(stableStringify([one, one])).toBe('[{"a":1},{"a":1}]')
    const loop: Record<string, unknown> = {}
    loop['inner'] = [loop]
    expect(() => stableStringify(loop)).toThrow(TypeError)
  })

  test('refuses values without a JSON form', () => {
    for (const bad of [undefined, () => 1, Symbol('s'), 1n, { a: 1n }]) {
      expect(() => stableStringify(bad)).toThrow(TypeError)
    }
  })
})

test('sha256Hex is the published digest and takes text as UTF-8', () => {
  expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(sha256Hex('ü')).toBe(sha256Hex(Buffer.from([0xc3, 0xbc])))
})
