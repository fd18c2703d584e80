import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RawJson, readText, stored, stringifyWithRaw, writeWithRaw } from './raw-json.ts'

/** Some JSON with places where stored text may stand in for a value. */
const answers = fc.letrec((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    fc.jsonValue().map((value) => ({ plain: value, mixed: value as unknown })),
    fc.jsonValue().map((value) => ({ plain: value, mixed: new RawJson(JSON.stringify(value)) as unknown })),
    fc
      .dictionary(fc.string(), tie('node') as fc.Arbitrary<{ plain: unknown; mixed: unknown }>)
      .map((members) => ({
        plain: Object.fromEntries(Object.entries(members).map(([name, { plain }]) => [name, plain])),
        mixed: Object.fromEntries(Object.entries(members).map(([name, { mixed }]) => [name, mixed])),
      })),
  ),
})).node as fc.Arbitrary<{ plain: unknown; mixed: unknown }>

test('spliced text reads back as the value it was stored from', () => {
  fc.assert(
    fc.property(answers, ({ plain, mixed }) => {
      expect(JSON.parse(stringifyWithRaw(mixed))).toEqual(JSON.parse(JSON.stringify(plain)))
    }),
  )
})

test('text that looks like a placeholder stays text, as value and as name', () => {
  const tricky = ['\u0000raw:0', '"\u0000raw:0', 'raw:0', '"raw:00000000-0000-0000-0000-000000000000:0']
  for (const text of tricky) {
    const value = { [text]: text, list: [text], record: stored<unknown>('{"a":1}') }
    expect(JSON.parse(stringifyWithRaw(value))).toEqual({ [text]: text, list: [text], record: { a: 1 } })
  }
})

test('stored text is not looked through again, and its dollar signs are text', () => {
  const first = stringifyWithRaw({ a: new RawJson('"$&$1$$"'), b: new RawJson('"x"') })
  expect(first).toBe('{"a":"$&$1$$","b":"x"}')
})

test('parts that are bytes go into an answer as they are, beside parts that are text', () => {
  const texts = ['{"name":"Größe 東京"}', '{"mark":"raw:0","dollar":"$&$1"}', '[]']
  const value = (asBytes: (index: number) => boolean) => ({
    output: {
      data: texts.map((text, index) => new RawJson(asBytes(index) ? new TextEncoder().encode(text) : text)),
      nextCursor: 'naïve',
    },
  })
  const wanted = stringifyWithRaw(value(() => false))
  expect(writeWithRaw(value(() => false))).toBe(wanted)
  for (const asBytes of [() => true, (index: number) => index === 1]) {
    const written = writeWithRaw(value(asBytes))
    expect(written).toBeInstanceOf(Uint8Array)
    expect(readText(written)).toBe(wanted)
    expect(stringifyWithRaw(value(asBytes))).toBe(wanted)
  }
  expect(writeWithRaw({ output: {} })).toBe('{"output":{}}')
})
