import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { Clock } from '../../lib/clock.ts'
import { openToken, sealToken } from '../../lib/signed-token.ts'
import type { FileKept } from '../jobs/index.ts'
import type { BlobId, Blobs } from '../../store/blobs/index.ts'

/** What keeps a file: it is deleted together with the result of a job or with an export of an organization. */
export type FileHolder = { taskId: string } | { exportId: string; organizationId: string }

/** A blob prepared for download. */
export type FileLink = FileHolder & {
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
  /** Undefined for a token that is forged or expired, and for a file that is gone; `withdrawn` once it was forgotten. */
  open(token: string): Promise<OpenedFile | 'withdrawn' | undefined>
}

/** Short names: the token is part of an address that people copy. */
const content = z
  .object({ b: z.string(), n: z.string(), t: z.string(), e: z.number() })
  .and(z.union([z.object({ j: z.string() }), z.object({ x: z.string(), o: z.string() })]))

export function openDownloads(settings: {
  blobs: Pick<Blobs, 'get'>
  jobs: { keepsFile(taskId: string, blobId: BlobId): Promise<FileKept> }
  exports: {
    open(file: {
      exportId: string
      organizationId: string
      blobId: BlobId
    }): Promise<Pick<OpenedFile, 'bytes' | 'content'> | 'withdrawn' | undefined>
  }
  clock: Clock
  secret: Buffer
  /** Address clients reach the service at. */
  baseUrl: string
}): Downloads {
  const { blobs, jobs, exports, clock, baseUrl } = settings
  const fileOfJob = async (taskId: string, blobId: BlobId) => {
    const state = await jobs.keepsFile(taskId, blobId)
    if (state === 'kept') return blobs.get(blobId)
    return state === 'withdrawn' ? state : undefined
  }
  const seal = { key: settings.secret, purpose: 'download' }
  return {
    link({ blobId, fileName, contentType, livesMs, ...holder }) {
      const e = clock.now() + livesMs
      const named =
        'taskId' in holder ? { j: holder.taskId } : { x: holder.exportId, o: holder.organizationId }
      const token = sealToken({ b: blobId, ...named, n: fileName, t: contentType, e }, seal)
      return `${baseUrl.replace(/\/$/, '')}/downloads/${token}`
    },
    async open(token) {
      const { data } = content.safeParse(openToken(token, seal))
      if (data === undefined || data.e <= clock.now()) return undefined
      const opened =
        'j' in data
          ? await fileOfJob(data.j, data.b)
          : await exports.open({ exportId: data.x, organizationId: data.o, blobId: data.b })
      if (opened === undefined || opened === 'withdrawn') return opened
      return { fileName: data.n, contentType: data.t, bytes: opened.bytes, content: opened.content }
    },
  }
}
