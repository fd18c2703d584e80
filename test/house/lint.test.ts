import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../conformance/verifies.ts'

const root = join(import.meta.dirname, '../..')
const oxlint = join(root, 'node_modules/.bin/oxlint')

/** What the linter reads. */
const settings = ['oxlint.config.ts']

/** Houses of their own, so that no other process ever sees a planted violation; linted together, as most of a run is its start. */
const houses: Record<string, string>[] = []
let brokenIn: Map<number, Set<string>>

/** Plants a house of files before the first test; answers the rules that they break. */
function plant(files: Record<string, string>): () => string[] {
  const number = houses.push(files) - 1
  return () => [...(brokenIn.get(number) ?? [])]
}

beforeAll(async () => {
  const street = await mkdtemp(join(tmpdir(), 'almanac-house-'))
  try {
    brokenIn = await lintAll(street)
  } finally {
    await rm(street, { recursive: true, force: true })
  }
})

async function lintAll(street: string): Promise<Map<number, Set<string>>> {
  for (const [number, files] of houses.entries()) {
    for (const [name, text] of Object.entries(files)) {
      const path = join(street, String(number), name)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, text)
    }
    // Each has the configuration, whose paths begin where it lies.
    for (const name of settings) await cp(join(root, name), join(street, String(number), name))
  }
  const output = await run(oxlint, ['--format', 'json', '.'], street)
  const { diagnostics, ...report } = JSON.parse(output) as {
    number_of_files: number
    diagnostics: { code: string; filename: string }[]
  }
  const planted = houses.reduce((sum, files) => sum + Object.keys(files).length + settings.length, 0)
  expect(report.number_of_files).toBe(planted)
  const broken = new Map<number, Set<string>>()
  for (const { code, filename } of diagnostics) {
    const number = Number.parseInt(filename, 10)
    broken.set(number, (broken.get(number) ?? new Set()).add(code))
  }
  return broken
}

const run = (file: string, args: string[], cwd: string) =>
  new Promise<string>((resolve) =>
    execFile(file, args, { cwd, maxBuffer: 64 * 1024 ** 2 }, (_error, stdout) => resolve(stdout)),
  )

const restricted = 'eslint(no-restricted-imports)'
const exported = 'export const there = 1\n'
const from = (path: string) => `import { there } from '${path}'\nexport const here = there\n`

type Import = [importer: string, imported: string, path: string]

const planted = (imports: Import[]) =>
  imports.map(
    ([importer, imported, path]) =>
      [importer, imported, plant({ [importer]: from(path), [imported]: exported })] as const,
  )

describe('imports point one way', () => {
  const violations: Import[] = [
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
  test.each(planted(violations))('%s may not import %s', (_importer, _imported, broken) => {
    verifies('promise.house.layers')
    expect(broken()).toContain(restricted)
  })
})

describe('a slice is entered through its index.ts', () => {
  const back: Import[] = [
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
  test.each(planted(back))('%s may not reach into %s', (_importer, _imported, broken) => {
    expect(broken()).toContain(restricted)
  })

  const front: Import[] = [
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
  test.each(planted(front))('%s may import %s', (_importer, _imported, broken) => {
    expect(broken()).toEqual([])
  })
})

describe('the other rules of the house', () => {
  const circle = plant({
    'src/lib/a.ts': "import { b } from './b.ts'\nexport const a = () => b()\n",
    'src/lib/b.ts': "import { a } from './a.ts'\nexport const b = () => a()\n",
  })
  const circleOfTypes = plant({
    'src/lib/a.ts': "import type { B } from './b.ts'\nexport interface A {\n  b: B\n}\nexport const a = 1\n",
    'src/lib/b.ts': "import { a } from './a.ts'\nexport type B = string\nexport const b = a\n",
  })
  test('a circle of imports is caught, and one that only types close', () => {
    expect(circle()).toContain('import(no-cycle)')
    expect(circleOfTypes()).toContain('import(no-cycle)')
  })

  const lines = (count: number) =>
    Array.from({ length: count }, (_, index) => `export const a${index} = 1`).join('\n')
  const tooLong = plant({ 'src/lib/long.ts': `${lines(401)}\n` })
  const longest = plant({ 'src/lib/long.ts': `${lines(400)}\n` })
  test('a file over 400 lines is caught, one of 400 is not', () => {
    expect(tooLong()).toContain('eslint(max-lines)')
    expect(longest()).toEqual([])
  })

  const long = `export function a() {\n${'  void 0\n'.repeat(31)}}\n`
  const wide = 'export const a = (b: 1, c: 1, d: 1, e: 1, f: 1) => [b, c, d, e, f]\n'
  const packed = 'export const a = (b: number, c: number) => ({ ...{ b, c }, d: 1 })\n'
  const faults: [what: string, rule: string, text: string, name?: string][] = [
    ['a file name that is not kebab-case', 'unicorn(filename-case)', exported, 'LongName'],
    ['a default export', 'import(no-default-export)', 'export default 1\n'],
    ['an any', 'typescript(no-explicit-any)', 'export const a = (b: any) => b\n'],
    ['a long function', 'eslint(max-statements)', long],
    ['a fifth parameter', 'eslint(max-params)', wide],
    ['a console', 'eslint(no-console)', "console.log('a')\n"],
    ['a silenced type error', 'typescript(ban-ts-comment)', '// @ts-ignore\nexport const a = 1\n'],
    ['members packed only to save lines', 'unicorn(no-useless-spread)', packed],
  ]
  const plantedFaults = faults.map(
    ([what, rule, text, name = 'a']) => [what, rule, plant({ [`src/lib/${name}.ts`]: text })] as const,
  )
  test.each(plantedFaults)('%s is caught by %s', (_what, rule, broken) => {
    expect(broken()).toContain(rule)
  })

  const requests = [
    "export const a = () => fetch('https://example.org')\n",
    "export const a = () => globalThis.fetch('https://example.org')\n",
    "import { request } from 'undici'\n\nexport const a = request\n",
    "import { get } from 'node:https'\n\nexport const a = get\n",
    "import { request } from 'node:http'\n\nexport const a = request\n",
    "import { connect } from 'node:net'\n\nexport const a = connect\n",
  ]
  const elsewhere = [
    'lib',
    'operation',
    'platform/keys',
    'corpus/search',
    'sources/web',
    'capabilities/search',
  ]
  const plantedRequests = requests.map(
    (text) =>
      [
        text,
        elsewhere.map((folder) => [folder, plant({ [`src/${folder}/a.ts`]: text })] as const),
        plant({ 'src/platform/outbound/a.ts': text.replace('globalThis.', '') }),
      ] as const,
  )
  test.each(plantedRequests)(
    'a network request outside platform/outbound is caught: %j',
    (_text, outside, within) => {
      for (const [folder, broken] of outside) expect(broken(), folder).not.toEqual([])
      expect(within()).toEqual([])
    },
  )

  const server = plant({
    'src/surfaces/http/a.ts': "import { createServer } from 'node:http'\n\nexport const a = createServer\n",
  })
  test('a server is no request: it may be opened', () => {
    expect(server()).toEqual([])
  })

  const comments = Array.from({ length: 61 }, (_, index) => `  // ${index}`).join('\n')
  const branches = Array.from({ length: 21 }, (_, index) => `  if (n === ${index}) return ${index + 1}`)
  const tangled = {
    'eslint(max-lines-per-function)': `export function a() {\n${comments}\n}\n`,
    'eslint(complexity)': `export function a(n: number) {\n${branches.join('\n')}\n  return 0\n}\n`,
    'eslint(no-nested-ternary)': 'export const a = (n: number) => (n === 0 ? 1 : n === 1 ? 2 : 3)\n',
  }
  const refusals = Object.entries(tangled).map(([rule, text]) => {
    const [broken, inTest] = ['src/store/blobs/a.ts', 'src/store/blobs/a.test.ts'].map((name) =>
      plant({ [name]: text }),
    )
    return [rule, broken!, inTest!] as const
  })
  test.each(refusals)(
    'a function that is read with difficulty is refused outside tests: %s',
    (rule, broken, inTest) => {
      expect(broken()).toEqual([rule])
      expect(inTest()).toEqual([])
    },
  )

  const environment = "export const a = process.env['HOME']\n"
  const time = 'export const a = Date.now()\n'
  const allowed = [plant({ 'src/config.ts': environment }), plant({ 'src/lib/clock.ts': time })]
  const caught = [
    plant({ 'src/platform/keys/a.ts': environment }),
    plant({ 'src/main.ts': environment }),
    plant({ 'src/corpus/search/a.ts': time }),
    plant({ 'src/config.ts': time }),
  ]
  test('the environment is read in config.ts and the time in lib/clock.ts, and nowhere else', () => {
    for (const broken of caught) expect(broken()).toEqual(['eslint(no-restricted-properties)'])
    for (const broken of allowed) expect(broken()).toEqual([])
  })
})

describe('pages of the console', () => {
  const page = (text: string, folder = 'rooms/lists') => plant({ [`console/${folder}/a.tsx`]: text })
  const violations: [what: string, rule: string, broken: () => string[]][] = [
    ['a room that imports another', restricted, page(from('../search/kind.ts'))],
    ['a room that imports the frame', restricted, page(from('../../shell/shell.tsx'))],
    ['a room that imports the client', restricted, page(from('../../../client/src/errors.ts'))],
    ['a part that knows operations', restricted, page(from('../call/client.ts'), 'parts')],
    ['a part with texts', restricted, page(from('../words.ts'), 'parts')],
    [
      'a request outside call',
      'eslint(no-restricted-globals)',
      page("export const a = () => fetch('/v1')\n"),
    ],
    [
      'a request by the window',
      'eslint(no-restricted-properties)',
      page("export const a = () => window.fetch('/v1')\n"),
    ],
    [
      'markup that is set',
      'eslint(no-restricted-properties)',
      page("export const a = (b: Element) => {\n  b.innerHTML = ''\n}\n"),
    ],
    [
      'markup that is drawn',
      'react(no-danger)',
      page("export const A = () => <p dangerouslySetInnerHTML={{ __html: '' }} />\n"),
    ],
    ['an any', 'typescript(no-explicit-any)', page('export const a = (b: any) => b\n')],
    [
      'a file over 250 lines',
      'eslint(max-lines)',
      page(Array.from({ length: 251 }, (_, index) => `export const a${index} = 1\n`).join('')),
    ],
  ]
  test.each(violations)('%s is caught by %s', (_what, rule, broken) => {
    expect(broken()).toContain(rule)
  })

  const allowed = [
    page(from('../../call/client.ts')),
    page(from('../../parts/grid.tsx')),
    page(from('../../words.ts')),
    page(from('./words.ts')),
    page("export const a = () => fetch('/v1')\n", 'call'),
  ]
  test('rooms import parts, call and words, and call makes requests', () => {
    for (const broken of allowed) expect(broken()).toEqual([])
  })
})

describe('the tree', () => {
  test('breaks no rule of the linter', async () => {
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
