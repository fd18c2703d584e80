import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { Clock } from '../../lib/clock.ts'
import { openToken, sealToken } from '../../lib/signed-token.ts'
import type { BlobId, Blobs } from '../../store/blobs/index.ts'

/** A blob as somebody is to get it. */
export interface FileLink {
  blobId: BlobId
  /** Name it is saved under. */
  fileName: string
  /** Media type, with its charset where it is a text. */
  contentType: string
  /** How long the link works, milliseconds from now. */
  livesMs: number
}

export interface OpenedFile {
  fileName: string
  contentType: string
  bytes: number
  /** The caller reads it to its end or destroys it. */
  content: Readable
}

/** Links to files: exports, repaired lists. Whoever has a link may fetch the file, without a key, until it expires. */
export interface Downloads {
  /** An absolute address. */
  link(file: FileLink): string
  /** Undefined for a token that is forged or expired, and for a file that is gone. */
  open(token: string): Promise<OpenedFile | undefined>
}

/** Short names: the token is part of an address that people copy. */
const content = z.object({ b: z.string(), n: z.string(), t: z.string(), e: z.number() })

export function openDownloads(settings: {
  blobs: Blobs
  clock: Clock
  secret: Buffer
  /** Address clients reach the service at. */
  baseUrl: string
}): Downloads {
  const { blobs, clock, baseUrl } = settings
  const seal = { key: settings.secret, purpose: 'download' }
  return {
    link({ blobId, fileName, contentType, livesMs }) {
      const token = sealToken({ b: blobId, n: fileName, t: contentType, e: clock.now() + livesMs }, seal)
      return `${baseUrl.replace(/\/$/, '')}/downloads/${token}`
    },
    async open(token) {
      const { data } = content.safeParse(openToken(token, seal))
      if (data === undefined || data.e <= clock.now()) return undefined
      const found = await blobs.get(data.b)
      if (found === undefined) return undefined
      return { fileName: data.n, contentType: data.t, bytes: found.bytes, content: found.content }
    },
  }
}
