import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shortMessage, shortPath } from './short-message.ts'

const said = (message: string, given: string) => {
  for (let length = given.length; length > 0; length--)
    for (let from = 0; from + length <= given.length; from++)
      if (message.includes(given.slice(from, from + length))) return length
  return 0
}

test('no message repeats more than 200 characters of what was sent', () => {
  const given = fc.oneof(
    fc.string({ minLength: 201, maxLength: 400 }),
    fc.stringMatching(/^[a-z ]{201,400}$/),
    fc.stringMatching(/^\S{201,400}$/),
  )
  fc.assert(
    fc.property(given, (text) => {
      expect(said(shortMessage(`No city called "${text}" is known.`), text)).toBeLessThanOrEqual(200)
    }),
    { numRuns: 50 },
  )
  expect(shortMessage(`Unrecognized: ${'x'.repeat(5_000)} here.`)).toBe(
    `Unrecognized: ${'x'.repeat(199)}… here.`,
  )
})

test('lists of values, sentences and paths of schemas stay as they are', () => {
  const list = `Invalid option: expected one of ${Array.from({ length: 80 }, (_, n) => `"value-${n}"`).join('|')}`
  const sentence = 'This is a sentence of our own. '.repeat(20)
  for (const text of [list, sentence, 'short', ''])
    expect(shortMessage(text)).toBe(text.trimEnd() === '' ? '' : text)
  const path = 'searchParams.and[0].or[1].'.repeat(12) + 'name'
  expect(shortPath(path)).toBe(path)
  expect(shortPath(`searchParams.${'k'.repeat(900)}`)).toHaveLength(200)
  expect(shortPath(`searchParams.${'k '.repeat(900)}`)).toHaveLength(200)
})
