import { describe, expect, test } from 'vitest'
import { parseContract } from './contract.ts'
import { memberOf, stepsOf } from './notation.ts'

describe('memberOf', () => {
  test.each([
    ['string', { types: ['string'], isOptional: false }],
    ['null/string ?', { types: ['null', 'string'], isOptional: true }],
    [
      'string = Art / Creative|On-site',
      { types: ['string'], values: ['Art / Creative', 'On-site'], isOptional: false },
    ],
    ['string = one of 44 ?', { types: ['string'], valueCount: 44, isOptional: true }],
    ['boolean = True', { types: ['boolean'], values: ['True'], isOptional: false }],
    [
      'null/string = NORMAL|CLONED default NORMAL ?',
      { types: ['null', 'string'], values: ['NORMAL', 'CLONED'], default: 'NORMAL', isOptional: true },
    ],
    [
      'integer <=1000 >0 default 25 ?',
      { types: ['integer'], maximum: 1000, minimumExclusive: 0, default: 25, isOptional: true },
    ],
    ['number >=-90 <=90', { types: ['number'], minimum: -90, maximum: 90, isOptional: false }],
    ['array min items 1 max items 50', { types: ['array'], minItems: 1, maxItems: 50, isOptional: false }],
    ['string min length 1 email', { types: ['string'], minLength: 1, format: 'email', isOptional: false }],
    ['object one of <type=domains> <type=pnetUrls>', { types: ['object'], isOptional: false }],
    [
      "object default {'a': True, 'b': None} ?",
      { types: ['object'], default: { a: true, b: null }, isOptional: true },
    ],
    ['boolean/null default False ?', { types: ['boolean', 'null'], default: false, isOptional: true }],
  ])('reads "%s"', (text, member) => {
    expect(memberOf(text)).toEqual(member)
  })

  test.each(['text', 'string of 3', 'string min size 3', 'object one of a b'])('refuses "%s"', (text) => {
    expect(() => memberOf(text)).toThrow(/^(No type|Not understood)/)
  })
})

test('a path is read step by step, and refused where a step is not one', () => {
  expect(stepsOf('.a_1[][]<type=count-range>.b{*}')).toEqual([
    { kind: 'member', name: 'a_1' },
    { kind: 'item' },
    { kind: 'item' },
    { kind: 'branch', tag: 'type', value: 'count-range' },
    { kind: 'member', name: 'b' },
    { kind: 'key' },
  ])
  expect(() => stepsOf('.a[0]')).toThrow('No step at 2')
})

describe('parseContract', () => {
  const text = [
    '# A heading',
    '',
    '## first',
    ' query/path: pageSize? integer, id string',
    ' request',
    '  .when: null/object ?',
    '  .when.at: string date',
    '  .alike: null/object ?  (members as in first request.when)',
    ' output',
    '  .data: array',
    '## second',
    ' request',
    '  .again: object  (members as in first request.alike)',
  ].join('\n')

  test('gives the operations with their members, those referred to in each place', () => {
    const [first, second] = parseContract(text)
    expect(first?.id).toBe('first')
    expect([...(first?.request.keys() ?? [])]).toEqual([
      '.pageSize',
      '.id',
      '.when',
      '.when.at',
      '.alike',
      '.alike.at',
    ])
    expect(first?.request.get('.pageSize')).toEqual({ types: ['integer'], isOptional: true })
    expect([...(first?.output.keys() ?? [])]).toEqual(['.data'])
    expect(second?.request.get('.again.at')).toEqual(first?.request.get('.when.at'))
  })

  test('refuses a line it does not understand, and members of a place that is not there', () => {
    expect(() => parseContract(`${text}\nanything`)).toThrow('anything')
    expect(() => parseContract(`${text}\n  .b: object  (members as in third request)`)).toThrow(
      'third request',
    )
  })
})
