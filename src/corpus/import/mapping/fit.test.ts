import { expect, test } from 'vitest'
import { z } from 'zod'
import { makeFit } from './fit.ts'

test('the entries of a map are brought into the type they have', () => {
  const texts = makeFit(z.record(z.string(), z.string()).nullable())
  expect(texts({ a: 1, b: ['x', 'y'], c: 'z' })).toEqual({ a: '1', b: 'x, y', c: 'z' })
  const numbers = makeFit(z.record(z.string(), z.number()))
  expect(numbers({ a: 1.5, b: '2' })).toEqual({ a: 1.5, b: 2 })
  const objects = makeFit(z.record(z.string(), z.object({ count: z.number() })))
  expect(objects({ a: { count: '3' } })).toEqual({ a: { count: 3 } })
})
