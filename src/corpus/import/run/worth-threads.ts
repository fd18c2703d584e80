import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Files with as many bytes or rows take longer to read than threads take to start. */
const minBytes = 4_000_000
const minRows = 8_000
const headBytes = 65_536
const lineFeed = 10

/**
 * Whether threads (`openReadThreads`) shorten an import: rows are estimated by the lines of the first 64 kB. In a folder one
 * file that is worth them is enough.
 */
export async function isWorthThreads(path: string): Promise<boolean> {
  const stats = await stat(path)
  // What is read of a pipe is gone.
  if (stats.isFile()) return stats.size >= minBytes || (await estimateRows(path, stats.size)) >= minRows
  if (!stats.isDirectory()) return false
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && (await isWorthThreads(join(entry.parentPath, entry.name)))) return true
  return false
}

async function estimateRows(path: string, size: number): Promise<number> {
  await using file = await open(path)
  const { bytesRead, buffer } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
  let lines = 0
  for (const byte of buffer.subarray(0, bytesRead)) if (byte === lineFeed) lines += 1
  return bytesRead === 0 ? 0 : (lines / bytesRead) * size
}
