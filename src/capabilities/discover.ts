import { readdir } from 'node:fs/promises'
import { parsePlatformNames } from '../lib/platform-names.ts'
import { createRegistry, isOperation, type AnyOperation, type Registry } from '../operation/index.ts'
import { isEvent, type AnyEvent } from '../platform/events/index.ts'
import { isJob, type AnyJob } from '../platform/jobs/index.ts'
import { isSlice, type AnySlice } from './define-slice.ts'

const here = new URL('./', import.meta.url)

/**
 * Every operation there is: what the files of `capabilities/<slice>/operations/` export. Adding an operation is adding
 * its file; there is no list to keep. Sorted by slice and id, so that derived documents are stable.
 */
export async function discoverOperations(): Promise<AnyOperation[]> {
  const operations = await discover('operations', isOperation)
  const key = ({ slice, id }: AnyOperation) => `${slice} ${id}`
  return operations.sort((a, b) => (key(a) < key(b) ? -1 : 1))
}

/** All that the surfaces are made from; operations of outside platforms under the names of the setting. */
export const discoverRegistry = async (names?: string): Promise<Registry> =>
  createRegistry(await discoverOperations(), await discoverEvents(), parsePlatformNames(names ?? ''))

/** Every kind of job: what the files of `capabilities/<slice>/jobs/` export. */
export const discoverJobs = (): Promise<AnyJob[]> => discover('jobs', isJob)

/** Every event: what the files `capabilities/<slice>/events.ts` export. */
export async function discoverEvents(): Promise<AnyEvent[]> {
  const events = (await ofFile('events')).flatMap(({ exported }) => exported.filter(isEvent))
  return events.sort((a, b) => (a.key < b.key ? -1 : 1))
}

/**
 * Every slice: what `capabilities/<slice>/open.ts` exports, or `slice.ts` where opening takes a few lines. Throws for a
 * folder without one.
 */
export async function discoverSlices(): Promise<AnySlice[]> {
  const slices = await ofFile('slice')
  return (await ofFile('open')).map(({ folder, exported }, index) => {
    const slice = [...exported, ...(slices[index]?.exported ?? [])].find(isSlice)
    if (slice?.name !== folder) throw new Error(`capabilities/${folder} declares no slice ${folder}`)
    return slice
  })
}

/** The exports of a file in each slice; none where a slice lacks it. */
async function ofFile(name: string): Promise<{ folder: string; exported: unknown[] }[]> {
  const slices = []
  for (const folder of await folders()) {
    // Compiled for the package it ends in .js.
    const file = (await readdir(new URL(folder, here))).find((one) =>
      [`${name}.ts`, `${name}.js`].includes(one),
    )
    const exported = file === undefined ? [] : await loadExports([new URL(`${folder}/${file}`, here)])
    slices.push({ folder, exported })
  }
  return slices
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
  const values: T[] = []
  for (const slice of await folders()) {
    const folder = new URL(`${slice}/${folderName}/`, here)
    const names = await readdir(folder).catch(() => [] as string[])
    const files = names.filter((name) => /^[a-z0-9-]+\.[jt]s$/.test(name)).sort()
    values.push(...(await loadExports(files.map((file) => new URL(file, folder)))).filter(is))
  }
  return values
}

async function loadExports(files: readonly URL[]): Promise<unknown[]> {
  const exports: unknown[] = []
  for (const { href } of files)
    exports.push(...Object.values((await import(href)) as Record<string, unknown>))
  return exports
}
