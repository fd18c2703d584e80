import { expect, test } from 'vitest'
import { carriersOfFirst, firstNamed } from './by-identifier.ts'
import type { FoundRecord } from './lookup-request.ts'

const record = (id: string, tokens: string[]): FoundRecord => ({
  id,
  rank: Number(id),
  born: '1',
  body: '{}',
  sealed: '',
  tokens,
})
/** In rank order, as look-ups answer. */
const found = [record('1', ['dom:a']), record('2', ['dom:a', 'org:2']), record('3', ['slug:c'])]
const ids = (records: readonly (FoundRecord | undefined)[]) => records.map((each) => each?.id)

test('the first identifier that finds something decides, of its carriers the most prominent', () => {
  const lists = [['org:2', 'dom:a'], ['dom:a', 'org:2'], ['org:9', 'slug:c'], ['org:9'], []]
  expect(ids(firstNamed(found, lists))).toEqual(['2', '1', '3', undefined, undefined])
})

test('all carriers of the first identifier that has any', () => {
  expect(ids(carriersOfFirst(found, ['org:9', 'dom:a', 'slug:c']))).toEqual(['1', '2'])
  expect(carriersOfFirst(found, ['org:9'])).toEqual([])
  expect(carriersOfFirst([], ['dom:a'])).toEqual([])
})
