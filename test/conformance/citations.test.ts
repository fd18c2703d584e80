import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { scanCitations, scanProject } from './citations.ts'

const idsOf = (text: string) => scanCitations('x.test.ts', text).citations.map(({ id }) => id)
const reasonsOf = (text: string) => scanCitations('x.test.ts', text).refused.map(({ reason }) => reason)

describe('scanCitations', () => {
  test('reads each literal of a call in a test, with its line', () => {
    const text = "test('t', async (): Promise<void> => {\n  verifies('a.one', 'a.two')\n})"
    expect(scanCitations('src/x.test.ts', text)).toEqual({
      citations: [
        { id: 'a.one', file: 'src/x.test.ts', line: 2 },
        { id: 'a.two', file: 'src/x.test.ts', line: 2 },
      ],
      refused: [],
    })
  })

  test.each([
    "describe('d', () => { verifies('a.one') })",
    "for (const x of xs) it(`t ${x}`, () => { verifies('a.one') })",
    "test.each([1])('t %i', () => { verifies('a.one') })",
    "test.skipIf(!server)('t', () => { verifies('a.one') })",
    "export function suite(open: Opener) { describe('s', () => { test('t', () => verifies('a.one')) }) }",
  ])('counts a call inside %s', (text) => {
    expect(idsOf(text)).toEqual(['a.one'])
  })

  test.each([
    "// verifies('a.one')",
    "/* verifies('a.one') */",
    'const s = "verifies(\'a.one\')"',
    "other.verifies('a.one')",
  ])('does not count %s', (body) => {
    expect(scanCitations('x.test.ts', `test('t', () => {\n${body}\n})`)).toEqual({
      citations: [],
      refused: [],
    })
  })

  test('refuses an argument that is not a string literal, the whole call with it', () => {
    const text = "test('t', () => { verifies('a.one', id); verifies(...ids); verifies(`a.two`) })"
    expect(idsOf(text)).toEqual([])
    expect(reasonsOf(text)).toEqual(Array(3).fill('argument is not a string literal'))
  })

  test('refuses a call outside a test', () => {
    expect(reasonsOf("verifies('a.one'); function f() { verifies('a.two') }")).toEqual(
      Array(2).fill('outside a test or describe'),
    )
  })

  test('refuses a call inside a skipped test', () => {
    const text =
      "describe.skip('d', () => test('t', () => verifies('a.one'))); test.todo('t', () => verifies('a.two'))"
    expect(idsOf(text)).toEqual([])
    expect(reasonsOf(text)).toEqual(Array(2).fill('inside a skipped test'))
  })
})

test('scanProject reads src and test in depth, and leaves out the folder of the gate', () => {
  const root = mkdtempSync(join(tmpdir(), 'almanac-citations-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [file, id] of [
    ['src/a/b/c.test.ts', 'a.src'],
    ['test/e2e/d.test.ts', 'a.test'],
    ['test/conformance/e.test.ts', 'a.own'],
    ['src/notes.md', 'a.prose'],
    ['bench/f.ts', 'a.bench'],
  ] as const) {
    mkdirSync(join(root, file, '..'), { recursive: true })
    writeFileSync(join(root, file), `test('t', () => { verifies('${id}') })`)
  }
  const found = scanProject(root).citations.map(({ id }) => id)
  expect(found.toSorted()).toEqual(['a.src', 'a.test'])
})
