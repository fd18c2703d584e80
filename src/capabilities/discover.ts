import { readdir } from 'node:fs/promises'
import { isOperation, type AnyOperation } from '../operation/index.ts'
import { isJob, type AnyJob } from '../platform/jobs/index.ts'
import { isSlice, type AnySlice } from './define-slice.ts'

const here = new URL('./', import.meta.url)

/**
 * Every operation there is: what the files of `capabilities/<slice>/operations/` export. Adding an operation is adding
 * its file; there is no list to keep. Sorted by slice and file, so that derived documents are stable.
 */
export const discoverOperations = (): Promise<AnyOperation[]> => discover('operations', isOperation)

/** Every kind of job: what the files of `capabilities/<slice>/jobs/` export. */
export const discoverJobs = (): Promise<AnyJob[]> => discover('jobs', isJob)

/** Every slice: what `capabilities/<slice>/open.ts` exports. Throws for a folder without one. */
export async function discoverSlices(): Promise<AnySlice[]> {
  return Promise.all(
    (await folders()).map(async (folder) => {
      // Compiled for the package it is open.js.
      const files = (await readdir(new URL(folder, here))).filter((name) => /^open\.[jt]s$/.test(name))
      const exported = await exportsOf(files.map((file) => new URL(`${folder}/${file}`, here)))
      const slice = exported.find(isSlice)
      if (slice?.name !== folder)
        throw new Error(`capabilities/${folder}/open.ts declares no slice ${folder}`)
      return slice
    }),
  )
}

async function folders(): Promise<string[]> {
  const entries = await readdir(here, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
}

async function discover<T>(
  folderName: 'operations' | 'jobs',
  is: (value: unknown) => value is T,
): Promise<T[]> {
  const found: T[] = []
  for (const slice of await folders()) {
    const folder = new URL(`${slice}/${folderName}/`, here)
    const names = await readdir(folder).catch(() => [] as string[])
    const files = names.filter((name) => /^[a-z0-9-]+\.[jt]s$/.test(name)).sort()
    found.push(...(await exportsOf(files.map((file) => new URL(file, folder)))).filter(is))
  }
  return found
}

async function exportsOf(files: readonly URL[]): Promise<unknown[]> {
  const found: unknown[] = []
  for (const { href } of files) found.push(...Object.values((await import(href)) as Record<string, unknown>))
  return found
}
