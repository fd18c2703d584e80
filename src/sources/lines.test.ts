import { expect, test } from 'vitest'
import { z } from 'zod'
import { definition, unwrap } from '../operation/index.ts'
import { capabilities, capabilityIds } from './capabilities.ts'
import { isLines, lines, readLines } from './lines.ts'

const thread = (id: unknown, more: object = {}) => ({ upload_id: id, title: 'T', ...more })
const read = (given: unknown) => readLines(capabilities['forum.posts'].answer, given)

test('one line that is not of the form is left out and told, the others are answered in their order', () => {
  const { answer, leftOut } = read({ uploads: [thread('a'), thread(7), thread('c')], cursor: 'next' })
  expect(answer.uploads.map(({ upload_id }) => upload_id)).toEqual(['a', 'c'])
  expect(answer.cursor).toBe('next')
  expect(leftOut).toEqual({
    count: 1,
    why: 'uploads.1.upload_id: Invalid input: expected string, received number',
  })
})

test('a text that is no moment is refused as imports refuse it', () => {
  const dated = (published_at: string | null) => thread('a', { published_at })
  const { answer, leftOut } = read({ uploads: [dated('2026-01-14'), dated('yesterday'), dated(null)] })
  expect(answer.uploads).toHaveLength(2)
  expect(leftOut).toEqual({ count: 1, why: 'uploads.1.published_at: not a date' })
})

test('a line is refused whole, wherever in it the mistake is, and counted once', () => {
  const wrong = thread('b', { title: 4, text: 5, transcript: [{ text: 'x' }, { text: null }] })
  const { answer, leftOut } = read({ uploads: [null, thread('a'), wrong] })
  expect(answer.uploads).toHaveLength(1)
  expect(leftOut?.count).toBe(2)
})

test('an answer without mistakes, and one without lines, lose nothing', () => {
  expect(read({ uploads: [] })).toEqual({ answer: { uploads: [], cursor: null }, leftOut: undefined })
  expect(read({ uploads: [thread('a')] }).leftOut).toBeUndefined()
})

test.each([
  ['every line is wrong', { uploads: [thread(1), thread(2)] }],
  ['anything besides lines is wrong', { uploads: [thread('a'), thread(2)], cursor: 5 }],
  ['the list is none', { uploads: { a: 1 } }],
  ['there are too many', { uploads: Array.from({ length: 1_001 }, (_, place) => thread(`${place}`)) }],
  ['it is no object', [thread('a')]],
  ['it is nothing', undefined],
])('it is garbage where %s', (_what, given) => {
  expect(() => read(given)).toThrow('garbage: ')
})

test('lists that are no lines are refused as before', () => {
  const schema = z.object({
    rows: lines(z.object({ tags: z.array(z.string()) }), { most: 9 }),
    tags: z.array(z.string()),
  })
  expect(readLines(schema, { rows: [{ tags: ['a'] }, { tags: [1] }], tags: [] }).answer.rows).toHaveLength(1)
  expect(() => readLines(schema, { rows: [], tags: ['a', 1] })).toThrow('garbage: tags.1')
})

test('every list of objects that a source answers is one of lines', () => {
  const others = capabilityIds.flatMap((capability) =>
    Object.entries(capabilities[capability].answer.shape).flatMap(([name, member]) => {
      const list = unwrap(member as z.ZodType)
      const { element } = definition(list)
      const isOfObjects = element !== undefined && definition(unwrap(element)).type === 'object'
      return isOfObjects && !isLines(list) ? [`${capability}: ${name}`] : []
    }),
  )
  expect(others).toEqual([])
})
