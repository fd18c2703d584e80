/**
 * Writes docs/interface.txt, which is derived from the registry and kept in the repository so that a change of the interface
 * shows in review: `node scripts/generate.ts`. With `--check` nothing is written, and the exit code is 1 when the file is not
 * current. With `--pages FOLDER` it writes what a running service answers as documents (OpenAPI, the pages at /ai-docs,
 * llms.txt) and the catalogue of events there instead.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { discoverRegistry } from '../src/capabilities/discover.ts'
import { documentTexts } from '../src/surfaces/documents/index.ts'
import { openApiDocument } from '../src/surfaces/openapi/index.ts'
import { eventsPage } from './events-page.ts'
import { interfaceText } from './interface-text.ts'

export const interfaceFile = join(import.meta.dirname, '../docs/interface.txt')

/** The text of the interface as the registry has it now. */
export const currentInterface = async (): Promise<string> =>
  interfaceText(openApiDocument(await discoverRegistry()))

/** Text of every document by its path; they name the address where `npm start` listens. */
export async function pages(): Promise<Map<string, string>> {
  const registry = await discoverRegistry()
  const texts = documentTexts({ registry, baseUrl: 'http://localhost:8080' })
  const files = new Map([...texts].map(([path, text]) => [path.slice(1), text]))
  return files.set('events.md', eventsPage(registry.events))
}

async function writePages(folder: string): Promise<number> {
  const files = await pages()
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return files.size
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { check: { type: 'boolean' }, pages: { type: 'string' } } })
  if (values.pages !== undefined)
    console.log(`${await writePages(values.pages)} files written in ${values.pages}`)
  else {
    const text = await currentInterface()
    if (!values.check) await writeFile(interfaceFile, text)
    else if ((await readFile(interfaceFile, 'utf8').catch(() => '')) !== text) {
      console.error('Not current (run `npm run generate`): docs/interface.txt')
      process.exitCode = 1
    }
  }
}
