import { expect, test } from 'vitest'
import { distinctEntities } from './entity-key.ts'
import { stored } from './raw-json.ts'

const record = (slug: string, name = slug, entity?: string) =>
  stored<object>(JSON.stringify({ name, primary_slug: slug }), entity)

test('items of one entity count once, by its id or by what its record says', () => {
  expect(distinctEntities([[record('ann', 'Ann', '1')], [record('ann', 'Ann B.', '1')], []])).toBe(1)
  expect(distinctEntities([[record('ann')], [record('ann', 'Ann B.')], [record('bob')]])).toBe(2)
})

test('a list of both is judged by records alone: an id and a slug would make two of one', () => {
  expect(distinctEntities([[record('ann', 'Ann', '1')], [record('ann')]])).toBe(1)
  expect(distinctEntities([[record('ann', 'Ann', '1')], [{ name: 'Ann', primary_slug: 'ann' }]])).toBe(1)
})

test('an item that several match is told from one that one of them matches', () => {
  const [ann, bob] = [record('ann', 'Ann', '1'), record('bob', 'Bob', '2')]
  expect(distinctEntities([[ann, bob], [ann], [ann, bob]])).toBe(2)
})
