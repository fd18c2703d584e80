import { expect, test } from 'vitest'
import { findMissing } from './compare-journal.ts'

const file = (number: number) => ({
  number,
  name: `000${number}_step.sql`,
  checksum: `sum ${number}`,
  text: '',
  baseline: undefined,
})

test('what is missing comes in order; nothing is missing of a whole journal', () => {
  const files = [file(1), file(2), file(3)]
  expect(findMissing([file(1)], files).map(({ number }) => number)).toEqual([2, 3])
  expect(findMissing(files, files)).toEqual([])
})

test('a program that lacks a file between is told from one that is older than the data', () => {
  expect(() => findMissing([file(1), file(2)], [file(1), file(3)])).toThrow(
    /0002_step\.sql, which is missing from this program .*: install the program again, whole/,
  )
  expect(() => findMissing([file(1), file(2)], [file(1)])).toThrow(/which this version does not know/)
})

test('a database that lacks a step between is refused, not mended', () => {
  const files = [file(1), file(2), file(3)]
  expect(() => findMissing([file(1), file(3)], files)).toThrow(
    /0002_step\.sql has a lower number than 0003_step\.sql, which is applied: this step is missing in the database/,
  )
})
