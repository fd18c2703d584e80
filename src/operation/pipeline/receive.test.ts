import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../test/conformance/verifies.ts'
import { Failure } from '../failure.ts'
import { receive } from './receive.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const codeOf = (body: Uint8Array) => {
  try {
    receive(body)
    return 'received'
  } catch (thrown) {
    return thrown instanceof Failure ? thrown.code : String(thrown)
  }
}
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
const list = (length: number) => `{"a":[${Array.from({ length }, () => '{}').join(',')}]}`
const members = (count: number) =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')}}`

describe('receive', () => {
  test('takes no body and an empty one as an empty object', () => {
    expect(receive(null)).toEqual({})
    expect(receive(new Uint8Array())).toEqual({})
  })

  test.each(['[]', '"x"', '1', 'null', 'true', '{', '{"a":}', '{} {}', 'a=1&b=2', '\u0000'])(
    'refuses what is no JSON object: %j',
    (text) => expect(codeOf(bytes(text))).toBe('invalid-json'),
  )

  test('refuses bytes that are not UTF-8', () => {
    expect(codeOf(Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d))).toBe('invalid-json')
  })

  test('takes 32 levels and refuses 33', () => {
    verifies('promise.api.body-caps')
    expect(codeOf(bytes(nested(32)))).toBe('received')
    expect(codeOf(bytes(nested(33)))).toBe('too-deep')
    expect(codeOf(bytes('['.repeat(1_000_000)))).toBe('too-deep')
  })

  test('takes 10,000 elements in each list and object and refuses one more', () => {
    expect(codeOf(bytes(list(10_000)))).toBe('received')
    expect(codeOf(bytes(list(10_001)))).toBe('too-wide')
    expect(codeOf(bytes(members(10_000)))).toBe('received')
    expect(codeOf(bytes(members(10_001)))).toBe('too-wide')
    expect(codeOf(bytes(`{"a":${list(9_000)},"b":${list(9_000)}}`))).toBe('received')
  })

  test('refuses more than 1 MiB', () => {
    expect(codeOf(bytes(`{"a":"${'x'.repeat(1024 * 1024 - 8)}"}`))).toBe('received')
    expect(codeOf(bytes(`{"a":"${'x'.repeat(1024 * 1024 - 7)}"}`))).toBe('too-large')
  })

  test('counts no bracket and no comma inside text', () => {
    const text = JSON.stringify({ a: `${'[{'.repeat(100)}"\\"${','.repeat(20_000)}` })
    expect(receive(bytes(text))).toEqual(JSON.parse(text))
  })

  test('refuses text with a NUL, in values and names, and takes text about one', () => {
    expect(codeOf(bytes(String.raw`{"a":"x\u0000"}`))).toBe('nul-character')
    expect(codeOf(bytes(String.raw`{"a\u0000":1}`))).toBe('nul-character')
    expect(receive(bytes(String.raw`{"a":"\\u0000"}`))).toEqual({ a: String.raw`\u0000` })
  })

  test.each([
    ['the list that is too long', `{"x":[1,{"y":2}],"s":${list(10_001)}}`, 's.a'],
    ['one in a list', `{"s":[0,{},{"a b":[${'0,'.repeat(10_000)}0]}]}`, 's[2].a b'],
    ['an object with too many members', `{"s":${members(10_001)}}`, 's'],
    ['what is nested too deep', `{"s":{"t":[0,${'['.repeat(40)}`, `s.t[1]${'[0]'.repeat(29)}`],
    ['a text with a NUL', String.raw`{"s":["\"]}","x\u0000"]}`, 's[1]'],
    ['a name with a NUL', String.raw`{"s":{"t":1,"x\u0000":2}}`, 's'],
    ['a member under an escaped name', String.raw`{"\u0073\"":{"t":"\u0000"}}`, 's".t'],
  ])('names %s', (_, text, path) => {
    const refused = () => receive(bytes(text))
    expect(refused).toThrow(expect.objectContaining({ issues: [expect.objectContaining({ path })] }))
  })

  test('names nothing where the body itself is at fault', () => {
    expect(() => receive(bytes(members(10_001)))).toThrow(expect.objectContaining({ issues: undefined }))
  })

  test('reads every JSON object as JSON does', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 })), (value) => {
        const text = JSON.stringify(value)
        fc.pre(!text.includes(String.raw`\u0000`))
        expect(receive(bytes(text))).toEqual(JSON.parse(text))
      }),
    )
  })
})
