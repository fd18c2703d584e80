import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { inflate, zstdDecompress } from 'node:zlib'
import { UnreadableFile } from '../row.ts'
import { bytesIn, damaged, readMessage } from './messages.ts'

const [inflated, unpacked] = [promisify(inflate), promisify(zstdDecompress)]

/** Limits of the format's own definition. */
const maxHeaderBytes = 64 * 1024
const maxBlobBytes = 32 * 1024 * 1024

/** Where a blob lies in the file. */
export interface BlobAt {
  type: string
  offset: number
  bytes: number
}

/** Features an extract says its reader needs. */
const understood = new Set(['OsmSchema-V0.6', 'DenseNodes'])

/** The blob whose header begins here; undefined at the end of the file. */
export async function blobAt(file: FileHandle, offset: number): Promise<BlobAt | undefined> {
  const isFirst = offset === 0
  const size = await readBytes(file, offset, 4)
  if (size.length === 0 && !isFirst) return undefined
  if (size.length < 4) throw isFirst ? notAnExtract() : cutOff()
  const headerBytes = size.readUInt32BE(0)
  if (headerBytes > maxHeaderBytes)
    throw isFirst ? notAnExtract() : damaged(`a header of ${headerBytes} bytes`)
  const header = await readBytes(file, offset + 4, headerBytes)
  if (header.length < headerBytes) throw isFirst ? notAnExtract() : cutOff()
  const read = readMessage(
    header,
    (tag, into, message) => {
      if (tag === 1) into.type = Buffer.from(bytesIn(message)).toString('latin1')
      if (tag === 3) into.bytes = message.readVarint()
    },
    { type: '', bytes: -1 },
  )
  if (isFirst && read.type !== 'OSMHeader') throw notAnExtract()
  if (read.bytes < 0 || read.bytes > maxBlobBytes) throw damaged(`a block of ${read.bytes} bytes`)
  return { ...read, offset: offset + 4 + headerBytes }
}

type Unpack = (data: Uint8Array, limit: { maxOutputLength: number }) => Promise<Uint8Array>

/** What a blob's content is compressed by, by the number of its field in the format. */
const unpackers = new Map<number | undefined, Unpack>([
  [3, inflated],
  [7, unpacked],
])
const foreignCompressions = new Map<number | undefined, string>([
  [4, 'LZMA'],
  [6, 'LZ4'],
])

/** The content of a blob, inflated to 32 MiB at most. */
export async function readContent(file: FileHandle, { offset, bytes }: BlobAt): Promise<Uint8Array> {
  const blob = await readBytes(file, offset, bytes)
  if (blob.length < bytes) throw cutOff()
  const message = readMessage(
    blob,
    (tag, into: { tag?: number; data?: Uint8Array }, message) => {
      if (tag === 2) return
      into.tag = tag
      into.data = bytesIn(message)
    },
    {},
  )
  const { tag, data } = message
  const limit = { maxOutputLength: maxBlobBytes }
  if (data === undefined) throw damaged('a block without content')
  if (tag === 1) return data
  const unpack = unpackers.get(tag)
  if (unpack === undefined)
    throw new UnreadableFile(
      `the OpenStreetMap extract is compressed by ${foreignCompressions.get(tag) ?? 'something unknown'}: expected zlib or zstd`,
    )
  return unpack(data, limit).catch((error: Error & { code?: string }) => {
    throw error.code === 'ERR_BUFFER_TOO_LARGE'
      ? damaged('a block inflates to more than 32 MiB')
      : damaged(error.message, error)
  })
}

/** Throws UnreadableFile for an extract that is of another kind than its reader knows. */
export function checkHeader(content: Uint8Array): void {
  readMessage(
    content,
    (tag, _into, message) => {
      if (tag !== 4) return
      const feature = Buffer.from(bytesIn(message)).toString('utf8')
      if (understood.has(feature)) return
      throw new UnreadableFile(
        `the OpenStreetMap extract needs a reader of ${JSON.stringify(feature.slice(0, 60))}: expected an extract of the current state, without history`,
      )
    },
    undefined,
  )
}

async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  let read = 0
  while (read < length) {
    const { bytesRead } = await file.read(buffer, read, length - read, position + read)
    if (bytesRead === 0) break
    read += bytesRead
  }
  return buffer.subarray(0, read)
}

const cutOff = () => new UnreadableFile('the OpenStreetMap extract is cut off: the file is incomplete')
const notAnExtract = () =>
  new UnreadableFile('the file is not an OpenStreetMap extract: it does not begin with an OSMHeader block')
