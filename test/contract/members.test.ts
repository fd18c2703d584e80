import { expect, test } from 'vitest'
import { z } from 'zod'
import { optional, withDefault, type AnyOperation } from '../../src/operation/index.ts'
import { distinctMembers, firstOfEach, inTurn, membersOfEachType, schemaKey } from './members.ts'

const bounded = () => optional(z.array(z.string().min(1).max(9)))

test('schemas that are made alike are one', () => {
  expect(schemaKey(bounded())).toBe(schemaKey(bounded()))
  const nested = () => z.object({ one: z.enum(['a', 'b']), other: z.union([z.int(), z.null()]) })
  expect(schemaKey(nested())).toBe(schemaKey(nested()))
  expect(schemaKey(withDefault(z.int(), 3))).toBe(schemaKey(withDefault(z.int(), 3)))
})

test.each([
  ['types', z.string(), z.int()],
  ['bounds', z.string().max(9), z.string().max(8)],
  ['elements', z.array(z.string()), z.array(z.string().min(1))],
  ['patterns', z.string().regex(/a/), z.string().regex(/b/)],
  ['members', z.object({ a: z.string() }), z.object({ b: z.string() })],
  ['values', z.enum(['a']), z.enum(['b'])],
  ['options', z.union([z.string(), z.int()]), z.union([z.string(), z.boolean()])],
  ['functions', z.string().refine((text) => text !== 'a'), z.string().refine((text) => text !== 'b')],
  ['wrappers', z.string(), optional(z.string())],
])('schemas of other %s are two', (_what, one, other) => {
  expect(schemaKey(one)).not.toBe(schemaKey(other))
})

test('a schema that holds itself has a key', () => {
  const tree: z.ZodType = z.object({ children: z.lazy(() => z.array(tree)) })
  expect(schemaKey(tree)).toMatch(/^#\d+$/)
})

test('a member counts once, in the first operation that has one made alike', () => {
  const operation = (id: string, shape: z.ZodRawShape) =>
    [id, { id, input: z.object(shape) } as unknown as AnyOperation] as const
  const operations = [
    operation('one', { a: z.string(), b: bounded() }),
    operation('other', { c: bounded(), d: z.int() }),
  ]
  const names = (found: { id: string; member: string }[]) => found.map(({ id, member }) => `${id}.${member}`)
  expect(names(distinctMembers(operations))).toEqual(['one.a', 'one.b', 'other.d'])
  expect(names(membersOfEachType(operations))).toEqual(['one.a', 'one.b', 'other.d'])
  expect(firstOfEach([1, 2, 3, 4], (number) => number % 2)).toEqual([1, 2])
})

test('turns one after the other try all values', () => {
  const tried = Array.from({ length: 4 }, (_, turn) => inTurn([1, 2, 3, 4, 5], turn, 2)).flat()
  expect(new Set(tried)).toEqual(new Set([1, 2, 3, 4, 5]))
  expect(inTurn([1], 3, 2)).toEqual([1])
})
