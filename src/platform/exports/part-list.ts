import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import type { BlobInfo, Blobs } from '../../store/blobs/index.ts'
import type { ExportRow, PartRow } from './export-rows.ts'
import { behind, makeMark } from './part-content.ts'
import type { RowFormat } from './row-format.ts'

/**
 * The blob of a file that consists of its parts in order. Nothing is written twice, and a file is never too long for a blob.
 */
const listed = z.object({
  /** It makes the lists of two empty files differ, so that no other content has the digest of this blob. */
  exportId: z.string(),
  head: z.string(),
  parts: z.array(z.object({ blobId: z.string(), mark: z.number(), bytes: z.number() })),
  tail: z.string(),
})

/** Stores the list; answers its blob, and the bytes of the file. */
export async function listParts(
  blobs: Pick<Blobs, 'put'>,
  {
    exportId,
    format,
    parts,
    expiresAtMs,
  }: { exportId: string; format: RowFormat; parts: readonly PartRow[]; expiresAtMs: number },
): Promise<BlobInfo> {
  const { head, tail } = format
  const list: z.infer<typeof listed> = { exportId, head, parts: [], tail }
  for (const { number, blobId, bytes } of parts)
    if (blobId !== null) list.parts.push({ blobId, mark: makeMark(exportId, number).length, bytes })
  const text = Buffer.from(JSON.stringify(list))
  const { id } = await blobs.put(Readable.from([text]), { maxBytes: text.length, expiresAtMs })
  const inParts = list.parts.reduce((sum, { bytes }) => sum + bytes, 0)
  return { id, bytes: Buffer.byteLength(head) + inParts + Buffer.byteLength(tail) }
}

/** The file of a finished export; undefined when it is gone. Ends in an error where a part goes while it is being read. */
export async function openFile(
  blobs: Pick<Blobs, 'get'>,
  { blobId, isInParts, bytes }: Pick<ExportRow, 'blobId' | 'isInParts' | 'bytes'>,
): Promise<{ bytes: number; content: Readable } | undefined> {
  const blob = blobId === null ? undefined : await blobs.get(blobId)
  if (blob === undefined || !isInParts) return blob
  const list = listed.parse(await json(blob.content))
  return { bytes, content: Readable.from(readContent(blobs, list), { objectMode: false }) }
}

async function* readContent(
  blobs: Pick<Blobs, 'get'>,
  { exportId, head, parts, tail }: z.infer<typeof listed>,
): AsyncGenerator<Uint8Array> {
  if (head !== '') yield Buffer.from(head)
  for (const { blobId, mark } of parts) {
    const blob = await blobs.get(blobId)
    if (blob === undefined) throw new Error(`${exportId}: a part of the file is gone`)
    yield* behind(blob.content as AsyncIterable<Buffer>, mark)
  }
  if (tail !== '') yield Buffer.from(tail)
}
