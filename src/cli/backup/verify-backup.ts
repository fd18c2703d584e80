import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { list, type ReadEntry } from 'tar'
import type { Config } from '../../config.ts'
import { OperatorError } from '../context.ts'
import { feedArchive, isBucketAddress, readBucketBackup } from './bucket-backup.ts'
import { manifestName, parseManifest, type Manifest } from './manifest.ts'
import { isArchiveName } from './take-backup.ts'

/** Compares every file of a backup with its digest, without writing any. Throws OperatorError for the first that differs. */
export async function verifyBackup(source: string, signal: AbortSignal, config: Config): Promise<Manifest> {
  const { manifest, findDigest } = await openBackup(source, signal, config)
  for (const { path, sha256 } of manifest.files) {
    signal.throwIfAborted()
    const digest = await findDigest(path)
    if (digest === undefined) throw new OperatorError(`The backup is damaged: ${path} is missing.`)
    if (digest !== sha256)
      throw new OperatorError(`The backup is damaged: ${path} has changed since it was backed up.`)
  }
  return manifest
}

async function openBackup(source: string, signal: AbortSignal, config: Config): Promise<OpenedBackup> {
  if (isBucketAddress(source)) {
    const content = await readBucketBackup(source, config, signal)
    return readArchive(source, signal, (options) =>
      feedArchive(content, list(options), () => signal.throwIfAborted()),
    )
  }
  const stats = await stat(source).catch(() => {
    throw new OperatorError(`${source}: no such file or folder.`)
  })
  if (stats.isDirectory()) return openFolder(source)
  if (!isArchiveName(source)) throw new OperatorError(`${source} is not a backup.`)
  return readArchive(source, signal, (options) => list({ ...options, file: source }))
}

interface OpenedBackup {
  manifest: Manifest
  /** Undefined for a file that is not there. */
  findDigest(path: string): Promise<string | undefined>
}

const unfinished = (source: string) =>
  new OperatorError(`${source} is not a finished backup: it has no ${manifestName}.`)

async function openFolder(folder: string): Promise<OpenedBackup> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => {
    throw unfinished(folder)
  })
  return {
    manifest: parseManifest(text),
    async findDigest(path) {
      const hash = createHash('sha256')
      try {
        for await (const piece of createReadStream(join(folder, path))) hash.update(piece as Buffer)
      } catch {
        return undefined
      }
      return hash.digest('hex')
    },
  }
}

/** Reads an archive once, from its beginning to its end, in bounded memory. */
async function readArchive(
  file: string,
  signal: AbortSignal,
  read: (options: { strict: true; onReadEntry(entry: ReadEntry): void }) => Promise<void>,
): Promise<OpenedBackup> {
  const digests = new Map<string, string>()
  let text: string | undefined
  const take = (entry: ReadEntry) => {
    const path = entry.path.replace(/^\.\//, '')
    const hash = createHash('sha256')
    const pieces: Buffer[] = []
    entry.on('data', (piece: Buffer) => {
      hash.update(piece)
      if (path === manifestName) pieces.push(piece)
    })
    entry.on('end', () => {
      if (entry.type === 'File') digests.set(path, hash.digest('hex'))
      if (path === manifestName) text = Buffer.concat(pieces).toString('utf8')
    })
  }
  try {
    await read({ strict: true, onReadEntry: take })
  } catch (cause) {
    signal.throwIfAborted()
    throw new OperatorError(`The backup is damaged: ${(cause as Error).message}.`, { cause })
  }
  signal.throwIfAborted()
  if (text === undefined) throw unfinished(file)
  return { manifest: parseManifest(text), findDigest: async (path) => digests.get(path) }
}
