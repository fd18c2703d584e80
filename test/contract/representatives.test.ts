import { expect, test } from 'vitest'
import type { AnyOperation } from '../../src/operation/index.ts'
import { independentOperations, keyedOperations } from './example-request.ts'
import { representatives } from './representatives.ts'

const operation = (id: string, slice: string, more: object) =>
  [id, { id, slice, price: { kind: 'free' }, ...more } as unknown as AnyOperation] as const
const [reads, charges] = [{ effect: 'reads' }, { price: { kind: 'per-item' } }]

test('are the first of each kind in each slice, in their order', () => {
  const operations = [
    operation('read', 'one', reads),
    operation('readAgain', 'one', reads),
    operation('charge', 'one', { effect: 'spends', ...charges }),
    operation('start', 'one', { effect: 'changes', price: { kind: 'per-job' } }),
    operation('change', 'one', { effect: 'changes' }),
    operation('chargeElsewhere', 'other', { effect: 'spends', ...charges }),
    operation('upload', 'other', { effect: 'changes', file: {} }),
    operation('readElsewhere', 'other', reads),
  ]
  expect(representatives(operations).map(([id]) => id)).toEqual([
    'read',
    'charge',
    'start',
    'chargeElsewhere',
    'upload',
    'readElsewhere',
  ])
})

test('do not grow with the operations of a slice', () => {
  const chosen = representatives(keyedOperations)
  const twice = keyedOperations.flatMap(([id, one]) => [[id, one] as const, [`${id}2`, one] as const])
  expect(representatives(twice)).toHaveLength(chosen.length)
  expect(chosen.length).toBeLessThan(keyedOperations.length / 2)
})

test.each([
  ['that need a key', keyedOperations],
  ['that stand for themselves', independentOperations],
])('of those %s are of every slice, method and kind of price', (_which, operations) => {
  const chosen = representatives(operations)
  for (const trait of [
    (one: AnyOperation) => one.slice,
    (one: AnyOperation) => one.method,
    (one: AnyOperation) => one.price.kind,
    (one: AnyOperation) => one.file === undefined,
  ]) {
    const traits = (of: typeof operations) => [...new Set(of.map(([, one]) => trait(one)))].toSorted()
    expect(traits(chosen)).toEqual(traits(operations))
  }
})
