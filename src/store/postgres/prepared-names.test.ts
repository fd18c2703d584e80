import { expect, test } from 'vitest'
import { preparedNames } from './prepared-names.ts'

test('a statement is prepared by its third use; one with a long list never is, and does not count', () => {
  const nameOf = preparedNames()
  const of = (length: number) => nameOf({ text: 'SELECT $1', values: [Array.from({ length }, String), 7] })
  expect([of(1), of(5_000), of(64), of(65)]).toEqual([undefined, undefined, undefined, undefined])
  const name = of(64)
  expect(name).toMatch(/^a[\w-]{22}$/)
  expect([of(5_000), of(0), nameOf({ text: 'SELECT $1', values: [null] })]).toEqual([undefined, name, name])
})
