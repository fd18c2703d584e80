import type { Readable } from 'node:stream'

/** Name of a blob: the SHA-256 of its content, 64 hexadecimal digits. */
export type BlobId = string

export interface BlobInfo {
  id: BlobId
  bytes: number
}

export interface PutOptions {
  /** More than this is refused with BlobTooLarge and leaves nothing behind. */
  maxBytes: number
  /** Milliseconds since the epoch; kept for ever when absent. */
  expiresAtMs?: number
}

/** Files of the service: exports, logos, repaired lists. Content-addressed, so the same content is stored once. */
export interface Blobs {
  /**
   * Stores what arrives, in bounded memory; it is there, durably, when this returns, and not at all when it throws.
   * Content that is there already lives as long as the longest wish for it.
   */
  put(content: AsyncIterable<Uint8Array>, options: PutOptions): Promise<BlobInfo>
  /** Undefined when it is unknown or expired. The caller reads the stream to its end or destroys it. */
  get(id: BlobId): Promise<(BlobInfo & { content: Readable }) | undefined>
  /** Lets one live at least until then; nothing when there is none. */
  extend(id: BlobId, expiresAtMs: number): Promise<void>
  /** Removes one now, whatever lifetime was set; does nothing when there is none. */
  remove(id: BlobId): Promise<void>
  /** Removes what has expired, and what interrupted writers left; answers how many. */
  purge(nowMs: number): Promise<number>
}

export class BlobTooLarge extends Error {
  override readonly name = 'BlobTooLarge'

  constructor(maxBytes: number) {
    super(`more than ${maxBytes} bytes`)
  }
}
