import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Blobs } from '../../store/blobs/index.ts'
import type { StoredImport } from './import-rows.ts'

/** The file of an import is gone: it was kept for a week. */
export class FileGone extends Error {
  override readonly name = 'FileGone'
}

/** The extension of a name says the format where the content does not. */
function nameOnDisk(fileName: string): string {
  const extensions = /(?:\.[a-z0-9]{1,8}){1,3}$/i.exec(fileName)?.[0] ?? ''
  return `rows${extensions.toLowerCase()}`
}

let copies = 0

/** Works with the file of an import in a folder of its own, which goes when the work ends. */
export async function withFile<T>(
  { blobs, folder }: { blobs: Blobs; folder: string },
  { id, blobId, fileName }: Pick<StoredImport, 'id' | 'blobId' | 'fileName'>,
  work: (file: { path: string; scratch: string }) => Promise<T>,
): Promise<T> {
  const blob = await blobs.get(blobId)
  if (blob === undefined) throw new FileGone(`The file of ${id} is no longer there.`)
  copies += 1
  const own = join(folder, `${id}-${process.pid}-${copies}`)
  try {
    await mkdir(own, { recursive: true })
    const path = join(own, nameOnDisk(fileName))
    await pipeline(blob.content, createWriteStream(path))
    return await work({ path, scratch: join(own, 'scratch') })
  } finally {
    blob.content.destroy()
    await rm(own, { recursive: true, force: true })
  }
}
