import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Where benchmarks keep data; git-ignored. */
export const dataRoot = join(import.meta.dirname, '.data')

/** Runs work in a fresh directory of bench/.data that is gone afterwards. */
export async function inScratchDir<T>(name: string, work: (dir: string) => Promise<T>): Promise<T> {
  await mkdir(dataRoot, { recursive: true })
  const dir = await mkdtemp(join(dataRoot, `${name}-`))
  try {
    return await work(dir)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** Progress goes to the standard error, results to the standard output. */
export const say = (line: string): void => void process.stderr.write(`${line}\n`)
