import { readdir } from 'node:fs/promises'
import { isSourceKind, type SourceKind } from './source.ts'

const folder = new URL('./adapters/', import.meta.url)

/** Every kind of source there is: what the files of `adapters/` export. Adding one is adding its file. */
export async function discoverSourceKinds(): Promise<SourceKind[]> {
  const files = await readdir(folder).catch(() => [] as string[])
  const kinds: SourceKind[] = []
  for (const file of files.filter((name) => /^[a-z0-9-]+\.[jt]s$/.test(name)).sort()) {
    const module = (await import(new URL(file, folder).href)) as Record<string, unknown>
    kinds.push(...Object.values(module).filter(isSourceKind))
  }
  return kinds
}
