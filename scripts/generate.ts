/**
 * Writes what is derived from the registry and kept in the repository, so that a change of the interface shows in
 * review: `node scripts/generate.ts [--check]`. With `--check` nothing is written; the files that are not current are
 * listed, and the exit code is 1 when there are any.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { discoverRegistry } from '../src/capabilities/discover.ts'
import { documentTexts } from '../src/surfaces/documents/index.ts'
import { eventsPage } from './events-page.ts'

export const generatedFolder = join(import.meta.dirname, '../docs/generated')

/** The address the committed files name: where `npm start` listens. */
const baseUrl = 'http://localhost:8080'

/** Text of every generated file by its path under docs/generated. */
export async function generatedFiles(): Promise<Map<string, string>> {
  const registry = await discoverRegistry()
  const texts = documentTexts({ registry, baseUrl })
  // Only the sum of the pages: it would double every diff.
  texts.delete('/llms-full.txt')
  const files = new Map([...texts].map(([path, text]) => [path.slice(1), text]))
  return files.set('events.md', eventsPage(registry.events))
}

/** Paths under `folder` that are missing, different, or no longer generated. */
export async function staleFiles(files: ReadonlyMap<string, string>, folder: string): Promise<string[]> {
  const present = await filesIn(folder)
  const stale = present.filter((path) => !files.has(path))
  for (const [path, text] of files) {
    const current = present.includes(path) ? await readFile(join(folder, path), 'utf8') : undefined
    if (current !== text) stale.push(path)
  }
  return stale.toSorted()
}

/** Brings `folder` up to date; returns what was written or removed. */
export async function writeFiles(files: ReadonlyMap<string, string>, folder: string): Promise<string[]> {
  const stale = await staleFiles(files, folder)
  for (const path of stale) {
    const text = files.get(path)
    const target = join(folder, path)
    await mkdir(dirname(target), { recursive: true })
    await (text === undefined ? rm(target) : writeFile(target, text))
  }
  return stale
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
}

if (import.meta.main) {
  const files = await generatedFiles()
  if (process.argv.includes('--check')) {
    const stale = await staleFiles(files, generatedFolder)
    if (stale.length > 0) {
      console.error(`Not current (run \`npm run generate\`):\n${stale.map((path) => `  ${path}`).join('\n')}`)
      process.exitCode = 1
    }
  } else {
    const written = await writeFiles(files, generatedFolder)
    console.log(`${written.length} of ${files.size} files written in docs/generated`)
  }
}
