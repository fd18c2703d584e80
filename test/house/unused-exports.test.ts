import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectSources, unusedExports } from './unused-exports.ts'

/** Exports of which a program finds out by itself, by where their file is. */
const discovered = [
  /^src\/capabilities\/[^/]+\/(operations|jobs)\//,
  /^src\/capabilities\/[^/]+\/(open|events)\.ts#/,
  // A slice that opens in a few lines; its other exports are checked.
  /^src\/capabilities\/([a-z]+)\/slice\.ts#\1$/,
  /^src\/capabilities\/[a-z]+-[a-z]+\/slice\.ts#(realEstate|webData)$/,
  /^src\/sources\/(adapters|capability)\//,
]

/** What only tests use, and why it lies in src all the same. */
const forTests: [pattern: RegExp, why: string][] = [
  [/\/(conformance|two-shard)\.ts#/, 'the suite of a store lies beside the store, and its second driver'],
  [/\/fixtures\//, 'the store is tested with them'],
  [/^src\/lib\/clock\.ts#frozenClock$/, 'the other clock, told beside the real one'],
  [
    /^src\/corpus\/sample\/[\w-]+\.ts#generate\w+$/,
    'one kind of the sample in one call; the service streams them all',
  ],
  [/^src\/platform\/jobs\/queue\.ts#installQueue$/, 'the databases of tests are made with the queue in them'],
]

const unused = unusedExports(projectSources(join(import.meta.dirname, '../..')))
const allowed = [...discovered, ...forTests.map(([pattern]) => pattern)]
const found = (exports: readonly string[]) =>
  exports.filter((name) => !allowed.some((pattern) => pattern.test(name)))

test('every function, constant and class of src is used by more than its tests', () => {
  expect(found(unused.dead)).toEqual([])
})

test('what only its own file uses is not exported', () => {
  expect(found(unused.inner)).toEqual([])
})

test('an index hands on what somebody imports', () => {
  expect(found(unused.handedToNobody)).toEqual([])
})

test('every exception is needed', () => {
  const names = [...unused.dead, ...unused.inner, ...unused.handedToNobody]
  expect(allowed.filter((pattern) => !names.some((name) => pattern.test(name)))).toEqual([])
})

test('unused exports are told from used ones', () => {
  const sources = new Map([
    [
      'src/a/one.ts',
      'export const used = 1\nexport const dead = 2\nexport const inner = 3\nexport const tested = inner\n',
    ],
    ['src/a/two.ts', 'export class Refused extends Error {}\nexport function lost() {}\n'],
    ['src/a/index.ts', "export { used, inner as other } from './one.ts'\nexport * from './two.ts'\n"],
    ['src/b.ts', "import {\n  used,\n  type Refused,\n} from './a/index.ts'\n"],
    ['src/a/one.test.ts', "import { tested } from './one.ts'\n"],
  ])
  expect(unusedExports(sources)).toEqual({
    dead: ['src/a/one.ts#dead', 'src/a/one.ts#tested', 'src/a/two.ts#lost'],
    inner: ['src/a/one.ts#inner'],
    handedToNobody: ['src/a/index.ts#other'],
  })
})
