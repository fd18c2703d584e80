import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../conformance/verifies.ts'

const root = join(import.meta.dirname, '../..')
const oxlint = join(root, 'node_modules/.bin/oxlint')

// A house of its own, so that no other process ever sees a planted violation.
let house = ''
beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), 'almanac-house-'))
  await cp(join(root, 'oxlint.config.ts'), join(house, 'oxlint.config.ts'))
})
afterAll(() => rm(house, { recursive: true, force: true }))

/** Lints files of the planted house; answers the rules that were broken. */
async function lint(files: Record<string, string>): Promise<string[]> {
  const folder = await mkdtemp(join(house, 'case-'))
  await cp(join(house, 'oxlint.config.ts'), join(folder, 'oxlint.config.ts'))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  const output = await run(oxlint, ['--format', 'json', '.'], folder)
  const report = JSON.parse(output) as { diagnostics: { code: string }[] }
  return [...new Set(report.diagnostics.map(({ code }) => code))]
}

const run = (file: string, args: string[], cwd: string) =>
  new Promise<string>((resolve) => execFile(file, args, { cwd }, (_error, stdout) => resolve(stdout)))

const restricted = 'eslint(no-restricted-imports)'
const exported = 'export const there = 1\n'
const from = (path: string) => `import { there } from '${path}'\nexport const here = there\n`

describe('imports point one way', () => {
  const violations: [importer: string, imported: string, path: string][] = [
    ['src/lib/a.ts', 'src/store/postgres/index.ts', '../store/postgres/index.ts'],
    ['src/store/postgres/a.ts', 'src/operation/index.ts', '../../operation/index.ts'],
    ['src/operation/a.ts', 'src/platform/keys/index.ts', '../platform/keys/index.ts'],
    ['src/operation/pipeline/a.ts', 'src/corpus/search/index.ts', '../../corpus/search/index.ts'],
    ['src/platform/keys/a.ts', 'src/corpus/search/index.ts', '../../corpus/search/index.ts'],
    ['src/corpus/search/a.ts', 'src/capabilities/search/index.ts', '../../capabilities/search/index.ts'],
    ['src/capabilities/search/a.ts', 'src/surfaces/http/index.ts', '../../surfaces/http/index.ts'],
    ['src/surfaces/http/a.ts', 'src/platform/keys/index.ts', '../../platform/keys/index.ts'],
    ['src/surfaces/http/a.ts', 'src/store/postgres/index.ts', '../../store/postgres/index.ts'],
    ['src/surfaces/http/a.ts', 'src/capabilities/search/index.ts', '../../capabilities/search/index.ts'],
    ['src/corpus/search/a.ts', 'src/main.ts', '../../main.ts'],
    ['src/corpus/search/a.ts', 'src/sources/web/index.ts', '../../sources/web/index.ts'],
    ['src/sources/web/a.ts', 'src/capabilities/search/index.ts', '../../capabilities/search/index.ts'],
    ['src/sources/web/parts/a.ts', 'src/surfaces/http/index.ts', '../../../surfaces/http/index.ts'],
    ['src/capabilities/search/operations/a.ts', 'src/config.ts', '../../../config.ts'],
    ['src/surfaces/http/a.ts', 'src/cli/table.ts', '../../cli/table.ts'],
    ['src/lib/a.ts', 'src/operation/index.ts', '../operation/index.ts'],
  ]
  test.each(violations)('%s may not import %s', async (importer, imported, path) => {
    verifies('promise.house.layers')
    expect(await lint({ [importer]: from(path), [imported]: exported })).toContain(restricted)
  })
})

describe('a slice is entered through its index.ts', () => {
  const back: [importer: string, imported: string, path: string][] = [
    ['src/operation/a.ts', 'src/store/postgres/pool.ts', '../store/postgres/pool.ts'],
    ['src/platform/keys/a.ts', 'src/store/postgres/pool.ts', '../../store/postgres/pool.ts'],
    ['src/platform/keys/a.ts', 'src/platform/ledger/holds.ts', '../ledger/holds.ts'],
    ['src/corpus/search/a.ts', 'src/platform/keys/format.ts', '../../platform/keys/format.ts'],
    ['src/corpus/search/a.ts', 'src/corpus/records/person.ts', '../records/person.ts'],
    [
      'src/capabilities/search/operations/a.ts',
      'src/corpus/search/cursor.ts',
      '../../../corpus/search/cursor.ts',
    ],
    ['src/capabilities/search/a.ts', 'src/capabilities/resolve/score.ts', '../resolve/score.ts'],
    ['src/sources/web/a.ts', 'src/corpus/search/cursor.ts', '../../corpus/search/cursor.ts'],
    ['src/cli/commands/a.ts', 'src/platform/keys/format.ts', '../../platform/keys/format.ts'],
    ['src/main.ts', 'src/surfaces/http/routes.ts', './surfaces/http/routes.ts'],
  ]
  test.each(back)('%s may not reach into %s', async (importer, imported, path) => {
    expect(await lint({ [importer]: from(path), [imported]: exported })).toContain(restricted)
  })

  const front: [importer: string, imported: string, path: string][] = [
    ['src/platform/keys/a.ts', 'src/platform/ledger/index.ts', '../ledger/index.ts'],
    ['src/corpus/search/a.ts', 'src/corpus/records/index.ts', '../records/index.ts'],
    ['src/corpus/import/readers/a.ts', 'src/corpus/import/places/b.ts', '../places/b.ts'],
    ['src/capabilities/search/operations/a.ts', 'src/capabilities/search/ask.ts', '../ask.ts'],
    ['src/cli/commands/a.ts', 'src/store/data-dir-lock.ts', '../../store/data-dir-lock.ts'],
    ['src/main.ts', 'src/capabilities/discover.ts', './capabilities/discover.ts'],
    [
      'src/capabilities/search/operations/a.ts',
      'src/corpus/search/index.ts',
      '../../../corpus/search/index.ts',
    ],
  ]
  test.each(front)('%s may import %s', async (importer, imported, path) => {
    expect(await lint({ [importer]: from(path), [imported]: exported })).toEqual([])
  })
})

describe('the other rules of the house', () => {
  test('a circle of imports is caught', async () => {
    const files = {
      'src/lib/a.ts': "import { b } from './b.ts'\nexport const a = () => b()\n",
      'src/lib/b.ts': "import { a } from './a.ts'\nexport const b = () => a()\n",
    }
    expect(await lint(files)).toContain('import(no-cycle)')
  })

  test('a circle that only types close is caught', async () => {
    const files = {
      'src/lib/a.ts':
        "import type { B } from './b.ts'\nexport interface A {\n  b: B\n}\nexport const a = 1\n",
      'src/lib/b.ts': "import { a } from './a.ts'\nexport type B = string\nexport const b = a\n",
    }
    expect(await lint(files)).toContain('import(no-cycle)')
  })

  test('a file over 400 lines is caught, one of 400 is not', async () => {
    const lines = (count: number) =>
      Array.from({ length: count }, (_, index) => `export const a${index} = 1`).join('\n')
    expect(await lint({ 'src/lib/long.ts': `${lines(401)}\n` })).toContain('eslint(max-lines)')
    expect(await lint({ 'src/lib/long.ts': `${lines(400)}\n` })).toEqual([])
  })

  test('a file name that is not kebab-case, a default export and an any are caught', async () => {
    expect(await lint({ 'src/lib/LongName.ts': exported })).toContain('unicorn(filename-case)')
    expect(await lint({ 'src/lib/a.ts': 'export default 1\n' })).toContain('import(no-default-export)')
    expect(await lint({ 'src/lib/a.ts': 'export const a = (b: any) => b\n' })).toContain(
      'typescript(no-explicit-any)',
    )
  })

  const requests = [
    "export const a = () => fetch('https://example.org')\n",
    "export const a = () => globalThis.fetch('https://example.org')\n",
    "import { request } from 'undici'\n\nexport const a = request\n",
    "import { get } from 'node:https'\n\nexport const a = get\n",
    "import { request } from 'node:http'\n\nexport const a = request\n",
    "import { connect } from 'node:net'\n\nexport const a = connect\n",
  ]
  test.each(requests)('a network request outside platform/outbound is caught: %j', async (text) => {
    for (const folder of [
      'lib',
      'operation',
      'platform/keys',
      'corpus/search',
      'sources/web',
      'capabilities/search',
    ])
      expect(await lint({ [`src/${folder}/a.ts`]: text }), folder).not.toEqual([])
    expect(await lint({ 'src/platform/outbound/a.ts': text.replace('globalThis.', '') })).toEqual([])
  })

  test('a server is no request: it may be opened', async () => {
    const text = "import { createServer } from 'node:http'\n\nexport const a = createServer\n"
    expect(await lint({ 'src/surfaces/http/a.ts': text })).toEqual([])
  })

  test('the environment is read in config.ts and the time in lib/clock.ts, and nowhere else', async () => {
    const environment = "export const a = process.env['HOME']\n"
    const time = 'export const a = Date.now()\n'
    const caught = ['eslint(no-restricted-properties)']
    expect(await lint({ 'src/platform/keys/a.ts': environment })).toEqual(caught)
    expect(await lint({ 'src/main.ts': environment })).toEqual(caught)
    expect(await lint({ 'src/config.ts': environment })).toEqual([])
    expect(await lint({ 'src/corpus/search/a.ts': time })).toEqual(caught)
    expect(await lint({ 'src/config.ts': time })).toEqual(caught)
    expect(await lint({ 'src/lib/clock.ts': time })).toEqual([])
  })

  test('a long function, a fifth parameter, a console and a silenced type error are caught', async () => {
    const long = `export function a() {\n${'  void 0\n'.repeat(31)}}\n`
    expect(await lint({ 'src/lib/a.ts': long })).toContain('eslint(max-statements)')
    const wide = 'export const a = (b: 1, c: 1, d: 1, e: 1, f: 1) => [b, c, d, e, f]\n'
    expect(await lint({ 'src/lib/a.ts': wide })).toContain('eslint(max-params)')
    expect(await lint({ 'src/lib/a.ts': "console.log('a')\n" })).toContain('eslint(no-console)')
    expect(await lint({ 'src/lib/a.ts': '// @ts-ignore\nexport const a = 1\n' })).toContain(
      'typescript(ban-ts-comment)',
    )
  })
})

test('members packed only to save lines are caught', async () => {
  const packed = 'export const a = (b: number, c: number) => ({ ...{ b, c }, d: 1 })\n'
  expect(await lint({ 'src/lib/a.ts': packed })).toContain('unicorn(no-useless-spread)')
})

describe('the tree', () => {
  test('breaks no rule of the linter', { timeout: 60_000 }, async () => {
    expect(await run(oxlint, ['--deny-warnings', '--format', 'unix'], root)).not.toMatch(/^\S+:\d+:\d+:/m)
  })

  const banned = /(^|-)(utils?|helpers?|common|misc|shared|managers?|base|services?|processors?)(-|$)/i

  test('has no file, folder or exported type with a name that says nothing', async () => {
    const names = await readdir(join(root, 'src'), { recursive: true })
    expect(names.length).toBeGreaterThan(300)
    const parts = (name: string) => name.split('/').at(-1)?.split('.')[0] ?? ''
    expect(names.filter((name) => banned.test(parts(name)))).toEqual([])
    const types: string[] = []
    for (const name of names.filter((one) => one.endsWith('.ts'))) {
      const text = await readFile(join(root, 'src', name), 'utf8')
      for (const [, type = ''] of text.matchAll(/^export (?:abstract )?(?:class|interface|type) (\w+)/gm)) {
        if (banned.test(type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-'))) types.push(`${name}: ${type}`)
      }
    }
    expect(types).toEqual([])
  })
})
