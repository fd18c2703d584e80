import { z } from 'zod'
import { openToken, sealToken } from '../../lib/signed-token.ts'

/** What a client calls a list. */
export const listName = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^/\\\p{Cc}]+$/u, 'Expected the name of a file, without folders.')

/** A list that was sent before; only the organization that sent it can name it. */
export interface Upload {
  blobId: string
  organizationId: string
  rows: number
  expiresAtMs: number
  /** As its sender called it. */
  fileName?: string
}

/** What ids are sealed with. `purpose`: which operation takes them; another one's are none. */
export interface UploadSeal {
  key: Buffer
  purpose: string
}

const content = z.object({
  b: z.string(),
  o: z.string(),
  r: z.number(),
  e: z.number(),
  n: z.string().optional(),
})

/** `upl_120_…`: the rows stand in front, so that a quote needs nothing but the id. */
export function uploadId(upload: Upload, seal: UploadSeal): string {
  const { blobId: b, organizationId: o, rows: r, expiresAtMs: e, fileName: n } = upload
  return `upl_${r}_${sealToken({ b, o, r, e, ...(n === undefined ? {} : { n }) }, seal)}`
}

/** The number of rows in an upload id; 0 for any other text. */
export function claimedRows(id: string): number {
  return Number(/^upl_(\d{1,6})_/.exec(id)?.[1] ?? 0)
}

/** Undefined for an id that is forged, expired, or another organization's: they are the same to whoever asks. */
export function openUploadId(
  id: string,
  seal: UploadSeal,
  { organizationId, nowMs }: { organizationId: string; nowMs: number },
): Upload | undefined {
  const token = /^upl_\d{1,6}_(.+)$/.exec(id)?.[1]
  const { data } = content.safeParse(token === undefined ? undefined : openToken(token, seal))
  if (data === undefined || data.o !== organizationId || data.e <= nowMs || data.r !== claimedRows(id))
    return undefined
  const { b: blobId, r: rows, e: expiresAtMs, n: fileName } = data
  return { blobId, organizationId, rows, expiresAtMs, ...(fileName === undefined ? {} : { fileName }) }
}
