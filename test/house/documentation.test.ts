import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { settings } from '../../src/config.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const written = ['*.md', 'docs/**/*.md', 'data/README.md', 'src/**/README.md', 'test/**/README.md']
const documents = written.flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted()
const lines = (file: string) => read(file).trimEnd().split('\n').length

test('configuration.md lists every setting as the program defines it, and no other', () => {
  const rows = [...read('docs/guide/configuration.md').matchAll(/^\| `(\w+)` \| (?:`(.*)` )?\| (.+) \|$/gm)]
  const defaults = settings.parse({}) as Record<string, unknown>
  expect(rows.map(([, name, value]) => [name, value])).toEqual(
    Object.keys(settings.shape).map((name) => [name, defaults[name]?.toString()]),
  )
  for (const [, name = '', , meaning] of rows) {
    const { description } = settings.shape[name as keyof typeof settings.shape]
    if (description !== undefined) expect(meaning, name).toBe(description)
  }
})

describe.each(documents)('%s', (file) => {
  test('links to files that are there', () => {
    const links = [...read(file).matchAll(/\]\((?!https?:|#|\/)([^)#\s]+)[^)]*\)/g)].map(
      (match) => match[1] ?? '',
    )
    expect(links.filter((link) => !existsSync(join(root, dirname(file), link)))).toEqual([])
  })
})

test('documents are short enough to be read: README 120 lines, ARCHITECTURE 150, words 90, a decision 40, a slice 120', () => {
  const most = (file: string) => {
    if (file.startsWith('docs/decisions/')) return 40
    if (file === 'ARCHITECTURE.md') return 150
    if (file === 'docs/words.md') return 90
    return file.startsWith('docs/guide/') || file.startsWith('CONTRIBUTING') ? 200 : 120
  }
  expect(documents.filter((file) => lines(file) > most(file))).toEqual([])
})

test('decisions are numbered without gaps and have the four parts', () => {
  const files = documents.filter((file) => file.startsWith('docs/decisions/'))
  expect(files.map((file) => Number(/(\d{4})-/.exec(file)?.[1]))).toEqual(files.map((_, index) => index + 1))
  for (const file of files) {
    const parts = [...read(file).matchAll(/^## (.+)$/gm)].map((match) => match[1])
    expect(parts, file).toEqual(['Context', 'Decision', 'Evidence', 'Consequences'])
  }
})

test('every slice has a README', () => {
  const slices = globSync('src/{store,platform,corpus,capabilities}/*/index.ts', { cwd: root })
  expect(slices.length).toBeGreaterThan(15)
  expect(slices.filter((index) => !existsSync(join(root, dirname(index), 'README.md')))).toEqual([])
})
