import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../lib/clock.ts'
import type { BlobId, BlobInfo, Blobs } from './contract.ts'
import { interruptedMs, isBlobId, measure, neverMs } from './measure.ts'

/**
 * Blobs as files of one directory: `<first two digits>/<id>`, written beside and moved into place. The modification
 * time of a file is the instant it expires, so nothing else has to be kept in step with it.
 */
export function openFileBlobs({ dir, clock }: { dir: string; clock: Clock }): Blobs {
  const incoming = join(dir, 'incoming')
  const makePath = (id: BlobId) => join(dir, id.slice(0, 2), id)

  return {
    async put(content, { maxBytes, expiresAtMs = neverMs }) {
      await mkdir(incoming, { recursive: true })
      const temporary = join(incoming, randomUUID())
      const file = await open(temporary, 'wx', 0o600)
      try {
        const info = await writeAll(file, content, maxBytes).finally(() => file.close())
        await keep(
          { temporary, path: makePath(info.id), folder: join(dir, info.id.slice(0, 2)) },
          expiresAtMs,
        )
        return info
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },
    async get(id) {
      if (!isBlobId(id)) return undefined
      const file = await open(makePath(id), 'r').catch(absent)
      if (file === undefined) return undefined
      const { size, mtimeMs } = await file.stat()
      if (mtimeMs > clock.now()) return { id, bytes: size, content: file.createReadStream() }
      await file.close()
      return undefined
    },
    async extend(id, expiresAtMs) {
      const stats = isBlobId(id) ? await stat(makePath(id)).catch(absent) : undefined
      if (stats === undefined || stats.mtimeMs >= expiresAtMs) return
      const until = new Date(expiresAtMs)
      await utimes(makePath(id), until, until)
    },
    async remove(id) {
      if (isBlobId(id)) await rm(makePath(id), { force: true })
    },
    async purge(nowMs) {
      let removed = 0
      for (const folder of await readdir(dir).catch(() => [] as string[])) {
        const limitMs = folder === 'incoming' ? nowMs - interruptedMs : nowMs
        for (const name of await readdir(join(dir, folder)).catch(() => [] as string[])) {
          const path = join(dir, folder, name)
          const stats = await stat(path).catch(absent)
          if (stats === undefined || stats.mtimeMs > limitMs) continue
          await rm(path, { force: true })
          removed += 1
        }
      }
      return removed
    },
  }
}

async function writeAll(
  file: FileHandle,
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<BlobInfo> {
  const { chunks, info } = measure(content, maxBytes)
  for await (const chunk of chunks) await file.writeFile(chunk)
  await file.sync()
  return info()
}

/** Moves a written file into place, durably, with the later of both expiries. */
async function keep(
  { temporary, path, folder }: { temporary: string; path: string; folder: string },
  expiresAtMs: number,
): Promise<void> {
  await mkdir(folder, { recursive: true })
  const before = await stat(path).catch(absent)
  const until = new Date(Math.max(expiresAtMs, before?.mtimeMs ?? 0))
  await utimes(temporary, until, until)
  await rename(temporary, path)
  const directory = await open(folder, 'r')
  await directory.sync().finally(() => directory.close())
}

function absent(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
  throw error
}
