import { expect, test } from 'vitest'
import { fillVariables } from './template-variables.ts'

test('fills variables in every text, and leaves the rest as it is', () => {
  const template = {
    a: ['${ONE}', 1, null],
    b: { c: 'x ${ONE} ${TWO} y', '${ONE}': true },
    d: '$${ONE} $ONE',
  }
  expect(fillVariables(template, { ONE: '1', TWO: '${ONE}' })).toEqual({
    content: { a: ['1', 1, null], b: { c: 'x 1 ${ONE} y', '${ONE}': true }, d: '${ONE} $ONE' },
    missing: [],
  })
})

test('names every variable that is not set or empty, with its place', () => {
  const { missing } = fillVariables({ list: [{ key: '${NONE}' }], at: '${EMPTY} ${toString}' }, { EMPTY: '' })
  expect(missing).toEqual([
    { path: 'list[0].key', name: 'NONE' },
    { path: 'at', name: 'EMPTY' },
    { path: 'at', name: 'toString' },
  ])
})
