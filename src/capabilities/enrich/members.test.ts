import { describe, expect, test } from 'vitest'
import { cellText } from './cell-text.ts'
import { defaultMembers, listKinds, maxMembers, valueAt, whyNoMember } from './members.ts'

describe('members', () => {
  test.each(listKinds)('those added to %s where none are asked for are there', (kind) => {
    expect(defaultMembers[kind].flatMap((path) => whyNoMember(kind, path) ?? [])).toEqual([])
    expect(defaultMembers[kind].length).toBeLessThanOrEqual(maxMembers)
  })

  test('go into lists, objects and what the operator added', () => {
    for (const path of ['li_locations.location.city', 'custom_data.segment', 'full_funding_rounds'])
      expect(whyNoMember('companies', path)).toBeUndefined()
    expect(whyNoMember('people', 'experiences.company_name')).toBeUndefined()
  })

  test.each([
    [
      'prefered_name',
      'There is no member "prefered_name" of records of companies. Did you mean preferred_name?',
    ],
    ['location_consensus.town', 'There is no member "town" of location_consensus.'],
    ['domains.0', 'There is no member "0" of domains.'],
    ['', 'There is no member "" of records of companies.'],
  ])('%s is none', (path, message) => {
    expect(whyNoMember('companies', path)).toContain(message)
  })
})

test('a value is what the record says at its path, of a list what each says', () => {
  const record = { a: { b: [{ c: 1 }, { c: null }, { c: [2, 3] }] }, d: null }
  expect(valueAt(record, ['a', 'b', 'c'])).toEqual([1, 2, 3])
  expect(valueAt(record, ['d', 'e'])).toBeNull()
  expect(valueAt(record, ['a', 'b'])).toEqual(record.a.b)
})

test.each<[unknown, string]>([
  [null, ''],
  ['x', 'x'],
  [0, '0'],
  [false, 'false'],
  [['a', null, 'b'], 'a; b'],
  [{ gte: 51, lte: 200 }, '51-200'],
  [{ gte: 10_001, lte: null }, '10001+'],
  [{ gte: 3, lte: 3 }, '3'],
  [{ a: 1 }, '{"a":1}'],
  [[{ gte: 1, lte: 2 }, { a: 'x' }], '1-2; {"a":"x"}'],
])('%j is one cell', (value, text) => {
  expect(cellText(value)).toBe(text)
})
