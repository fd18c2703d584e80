import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLines, type LineEnd } from './csv-lines.ts'
import { guardFormula, unguardFormula } from './formula-guard.ts'

const cell = fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[=+\-@"',;\r\n\t a1]{0,8}$/))
const table = fc
  .integer({ min: 1, max: 4 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }))

test.each<LineEnd>(['\r\n', '\n'])('any table reads back as it was, lines ending in %j', (lineEnd) => {
  fc.assert(
    fc.property(table, (rows) => {
      const read: string[][] = parse(csvLines(rows, lineEnd), { record_delimiter: lineEnd })
      expect(read.map((row) => row.map(unguardFormula))).toEqual(rows)
    }),
  )
})

test('quotes, line breaks and formulas, as RFC 4180 writes them', () => {
  expect(csvLines([['a "b", c', 'x\ny', '=1+1', '-5']])).toBe('"a ""b"", c","x\ny",\'=1+1,-5\r\n')
  expect(csvLines([[''], ['a']], '\n')).toBe('""\na\n')
})

test.each<LineEnd>(['\r\n', '\n'])(
  'any table is written as csv-stringify writes it, lines ending in %j',
  (lineEnd) => {
    fc.assert(
      fc.property(table, (rows) => {
        const guarded = rows.map((row) => row.map(guardFormula))
        const options = {
          record_delimiter: lineEnd,
          quoted_match: /[\r\n]/,
          quoted_empty: rows[0]?.length === 1,
        }
        expect(csvLines(rows, lineEnd)).toBe(stringify(guarded, options))
      }),
    )
  },
)
