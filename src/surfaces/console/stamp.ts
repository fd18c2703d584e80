import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Of a checkout or an installed package, from `src/surfaces/console` as from `dist/surfaces/console`. */
export const projectFolder = join(import.meta.dirname, '../../..')
export const consoleFolder = join(projectFolder, 'dist/console')
const sources = join(projectFolder, 'console')
/** Pages call by the client. */
const client = join(projectFolder, 'client/src')
/** Holds the digest of the sources that a build was made from. */
export const stampName = '.built'

/** What decides about the pages: their sources, how they are built and the versions of the libraries. */
export async function digestSources(): Promise<string> {
  const names = await Promise.all(
    [sources, client].map((folder) => readdir(folder, { recursive: true, withFileTypes: true })),
  )
  const files = names
    .flat()
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.startsWith(join(client, 'generated')))
    .toSorted()
  const digest = createHash('sha256')
  for (const file of [
    ...files,
    join(projectFolder, 'package.json'),
    join(projectFolder, 'scripts/console.ts'),
  ])
    digest.update(`${file.slice(projectFolder.length)}\0`).update(await readFile(file))
  return digest.digest('hex')
}

/** Whether the pages are there and made of today's sources; an installed package has no sources and is never old. */
export async function isConsoleBuilt(): Promise<boolean> {
  const stamp = await readFile(join(consoleFolder, stampName), 'utf8').catch(() => undefined)
  if (!existsSync(sources)) return stamp !== undefined
  return stamp === (await digestSources())
}
