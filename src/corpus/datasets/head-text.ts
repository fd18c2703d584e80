import { createGunzip, createInflateRaw, createZstdDecompress, constants } from 'node:zlib'
import type { PublicationForm } from './entry-schema.ts'

const signatures: Partial<Record<PublicationForm['container'], string>> = {
  zip: '504b0304',
  gzip: '1f8b',
  'tar.gz': '1f8b',
  zstd: '28b52ffd',
}

/**
 * The text that a publication begins with, out of its container, as far as its first bytes reach; undefined where they are no
 * such container. Of a zip it is that of the first member.
 */
export async function readHeadText(
  container: PublicationForm['container'],
  head: Buffer,
): Promise<string | undefined> {
  const signature = signatures[container]
  if (signature !== undefined && !head.toString('hex', 0, 8).startsWith(signature)) return undefined
  switch (container) {
    case 'none':
      return head.toString('utf8')
    case 'zip':
      return firstMember(head)
    case 'zstd':
      return inflated(createZstdDecompress(), head)
    default:
      return inflated(createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }), head)
  }
}

/** The header of a member has its name, a further field, and then the content, deflated or as it is. */
async function firstMember(head: Buffer): Promise<string | undefined> {
  if (head.length < 30) return undefined
  const method = head.readUInt16LE(8)
  const from = 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
  const content = head.subarray(from)
  if (method === 0) return content.toString('utf8')
  return method === 8
    ? inflated(createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH }), content)
    : undefined
}

const maxTextBytes = 8 * 1024 * 1024

/** What comes out before the end of the bytes, or before the first damage. */
async function inflated(
  stream: NodeJS.ReadWriteStream & AsyncIterable<Buffer>,
  bytes: Buffer,
): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  stream.end(bytes)
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size > maxTextBytes) break
    }
  } catch {
    // The bytes end in the middle.
  }
  return Buffer.concat(chunks).toString('utf8')
}
