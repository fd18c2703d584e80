import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The data directory cannot be made, entered or written. */
export class DataDirUnusable extends Error {
  override readonly name = 'DataDirUnusable'

  constructor(dir: string, reason: string, cause?: unknown) {
    super(`The data directory ${dir} cannot be used: ${reason}; set ALMANAC_DATA_DIR to another`, { cause })
  }
}

const reasons: Record<string, string> = {
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  EROFS: 'its file system is read-only',
  ENOSPC: 'its file system is full',
  EDQUOT: 'the quota of this account is used up',
  ENOTDIR: 'a part of the path is a file',
  ENAMETOOLONG: 'the path is too long',
  ELOOP: 'its links lead in a circle',
  // The system answers this where nothing can be made, as in /proc.
  ENOENT: 'no directory can be made there',
  EEXIST: 'it is not a directory',
}

/** In a data directory while a backup is put into it. */
export const unfinishedRestore = 'restore.unfinished'

/** What only a data directory holds. */
const marks = new Set(['secret.key', 'instance.id', 'almanac.lock', 'postgres', 'corpus'])

/**
 * Makes the directory where it is missing, closes it to other accounts, and finds out that it can be written. From here on
 * this process, and what it starts, makes files for its own account alone: they hold keys, passwords and personal data.
 * Throws DataDirUnusable.
 */
export async function prepareDataDir(dir: string, { restoring = false } = {}): Promise<void> {
  process.umask(0o077)
  try {
    await makeDirectory(dir)
    if (!restoring && existsSync(join(dir, unfinishedRestore)))
      throw new Error('a restore into it was interrupted, repeat that')
    await close(dir)
    await probe(dir)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new DataDirUnusable(dir, reasons[code ?? ''] ?? message, error)
  }
}

/** Folder by folder: the recursive mkdir of Node never returns where the system has no place for one (/proc/nope). */
async function makeDirectory(dir: string): Promise<void> {
  const stats = await stat(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (stats?.isDirectory() === true) return
  if (stats !== undefined) throw Object.assign(new Error('not a directory'), { code: 'EEXIST' })
  const parent = dirname(dir)
  if (parent !== dir) await makeDirectory(parent)
  await mkdir(dir, { mode: 0o700 }).catch(async (error: NodeJS.ErrnoException) => {
    // Another start may have made it meanwhile.
    if (error.code !== 'EEXIST' || !(await stat(dir)).isDirectory()) throw error
  })
}

/** Takes the rights of others away: from the directory, and from what earlier versions left open in it. */
async function close(dir: string): Promise<void> {
  const entries = await readdir(dir)
  const isOurs = entries.length === 0 || entries.some((name) => marks.has(name))
  const { mode } = await stat(dir)
  // Somebody may have named /tmp, or their home: what others need there is not ours to close.
  if (!isOurs || (mode & 0o1000) !== 0) return
  for (const path of [dir, ...entries.filter((name) => marks.has(name)).map((name) => join(dir, name))]) {
    const stats = await stat(path).catch(() => undefined)
    // Of another account: it is that one's to close.
    if (stats !== undefined && (stats.mode & 0o077) !== 0)
      await chmod(path, stats.mode & 0o7700).catch(() => undefined)
  }
}

async function probe(dir: string): Promise<void> {
  const file = join(dir, `.writable.${randomBytes(6).toString('hex')}`)
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile('x')
  } finally {
    await handle.close()
    await rm(file, { force: true })
  }
}
