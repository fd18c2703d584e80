import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Failure } from '../failure.ts'
import { receiveMembers } from './receive-members.ts'
import { receive } from './receive.ts'

const heard = (step: () => Record<string, unknown>): unknown => {
  try {
    return step()
  } catch (thrown) {
    if (thrown instanceof Failure) return { code: thrown.code, issues: thrown.issues }
    throw thrown
  }
}
const ofBytes = (text: string) => heard(() => receive(new TextEncoder().encode(text)))
const ofMembers = (text: string) => heard(() => receiveMembers(JSON.parse(text) as Record<string, unknown>))

const nested = (levels: number, open: string, close: string) =>
  `{"a":${open.repeat(levels)}1${close.repeat(levels)}}`
const long = 'n'.repeat(200)

describe('parsed members', () => {
  test.each([
    ['nothing', '{}', undefined],
    ['32 levels', nested(31, '[', ']'), undefined],
    ['33 levels', nested(32, '[', ']'), 'too-deep'],
    ['33 levels of objects', nested(32, '{"b":', '}'), 'too-deep'],
    ['10,000 elements', `{"a":[${Array.from({ length: 10_000 }, () => 1).join()}]}`, undefined],
    ['10,001 elements', `{"a":[${Array.from({ length: 10_001 }, () => 1).join()}]}`, 'too-wide'],
    [
      '10,001 members',
      `{${Array.from({ length: 10_001 }, (_, index) => `"k${index}":1`).join()}}`,
      'too-wide',
    ],
    ['a NUL in a text', '{"a":{"b":["x","\\u0000"]}}', 'nul-character'],
    ['a NUL in a name', '{"a":{"b\\u0000":1}}', 'nul-character'],
    ['a NUL under a long name', `{"${long}":"\\u0000"}`, 'nul-character'],
    ['over 1 MiB', `{"a":"${'x'.repeat(1024 * 1024)}"}`, 'too-large'],
    ['1 MiB to the byte', `{"a":"${'x'.repeat(1024 * 1024 - 8)}"}`, undefined],
    ['1 MiB in two-byte letters', `{"a":"${'é'.repeat(512 * 1024)}"}`, 'too-large'],
  ])('of %s are judged as their bytes', (_name, text, code) => {
    const judged = ofMembers(text)
    expect(judged).toEqual(ofBytes(text))
    expect((judged as { code?: unknown }).code).toBe(code)
  })

  test('of any kind are judged as their bytes', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 40 })), (members) => {
        const text = JSON.stringify(members)
        expect(ofMembers(text)).toEqual(ofBytes(text))
      }),
    )
  })
})
