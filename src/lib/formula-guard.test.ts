import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guardFormula, unguardFormula } from './formula-guard.ts'

test.each([
  '=1',
  "'=1",
  "''=1",
  "'+1+cmd|x",
  '-a',
  '@SUM(1)',
  '＝1',
  "'-5",
  '-5',
  '+49 30 901820',
  "O'Neil",
  "'quoted'",
  '\n=1',
  '\r\n=1',
  '\t=1',
  '\v=1',
  '\u2028=1',
  '\uFEFF=1',
  '\u200B=1',
  '\u0000=1',
  ' =1',
  '\u00A0+1+cmd|x',
  '"=1',
  '" =cmd|x!A1"',
  '\uFEFF"@SUM(1)',
  '\n',
  '＋1',
  '＠SUM(1)',
  '－a',
  '\uFEFF＝1',
  '',
])('%j comes back as it was, and runs nothing meanwhile', (cell) => {
  const guarded = guardFormula(cell)
  expect(unguardFormula(guarded)).toBe(cell)
  // As readers see it that take off marks, spaces and quotes before they look.
  const seen = guarded.replace(/^[\uFEFF\u200B\p{Cc}\s"]+/u, '')
  for (const text of [guarded, seen])
    expect(text).not.toMatch(/^[=@＝＋－＠\t\r\n\v\u2028]|^[+-][^\d\s.,()/-]/)
})

test('any text comes back as it was', () => {
  const text = fc.oneof(fc.string(), fc.stringMatching(/^['=+\-@\t\r\n1a "\uFEFF]{0,8}$/))
  fc.assert(
    fc.property(text, (cell) => unguardFormula(guardFormula(cell)) === cell),
    { numRuns: 2_000 },
  )
})

test('guards of other programs are taken off; apostrophes of texts stay', () => {
  expect(unguardFormula("'+49 30 901820")).toBe('+49 30 901820')
  expect(unguardFormula("'s-Hertogenbosch")).toBe("'s-Hertogenbosch")
})

test.each(['+12025550123 ext. 12', '+12025550123; +4930901820', '+12025550123 ext. 12; +4930901820 ext. 7'])(
  'telephone numbers stay as they are: %s',
  (cell) => expect(guardFormula(cell)).toBe(cell),
)

test.each(['+1 ext. A1', '+12025550123; =1', '+1; +A1', '-1 ext. 2+cmd'])('%s does not', (cell) =>
  expect(guardFormula(cell)).toBe(`'${cell}`),
)
