import { mkdir, readdir, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** As the engine writes one; it refuses to start on any other. */
const whole = /^format version: 1\n[^]*\ncommands: [^]*\n$/

/**
 * A change of rows (`mutation_N.txt`) that the engine was writing down when the disk was full, or was killed in, stays as a
 * file without content, and no later start gets past it. It was never begun, so it is moved aside; answers what was.
 * Only while no engine runs on `corpus`.
 */
export async function setAsideFailedMutations(corpus: string, aside: string): Promise<string[]> {
  const moved: string[] = []
  const store = join(corpus, 'store')
  for (const group of await readdir(store).catch(none)) {
    for (const table of await readdir(join(store, group)).catch(none)) {
      for (const name of await readdir(join(store, group, table)).catch(none)) {
        const path = join(group, table, name)
        if (!/^mutation_\d+\.txt$/.test(name) || whole.test(await readFile(join(store, path), 'utf8')))
          continue
        await mkdir(dirname(join(aside, path)), { recursive: true, mode: 0o700 })
        await rename(join(store, path), join(aside, path))
        moved.push(path)
      }
    }
  }
  return moved
}

function none(error: unknown): string[] {
  if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
  throw error
}
