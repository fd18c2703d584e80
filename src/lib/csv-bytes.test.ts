import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvBytes } from './csv-bytes.ts'
import { csvLines, type LineEnd } from './csv-lines.ts'

const cell = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.stringMatching(/^[=+\-@"',;\r\n\t a1]{0,8}$/),
)
const table = fc
  .integer({ min: 1, max: 4 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }))

test.each<LineEnd>(['\r\n', '\n'])('any table is the bytes of its lines, ending in %j', (lineEnd) => {
  const bytesOf = csvBytes(lineEnd)
  fc.assert(
    fc.property(table, (rows) => {
      expect(bytesOf(rows).equals(Buffer.from(csvLines(rows, lineEnd)))).toBe(true)
    }),
  )
})

test.each(['"', '=', 'x', 'é', '語', '💶', '\ud800', '",\n'])(
  'a cell of a million times %j among others is, too, and leaves the next one alone',
  (text) => {
    const bytesOf = csvBytes()
    const rows = [
      ['a', text.repeat(1_000_000), 'b"'],
      [text, ''.padEnd(9, text)],
    ]
    const before = bytesOf([['before']])
    expect(bytesOf(rows).equals(Buffer.from(csvLines(rows)))).toBe(true)
    expect(bytesOf([['after', '']]).toString()).toBe('after,\r\n')
    expect(before.toString()).toBe('before\r\n')
  },
)
