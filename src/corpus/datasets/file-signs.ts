import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { missingSigns } from './check-address.ts'
import type { PublicationForm } from './entry-schema.ts'
import { readHeadText } from './head-text.ts'

const headBytes = 1024 * 1024

/** What of the signs a file lacks, or every file of a folder: one of them has the rows. */
export async function missingIn(of: PublicationForm, path: string): Promise<string | undefined> {
  if (of.signs === undefined && of.container === 'none') return undefined
  if (!(await stat(path)).isDirectory()) {
    const head = await readHead(path)
    // A local copy may be unpacked.
    const isPacked = (await readHeadText(of.container, head)) !== undefined
    return missingSigns(isPacked ? of : { ...of, container: 'none' }, head)
  }
  let missing: string | undefined
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    missing = await missingIn({ ...of, container: 'none' }, join(entry.parentPath, entry.name))
    if (missing === undefined) return undefined
  }
  return missing
}

async function readHead(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
