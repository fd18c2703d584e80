import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Names this installation: a restart recognises what its own earlier process left open, and a bucket which backups are its
 * own. No backup has it, so that a copy of the installation is another one. Made on first use.
 */
export async function instanceId(dataDir: string): Promise<string> {
  const file = join(dataDir, 'instance.id')
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch {
    const fresh = randomUUID()
    await writeFile(file, `${fresh}\n`)
    return fresh
  }
}
