import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findImports, findRefused, readSources, sideDoors } from './floor-imports.ts'

const sources = readSources(join(import.meta.dirname, '../..'))

test('every import points to a floor below, and enters a slice by its door', () => {
  expect(findRefused(sources)).toEqual([])
})

test('every side door is used from outside its slice', () => {
  const used = findImports(sources).filter(
    ({ importer, imported }) => imported in sideDoors && !importer.startsWith(dirname(imported)),
  )
  expect([...new Set(used.map(({ imported }) => imported))]).toEqual(Object.keys(sideDoors))
})

const importing = (path: string) => `import { there } from '${path}'\n`

describe('a planted import is refused', () => {
  test.each([
    ['src/capabilities/trackers/planted.ts', '../search/search.ts'],
    ['src/capabilities/trackers/rules/planted.ts', '../../search/search.ts'],
    ['src/capabilities/trackers/rules/company/planted.ts', '../../../search/configured-search.ts'],
    [
      'src/capabilities/language/parse/handlers/deep/planted.ts',
      '../../../../search/operations/people-search.ts',
    ],
    ['src/corpus/import/readers/parquet/planted.ts', '../../../write/plan.ts'],
    ['src/platform/jobs/deep/deeper/planted.ts', '../../../ledger/ledger.ts'],
    ['src/capabilities/trackers/rules/company/planted.ts', '../../../../platform/ledger/ledger.ts'],
  ])('into the inside of another slice, from %s', (file, path) => {
    expect(findRefused({ [file]: importing(path) })).toEqual([
      expect.stringMatching(/is entered by its index.ts$/),
    ])
  })

  test.each([
    ['src/lib/deep/planted.ts', '../../store/postgres/index.ts'],
    ['src/store/postgres/embedded/planted.ts', '../../../operation/index.ts'],
    ['src/operation/pipeline/deep/planted.ts', '../../../platform/keys/index.ts'],
    ['src/platform/jobs/a/planted.ts', '../../../corpus/search/index.ts'],
    ['src/corpus/import/run/a/planted.ts', '../../../../capabilities/search/index.ts'],
    ['src/sources/adapters/a/planted.ts', '../../../capabilities/search/index.ts'],
    ['src/capabilities/search/a/b/planted.ts', '../../../../main.ts'],
    ['src/corpus/write/planted.ts', '../../config.ts'],
  ])('of a floor above, from %s', (file, path) => {
    expect(findRefused({ [file]: importing(path) })).toEqual([expect.stringMatching(/ lies above /)])
  })

  test.each([
    ["import type { There } from '../../../search/ask.ts'\n"],
    ["import {\n  there,\n} from '../../../search/ask.ts'\n"],
    ["export * from '../../../search/ask.ts'\n"],
    ["const there = await import('../../../search/ask.ts')\n"],
    ["export type There = import('../../../search/ask.ts').There\n"],
  ])('however it is written: %s', (text) => {
    expect(findRefused({ 'src/capabilities/trackers/rules/company/planted.ts': text })).toHaveLength(1)
  })

  test.each([['../../platform/keys/index.ts'], ['../../store/postgres/index.ts'], ['../../main.ts']])(
    'of a surface that reaches for more than the kernel: %s',
    (path) => {
      expect(findRefused({ 'src/surfaces/http/planted.ts': importing(path) })).toHaveLength(1)
    },
  )
})

test.each([
  ['src/capabilities/trackers/rules/company/planted.ts', '../../../search/index.ts'],
  ['src/capabilities/trackers/rules/company/planted.ts', '../../../../platform/ledger/index.ts'],
  ['src/capabilities/trackers/rules/company/planted.ts', '../../evaluate.ts'],
  ['src/corpus/kinds/alike/planted.ts', '../../../lib/geo.ts'],
  ['src/capabilities/planted.ts', './search/index.ts'],
])('what goes by the door, or stays inside, is no matter: %s imports %s', (file, path) => {
  expect(findRefused({ [file]: importing(path) })).toEqual([])
})

test('nothing on the ground loads the toy world', () => {
  const below = Object.entries(sources).filter(([file]) =>
    /^src\/(?:lib|store|operation|platform|corpus\/(?:records|kinds|search-index|record-store|write|import|search))\//.test(
      file,
    ),
  )
  expect(below.length).toBeGreaterThan(500)
  expect(below.filter(([, text]) => /from '[^']*\/sample\//.test(text)).map(([file]) => file)).toEqual([])
})
