import { expect, test } from 'vitest'
import { FirstRows } from './first-rows.ts'

test('each record has its first row, however many there are and whatever their ids', () => {
  const rows = new FirstRows()
  const ids = Array.from({ length: 5_000 }, (_, index) => BigInt(index + 1) << BigInt((index % 5) * 12))
  const first = new Map<bigint, number>()
  for (const [index, id] of [...ids, ...ids.toReversed()].entries()) {
    expect(rows.before(id, index)).toBe(first.get(id))
    if (!first.has(id)) first.set(id, index)
  }
})

test('beyond so many records it remembers no further ones, and keeps those it has', () => {
  const rows = new FirstRows(2)
  expect([7n, 8n, 9n, 9n, 7n].map((id, row) => rows.before(id, row + 1))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    1,
  ])
})
