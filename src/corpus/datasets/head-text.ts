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
 * such container. Of an archive it is that of one member after the other.
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
      return membersOf(head)
    case 'zstd':
      return (await inflated(createZstdDecompress(), head)).text
    default:
      return (await inflated(createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }), head)).text
  }
}

const memberHeader = Buffer.from('504b0304', 'hex')
const headerBytes = 30
/** Sums and sizes that may follow a member whose header did not have them. */
const maxDescriptorBytes = 24

/** The text of the members of a zip: the first may be a folder, or one of those that are not read. */
async function membersOf(head: Buffer): Promise<string | undefined> {
  const texts: string[] = []
  let at = 0
  let left = maxTextBytes
  while (left > 0 && at + headerBytes <= head.length && head.indexOf(memberHeader, at) === at) {
    const member = await memberAt(head, at, left)
    if (member === undefined) break
    texts.push(member.text)
    left -= member.text.length
    const next = head.subarray(member.end, member.end + maxDescriptorBytes + memberHeader.length)
    const gap = next.indexOf(memberHeader)
    if (gap === -1) break
    at = member.end + gap
  }
  return texts.length === 0 ? undefined : texts.join('\n')
}

interface MemberText {
  text: string
  /** Where the bytes of the member end. */
  end: number
}

/**
 * The header of a member has its name, a further field, and then the content, deflated or as it is. Undefined where it is
 * packed in another way.
 */
async function memberAt(head: Buffer, at: number, most: number): Promise<MemberText | undefined> {
  const method = head.readUInt16LE(at + 8)
  const from = at + headerBytes + head.readUInt16LE(at + 26) + head.readUInt16LE(at + 28)
  if (method === 8) {
    const inflate = createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH })
    const { text, read } = await inflated(inflate, head.subarray(from), most)
    return { text, end: from + read }
  }
  if (method !== 0) return undefined
  // Of what was written without knowing its size, the size comes after it.
  const size = head.readUInt32LE(at + 18) || ((head.readUInt16LE(at + 6) & 8) === 0 ? 0 : head.length)
  const end = Math.min(from + size, head.length)
  return { text: head.toString('utf8', from, end), end }
}

const maxTextBytes = 8 * 1024 * 1024

/** What comes out before the end of the bytes, or before the first damage, and how many bytes it was read of. */
async function inflated(
  stream: NodeJS.ReadWriteStream & AsyncIterable<Buffer> & { bytesWritten: number },
  bytes: Buffer,
  most = maxTextBytes,
): Promise<{ text: string; read: number }> {
  const chunks: Buffer[] = []
  let size = 0
  stream.end(bytes)
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size > most) break
    }
  } catch {
    // The bytes end in the middle.
  }
  return { text: Buffer.concat(chunks).toString('utf8'), read: stream.bytesWritten }
}
