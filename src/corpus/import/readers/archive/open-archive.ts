import { createReadStream } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openBytes, openChunks, type ByteSource } from '../../../tables/index.ts'
import type { ReadOptions } from '../read-options.ts'
import { UnreadableFile } from '../row.ts'
import { UnreadableArchive, type Archive, type Member } from './member.ts'
import { isTar, tarArchive } from './tar.ts'
import { isOfficeDocument, zipArchive } from './zip.ts'

/** A file as it is: an archive, or one document. */
export type Content = { archive: Archive } | { source: ByteSource }

/** Opens a file, a folder (its files are the members) or the standard input, and says what it is by its content. */
export async function openContent(file: string, options: ReadOptions): Promise<Content> {
  const hasMembers = (options.member ?? options.select?.member) !== undefined
  const stats = file === '-' ? undefined : await stat(file)
  if (stats?.isDirectory() === true && hasMembers) return { archive: folderArchive(file, options) }
  // What it is, is told by its beginning, which would be gone from a pipe.
  if (stats !== undefined && !stats.isFile() && !stats.isDirectory())
    throw new UnreadableFile(
      'it is a pipe or a device: send it to the standard input, and give - as the file',
    )
  if (file !== '-' && options.format !== 'xlsx' && (await isZip(file)))
    return { archive: zipArchive(file, options.onBytes) }
  const source = await openBytes(file, options)
  if (!isTar(source.head, file)) return { source }
  let first: ByteSource | undefined = source
  const openAgain = async () => {
    const own = first ?? (await openBytes(file, options))
    first = undefined
    if (file === '-' && own !== source)
      throw new UnreadableFile(
        'tables are joined from a file, which is read several times, and not from the standard input',
      )
    return own.chunks
  }
  return { archive: tarArchive(openAgain) }
}

/** A member as any file: compression and encoding are seen through again. */
export const openMember = ({ chunks }: Member): Promise<ByteSource> => openChunks(chunks)

/** Whether a file is a zip archive of files; a workbook is one too, and is read as a table. */
async function isZip(file: string): Promise<boolean> {
  const start = Buffer.alloc(4)
  const handle = await open(file, 'r')
  try {
    if ((await handle.stat()).isDirectory()) return false
    await handle.read(start, 0, 4, 0)
  } finally {
    await handle.close()
  }
  if (!['PK\u0003\u0004', 'PK\u0005\u0006'].includes(start.toString('latin1'))) return false
  try {
    return !(await isOfficeDocument(file))
  } catch (error) {
    // A workbook that is damaged is told to be one.
    if (error instanceof UnreadableArchive && !/\.zip$/i.test(file)) return false
    throw error
  }
}

function folderArchive(folder: string, { onBytes }: ReadOptions): Archive {
  return {
    isListed: true,
    async *members(isWanted) {
      const names = await readdir(folder, { recursive: true, withFileTypes: true })
      const files = names.flatMap((entry) =>
        entry.isFile() ? [join(entry.parentPath, entry.name).slice(join(folder, '/').length)] : [],
      )
      for (const name of files.toSorted()) {
        if (isWanted(name)) yield { name, chunks: fileContent(join(folder, name), onBytes) }
      }
    },
  }
}

async function* fileContent(
  file: string,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(file)) {
    onBytes((chunk as Buffer).length)
    yield chunk as Buffer
  }
}
