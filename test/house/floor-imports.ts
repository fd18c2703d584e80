import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** Floors from the ground up: each sees those before it, but for surfaces, which see lib and the kernel alone. */
export const floors = [
  'lib',
  'store',
  'operation',
  'platform',
  'corpus',
  'sources',
  'capabilities',
  'surfaces',
  'app',
] as const

export type Floor = (typeof floors)[number]

/** Floors whose folders are slices, each entered by its index.ts alone. Sources and lib are entered by their files. */
const withSlices: readonly Floor[] = ['store', 'platform', 'corpus', 'capabilities', 'surfaces']
const seenBySurfaces: readonly Floor[] = ['lib', 'operation', 'surfaces']

/** Settings are read by the app and handed down; slices of capabilities are given them whole, as a type. */
const settings = 'src/config.ts'

/** Second doors of slices, with the reason. */
export const sideDoors: Readonly<Record<string, string>> = {
  'src/corpus/tables/serve-orders.ts':
    'A child process that reads one file loads this alone, not the whole slice.',
}

/** Text of each source file by its path, without tests and what serves them. */
export type Files = Readonly<Record<string, string>>

const servesTests = /\.test\.ts$|\/fixtures\/|\/conformance(?:\/|[^/]*\.ts$)/

export function readSources(root: string): Files {
  const files = globSync('src/**/*.ts', { cwd: root }).filter((file) => !servesTests.test(file))
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
}

export function floorOf(file: string): Floor {
  const name = /^src\/([^/]+)\//.exec(file)?.[1]
  return floors.find((floor) => floor === name) ?? 'app'
}

/** The slice of a file: floor and folder. A file that lies directly on its floor is of none. */
const sliceOf = (file: string) => /^src\/[^/]+\/[^/]+(?=\/)/.exec(file)?.[0]

/** Every path that is imported, or exported again: values and types, at the top or where they are used. */
const readImports = (text: string) =>
  [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path = '']) => path)

/** Why a file may not import another; undefined where it may. Both are paths from the root. */
export function refuseImport(importer: string, imported: string): string | undefined {
  // Reference data lies beneath all floors.
  if (imported.startsWith('data/')) return undefined
  if (imported === settings && floorOf(importer) === 'capabilities') return undefined
  const [own, other] = [floorOf(importer), floorOf(imported)]
  if (own === 'surfaces' && !seenBySurfaces.includes(other)) return 'surfaces see lib and operation alone'
  if (floors.indexOf(other) > floors.indexOf(own)) return `${other} lies above ${own}`
  if (other === 'surfaces' && own !== 'surfaces' && own !== 'app') return 'surfaces are for the app alone'
  const slice = sliceOf(imported)
  if (!withSlices.includes(other) || slice === undefined || slice === sliceOf(importer)) return undefined
  return imported === `${slice}/index.ts` || imported in sideDoors
    ? undefined
    : `${slice} is entered by its index.ts`
}

/** Every import of the files, both sides as paths from the root. */
export const findImports = (files: Files): { importer: string; imported: string }[] =>
  Object.entries(files).flatMap(([importer, text]) =>
    readImports(text).map((path) => ({ importer, imported: normalize(join(dirname(importer), path)) })),
  )

/** Imports that are refused: `importer -> imported: why`. */
export const findRefused = (files: Files): string[] =>
  findImports(files).flatMap(({ importer, imported }) => {
    const why = refuseImport(importer, imported)
    return why === undefined ? [] : [`${importer} -> ${imported}: ${why}`]
  })
