import { readdir } from 'node:fs/promises'
import { isOperation, type AnyOperation } from '../operation/index.ts'
import { isEvent, type AnyEvent } from '../platform/events/index.ts'
import { isJob, type AnyJob } from '../platform/jobs/index.ts'

const here = new URL('./', import.meta.url)

/**
 * Every operation there is: what the files of `capabilities/<slice>/operations/` export. Adding an operation is adding
 * its file; there is no list to keep. Sorted by slice and file, so that derived documents are stable.
 */
export const discoverOperations = (): Promise<AnyOperation[]> => discover('operations', isOperation)

/** Every kind of job: what the files of `capabilities/<slice>/jobs/` export. */
export const discoverJobs = (): Promise<AnyJob[]> => discover('jobs', isJob)

/** Every event that may be told: what `capabilities/<slice>/events.ts` export. */
export async function discoverEvents(): Promise<AnyEvent[]> {
  const found: AnyEvent[] = []
  for (const slice of (await readdir(here, { withFileTypes: true })).filter((entry) => entry.isDirectory())) {
    const files = await readdir(new URL(`${slice.name}/`, here))
    const file = files.find((name) => /^events\.[jt]s$/.test(name))
    if (file === undefined) continue
    const module = (await import(new URL(`${slice.name}/${file}`, here).href)) as Record<string, unknown>
    found.push(...Object.values(module).filter(isEvent))
  }
  return found.sort((a, b) => (a.key < b.key ? -1 : 1))
}

async function discover<T extends { slice: string }>(
  folderName: 'operations' | 'jobs',
  is: (value: unknown) => value is T,
): Promise<T[]> {
  const found: T[] = []
  for (const slice of (await readdir(here, { withFileTypes: true })).filter((entry) => entry.isDirectory())) {
    const folder = new URL(`${slice.name}/${folderName}/`, here)
    const files = await readdir(folder).catch(() => [] as string[])
    for (const file of files.filter((name) => /^[a-z0-9-]+\.[jt]s$/.test(name)).sort()) {
      const module = (await import(new URL(file, folder).href)) as Record<string, unknown>
      found.push(...Object.values(module).filter(is))
    }
  }
  return found.sort((a, b) => (a.slice < b.slice ? -1 : a.slice > b.slice ? 1 : 0))
}
