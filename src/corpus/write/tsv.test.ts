import { beforeAll, expect, it } from 'vitest'
import fc from 'fast-check'
import { testEngine } from '../../../test/support/engine.ts'
import type { ClickHouse } from '../../store/clickhouse/index.ts'
import { tsvField, tsvRow } from './tsv.ts'

let engine: ClickHouse
beforeAll(async () => {
  engine = await testEngine()
  await engine.command({
    tag: 'test',
    sql: 'CREATE TABLE tsv_rows (n UInt32, a String, b String, x Float64) ENGINE = MergeTree ORDER BY n',
  })
})

it('every text and number comes back from the engine as it was', async () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 30 }).map((value) => value.toWellFormed())
  const nasty = [
    '',
    '\\N',
    '\\',
    '\\\\t',
    'a\tb',
    'line\nbreak\r\n',
    '\0\b\f',
    "'",
    '"',
    '\u2028',
    '\v\u001f\u007f',
    '💥',
  ]
  const rows = [
    ...nasty.map((a) => ({ a, b: a, x: 0 })),
    ...fc.sample(fc.record({ a: text, b: text, x: fc.double({ noNaN: true, noDefaultInfinity: true }) }), {
      seed: 7,
      numRuns: 300,
    }),
  ]
  const lines = rows.map(({ a, b, x }, n) => tsvRow([n, a, b, x]))
  await engine.insert(
    { table: 'tsv_rows', columns: ['n', 'a', 'b', 'x'], format: 'TabSeparated' },
    lines.join(''),
  )
  const back = await engine.query<{ a: string; b: string; x: number }>({
    tag: 'test',
    sql: 'SELECT a, b, x FROM tsv_rows ORDER BY n',
  })
  expect(back.map(({ a, b }) => [a, b])).toEqual(rows.map(({ a, b }) => [a, b]))
  expect(back.map(({ x }) => (x === 0 ? 0 : x))).toEqual(rows.map(({ x }) => (x === 0 ? 0 : x)))
})

it('arrays come back as they were, nested and of any text', async () => {
  await engine.command({
    tag: 'test',
    sql: 'CREATE TABLE tsv_arrays (n UInt32, a Array(String), b Array(Array(Int64)), x Array(Float64)) ENGINE = MergeTree ORDER BY n',
  })
  const rows = [
    { a: ["it's", 'a\tb\\', '\n', '', ']', ','], b: [[1, -2], [], [3]], x: [1.5, -0.25] },
    { a: [], b: [], x: [] },
  ]
  const lines = rows.map(({ a, b, x }, n) => tsvRow([n, a, b.map((each) => each.map(BigInt)), x]))
  await engine.insert(
    { table: 'tsv_arrays', columns: ['n', 'a', 'b', 'x'], format: 'TabSeparated' },
    lines.join(''),
  )
  const back = await engine.query({
    tag: 'test',
    sql: 'SELECT a, arrayMap(l -> arrayMap(v -> toInt32(v), l), b) AS b, x FROM tsv_arrays ORDER BY n',
  })
  expect(back).toEqual(rows)
  expect(tsvField([Number.NaN, 1])).toBe('[nan,1]')
})

it('what is unknown as a number is nan', () => {
  expect(tsvField(Number.NaN)).toBe('nan')
  expect(tsvRow(['a', 1, Number.NaN])).toBe('a\t1\tnan\n')
})
