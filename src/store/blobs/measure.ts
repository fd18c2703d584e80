import { createHash } from 'node:crypto'
import { BlobTooLarge, type BlobInfo } from './contract.ts'

/** Stands for "never" as an instant: 1 January 2200. */
export const neverMs = Date.UTC(2200, 0)
/** A writer that has not finished after this long is not coming back. */
export const interruptedMs = 24 * 3_600_000

/** Nothing else becomes a part of a path or a key. */
export const isBlobId = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

/** Content as it passes by, and what it was when it has passed. Throws BlobTooLarge at the first byte too many. */
export function measure(
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
): { chunks: AsyncGenerator<Uint8Array>; info(): BlobInfo } {
  const hash = createHash('sha256')
  let bytes = 0
  async function* chunks() {
    for await (const chunk of content) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new BlobTooLarge(maxBytes)
      hash.update(chunk)
      yield chunk
    }
  }
  return { chunks: chunks(), info: () => ({ id: hash.digest('hex'), bytes }) }
}
