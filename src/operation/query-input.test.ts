import { expect, test } from 'vitest'
import { z } from 'zod'
import { optional, withDefault } from './fields.ts'
import { queryInput } from './query-input.ts'

const schema = z.object({
  size: withDefault(z.int(), 5),
  deep: optional(z.boolean()),
  ids: optional(z.array(z.int())),
  name: z.string(),
  items: optional(z.array(z.object({ domain: z.string() }))),
})

const given = (search: string) => {
  const query: Record<string, string[]> = Object.create(null) as Record<string, string[]>
  for (const [name, value] of new URLSearchParams(search)) (query[name] ??= []).push(value)
  return { ...queryInput(schema, query) }
}

test('text becomes the type the schema asks for, below wrappers too', () => {
  expect(given('size=7&deep=true&name=12')).toEqual({ size: 7, deep: true, name: '12' })
})

test('lists are repeated or separated by commas, and their elements converted', () => {
  expect(given('ids=1&ids=2,3')).toEqual({ ids: [1, 2, 3] })
})

test('what does not convert stays text, so that validation names it', () => {
  expect(given('size=7x&deep=yes&ids=1,b')).toEqual({ size: '7x', deep: 'yes', ids: [1, 'b'] })
  expect(given('size=0x10&deep=')).toEqual({ size: '0x10', deep: '' })
})

test('of a scalar given twice the last counts', () => {
  expect(given('size=1&size=2')).toEqual({ size: 2 })
})

test('names that every object inherits are unknown members like others', () => {
  const input = given('constructor=a&toString=b&__proto__=c&hasOwnProperty=d')
  expect(Object.keys(input).toSorted()).toEqual(['__proto__', 'constructor', 'hasOwnProperty', 'toString'])
})

test('objects are JSON, one or a list, under the caps of bodies', () => {
  const query = (...texts: string[]) =>
    given(texts.map((text) => `items=${encodeURIComponent(text)}`).join('&'))
  expect(query('[{"domain":"a.example"},{"domain":"b,c"}]', '{"domain":"d"}')).toEqual({
    items: [{ domain: 'a.example' }, { domain: 'b,c' }, { domain: 'd' }],
  })
  expect(query('a.example', '{"domain"')).toEqual({ items: ['a.example', '{"domain"'] })
  expect(() => query(`${'['.repeat(40)}${']'.repeat(40)}`)).toThrow(/deep|nest/i)
  expect(() => query('{"domain":"a\\u0000"}')).toThrow(/NUL/)
})

test('text with a NUL is refused', () => {
  expect(() => given('name=a%00b')).toThrow(/NUL/)
})
