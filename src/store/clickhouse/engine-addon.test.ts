import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadEngineAddon } from './engine-addon.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'almanac-addon-'))
})
afterEach(async () => {
  await rm(dir, { recursive: true, force: true })
})

/** A library of the real one's form whose loader ends with this code. */
async function libraryWhoseLoaderFails(code: string): Promise<void> {
  const folder = join(dir, 'node_modules', 'chdb')
  await mkdir(join(folder, 'dist'), { recursive: true })
  await writeFile(join(folder, 'package.json'), '{"name":"chdb","main":"index.js"}')
  await writeFile(join(folder, 'index.js'), '')
  await writeFile(
    join(folder, 'dist', 'loader.js'),
    `exports.loadNative = () => { throw Object.assign(new Error('as the library says'), { code: '${code}' }) }`,
  )
}

const load = () => loadEngineAddon(createRequire(join(dir, 'almanac.js')))
const missing = /^the embedded search engine is not installed: .* is missing; .*set CLICKHOUSE_URL$/

test('an install without optional dependencies says what is missing and what to do', () => {
  expect(load).toThrow(missing)
})

test('so does one without the addon of this platform', async () => {
  await libraryWhoseLoaderFails('CHDB_PLATFORM')
  expect(load).toThrow(missing)
})

test('an addon that is there and cannot be loaded keeps its own reason', async () => {
  await libraryWhoseLoaderFails('CHDB_ABI')
  expect(load).toThrow('as the library says')
})
