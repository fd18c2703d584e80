import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { limitConcurrency } from '../../lib/limit-concurrency.ts'
import type { Manifest } from './manifest.ts'

export interface Copied {
  bytes: number
  sha256: string
}

/**
 * Flushes files to the disk, many at a time. One after another, each file would cost a turn of the disk (2,000 files: 25 s
 * instead of 3).
 */
export class DiskQueue {
  readonly #limit = limitConcurrency(32)
  readonly #waiting: Promise<unknown>[] = []

  add(file: string): void {
    const synced = this.#limit(async () => {
      const handle = await open(file, 'r')
      await handle.sync().finally(() => handle.close())
    })
    // The failure is thrown in `done`.
    synced.catch(() => undefined)
    this.#waiting.push(synced)
  }

  /** Throws the first failure. */
  async done(): Promise<void> {
    await Promise.all(this.#waiting.splice(0))
  }
}

/** Copies a file as it is read, readable by its owner only; `undefined` when there is none. */
export async function copyFile(
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<(Copied & { modifiedMs: number }) | undefined> {
  const stats = await stat(from).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (stats === undefined) return undefined
  const copied = stats.size <= wholeBytes ? await copyWhole(from, to) : await copyPieces(from, to, signal)
  // For a blob this is the instant it expires.
  await utimes(to, stats.atime, stats.mtime)
  return { ...copied, modifiedMs: stats.mtimeMs }
}

/** Most files are small, and for those a stream costs more than copying the bytes. */
const wholeBytes = 1 << 20

async function copyWhole(from: string, to: string): Promise<Copied> {
  const content = await readFile(from)
  await writeFile(to, content, { mode: 0o600, flag: 'wx' })
  return { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }
}

async function copyPieces(from: string, to: string, signal: AbortSignal): Promise<Copied> {
  const hash = createHash('sha256')
  let bytes = 0
  const file = await open(to, 'wx', 0o600)
  try {
    for await (const piece of createReadStream(from, { highWaterMark: wholeBytes, signal })) {
      hash.update(piece as Buffer)
      bytes += (piece as Buffer).length
      await file.writeFile(piece as Buffer)
    }
  } finally {
    await file.close()
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** A backup being written: its folder and its contents so far. */
export class BackupFolder {
  readonly files: Manifest['files'] = []
  readonly folders: string[] = []
  readonly links: Manifest['links'] = []
  bytes = 0
  readonly #disk = new DiskQueue()
  readonly #root: string
  readonly #signal: AbortSignal
  readonly #onProgress: (folder: BackupFolder) => void

  constructor(
    root: string,
    { signal, onProgress }: { signal: AbortSignal; onProgress(folder: BackupFolder): void },
  ) {
    this.#root = root
    this.#signal = signal
    this.#onProgress = onProgress
  }

  async folder(path: string): Promise<void> {
    await mkdir(this.#at(path), { recursive: true, mode: 0o700 })
    this.folders.push(path)
  }

  async link(path: string, target: string): Promise<void> {
    await symlink(target, this.#at(path))
    this.links.push({ path, target })
  }

  async copy(path: string, from: string): Promise<void> {
    this.#signal.throwIfAborted()
    const copied = await copyFile(from, this.#at(path), this.#signal)
    if (copied === undefined) return
    this.#disk.add(this.#at(path))
    this.files.push({ path, ...copied })
    this.bytes += copied.bytes
    this.#onProgress(this)
  }

  async write(path: string, text: string): Promise<void> {
    await writeFile(this.#at(path), text, { mode: 0o600, flag: 'wx', flush: true })
    const sha256 = createHash('sha256').update(text).digest('hex')
    const { size, mtimeMs } = await stat(this.#at(path))
    this.files.push({ path, bytes: size, modifiedMs: mtimeMs, sha256 })
  }

  /** Resolves when all of it is on the disk. */
  async durable(): Promise<void> {
    await this.#disk.done()
  }

  #at(path: string): string {
    return join(this.#root, path)
  }
}
