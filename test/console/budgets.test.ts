import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { consoleFolder, isConsoleBuilt } from '../../src/surfaces/console/index.ts'
import { buildConsole } from './browser.ts'
import { pages } from './pages.ts'
import { allowedMs } from '../support/machine-pace.ts'

/** What the build says of each source: the file it became, and the sources that have to be there before it runs. */
type Manifest = Record<string, { file: string; imports?: string[] }>

const zippedKb = (file: string) => gzipSync(readFileSync(join(consoleFolder, file))).byteLength / 1_000
const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + zippedKb(file), 0)
const readManifest = () => JSON.parse(readFileSync(join(consoleFolder, 'manifest.json'), 'utf8')) as Manifest

/** The files of a source and of all that it loads before it runs. */
function filesOf(manifest: Manifest, source: string, files = new Set<string>()): Set<string> {
  const entry = manifest[source]
  if (entry === undefined) throw new Error(`the build knows no ${source}`)
  if (files.has(entry.file)) return files
  files.add(entry.file)
  for (const next of entry.imports ?? []) filesOf(manifest, next, files)
  return files
}

describe('what the console weighs', () => {
  beforeAll(buildConsole)

  test('the shell is at most 125 kB of code, gzip', () => {
    expect(sum(filesOf(readManifest(), 'index.html'))).toBeLessThanOrEqual(125)
  })

  test.each(pages)('a first load of $path is at most 200 kB of code, gzip', ({ file }) => {
    const manifest = readManifest()
    expect(sum(filesOf(manifest, file, filesOf(manifest, 'index.html')))).toBeLessThanOrEqual(200)
  })

  test('the map is at most 50 kB more, gzip, and loaded where it is shown', () => {
    const manifest = readManifest()
    const page = filesOf(manifest, 'rooms/search/people.tsx', filesOf(manifest, 'index.html'))
    const map = filesOf(manifest, 'parts/map.tsx')
    const added = [...map].filter((file) => !page.has(file))
    expect(added).not.toEqual([])
    expect(sum(added)).toBeLessThanOrEqual(50)
  })

  test('styles are at most 12 kB, gzip', () => {
    const styles = readdirSync(join(consoleFolder, 'assets')).filter((name) => name.endsWith('.css'))
    expect(sum(styles.map((name) => join('assets', name)))).toBeLessThanOrEqual(12)
  })

  test('a start learns in half a second of processor that they are made', async () => {
    const before = process.cpuUsage()
    expect(await isConsoleBuilt()).toBe(true)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(allowedMs(500, 'processor'))
  })
})
