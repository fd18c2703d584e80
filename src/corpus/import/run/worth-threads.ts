import { open } from 'node:fs/promises'

/** Files with as many bytes or rows take longer to read than threads take to start. */
const minBytes = 4_000_000
const minRows = 8_000
const headBytes = 65_536
const lineFeed = 10

/** Whether threads (`openReadThreads`) shorten the import of a file: rows are estimated by the lines of its first 64 kB. */
export async function isWorthThreads(path: string): Promise<boolean> {
  await using file = await open(path)
  const { size } = await file.stat()
  if (size >= minBytes) return true
  const { bytesRead, buffer } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
  let lines = 0
  for (const byte of buffer.subarray(0, bytesRead)) if (byte === lineFeed) lines += 1
  return bytesRead > 0 && (lines / bytesRead) * size >= minRows
}
