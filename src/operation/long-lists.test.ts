import { expect, test } from 'vitest'
import { z } from 'zod'
import { optional } from './fields.ts'
import { longLists } from './long-lists.ts'

let looked = 0
const item = z.unknown().refine(() => ((looked += 1), true))
const lists = z.object({
  plain: z.array(item).max(2),
  maybe: optional(z.array(item).max(2)),
  open: z.array(item),
  either: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('a'), deep: z.object({ list: z.array(item).max(1) }) }),
    z.object({ kind: z.literal('b'), deep: z.object({ list: z.array(item).max(3) }) }),
  ]),
})

test('tells lists that are longer than their schema takes, wherever they stand, and looks at no item', () => {
  const three = [1, 2, 3]
  const given = { plain: three, maybe: three, open: three, either: { kind: 'a', deep: { list: three } } }
  expect(longLists(lists, given)).toEqual([
    { path: 'plain', message: 'Expected at most 2 items, got 3.', code: 'too_big' },
    { path: 'maybe', message: 'Expected at most 2 items, got 3.', code: 'too_big' },
    { path: 'either.deep.list', message: 'Expected at most 1 items, got 3.', code: 'too_big' },
  ])
  expect(looked).toBe(0)
})

test.each([
  [{ plain: [1, 2], maybe: null, either: { kind: 'b', deep: { list: [1, 2, 3] } } }],
  [{ plain: 'x'.repeat(9), maybe: { length: 9 }, unknown: [1, 2, 3], either: { kind: 'c', deep: 7 } }],
  [null],
  [[[]]],
])('tells nothing of %j', (given) => {
  expect(longLists(lists, given)).toEqual([])
})
