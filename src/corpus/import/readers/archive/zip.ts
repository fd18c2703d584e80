import { crc32, inflateRawSync } from 'node:zlib'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { UnreadableFile } from '../row.ts'
import { UnreadableArchive, type Archive } from './member.ts'

/** Members that a directory may list. */
const maxMembers = 20_000_000
/**
 * What all members may unpack to, for each byte of the archive, beyond a first part. Registers reach 20 to 40; bombs
 * begin at 1,000, and members that lie over each other count each time.
 */
const maxUnpackedRatio = 300
const freeUnpackedBytes = 64 * 1024 * 1024
/** A member up to this size, packed and unpacked, is read at once: archives of a million small ones exist. */
const wholeBytes = 512 * 1024

/**
 * A zip archive on disk, zip64 too, read without unpacking it to disk. Members that are encrypted, packed in another way
 * than deflate, or that would fill everything are refused with a sentence. `onBytes` gets the packed bytes read.
 */
export function zipArchive(file: string, onBytes: (bytes: number) => void = () => {}): Archive {
  return {
    isListed: true,
    async *members(isWanted) {
      const zip = await openZip(file)
      const budget = new UnpackBudget(zip.fileSize)
      try {
        for await (const entry of entriesOf(zip)) {
          if (!isWanted(entry.fileName)) continue
          budget.take(entry)
          yield { name: entry.fileName, chunks: contentOf(zip, entry, onBytes) }
        }
      } finally {
        zip.close()
      }
    },
  }
}

/** Whether a zip archive is an office document, which is one table and no archive of files. */
export async function isOfficeDocument(file: string): Promise<boolean> {
  const zip = await openZip(file)
  let count = 0
  try {
    for await (const { fileName } of entriesOf(zip)) {
      if (/^(?:\[content_types\]\.xml|mimetype|xl[\\/].*|meta-inf\/manifest\.xml)$/i.test(fileName))
        return true
      if (++count >= 2_000) break
    }
    return false
  } finally {
    zip.close()
  }
}

async function openZip(file: string): Promise<ZipFile> {
  try {
    return await openPromise(file, { autoClose: false, strictFileNames: false })
  } catch (cause) {
    if ((cause as { code?: unknown }).code !== undefined) throw cause
    throw damaged(cause)
  }
}

const damaged = (cause: unknown) =>
  new UnreadableArchive(
    `the zip archive is damaged or cut off (${cause instanceof Error ? cause.message : String(cause)})`,
    { cause },
  )

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  if (zip.entryCount > maxMembers)
    throw new UnreadableArchive(`the zip archive has more than ${maxMembers} members`)
  const entries = zip.eachEntry()
  for (;;) {
    const next = await entries.next().catch((cause: unknown) => {
      throw damaged(cause)
    })
    if (next.done === true) return
    yield next.value
  }
}

/** Counts what members say they unpack to; content that is longer than it says is damaged. */
class UnpackBudget {
  #left: number

  constructor(fileBytes: number) {
    this.#left = fileBytes * maxUnpackedRatio + freeUnpackedBytes
  }

  take({ fileName, uncompressedSize, compressedSize }: Entry): void {
    this.#left -= uncompressedSize
    const isBomb = uncompressedSize > compressedSize * maxUnpackedRatio + freeUnpackedBytes
    if (this.#left < 0 || isBomb)
      throw new UnreadableArchive(
        `the zip archive unpacks to more than ${maxUnpackedRatio} times its size (${fileName}), as only a zip bomb does`,
      )
  }
}

const methods: Readonly<Record<number, string>> = {
  9: 'Deflate64',
  12: 'bzip2',
  14: 'LZMA',
  93: 'zstd',
  95: 'xz',
  98: 'PPMd',
}

async function* contentOf(
  zip: ZipFile,
  entry: Entry,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const { fileName, compressionMethod: method, compressedSize, uncompressedSize } = entry
  if (entry.isEncrypted()) throw new UnreadableFile(`${fileName} is encrypted: unpack the archive first`)
  if (method !== 0 && method !== 8)
    throw new UnreadableFile(
      `${fileName} is packed by ${methods[method] ?? `method ${method}`}, which is not read: pack it as plain zip`,
    )
  const isSmall = compressedSize <= wholeBytes && uncompressedSize <= wholeBytes
  const chunks = isSmall ? wholeContent(zip, entry) : inflatedContent(zip, entry)
  let sum = 0
  try {
    for await (const chunk of chunks) {
      sum = crc32(chunk, sum)
      onBytes((chunk.length * compressedSize) / Math.max(1, uncompressedSize))
      yield chunk
    }
  } catch (cause) {
    if (cause instanceof UnreadableFile) throw cause
    throw brokenMember(fileName, cause)
  }
  if (sum !== entry.crc32) throw brokenMember(fileName, new Error('its checksum is wrong'))
}

const brokenMember = (name: string, cause: unknown) =>
  new UnreadableFile(`${name} is damaged (${(cause as Error).message})`, { cause })

async function* inflatedContent(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  for await (const chunk of await zip.openReadStreamPromise(entry)) yield chunk as Buffer
}

async function* wholeContent(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  const pieces: Buffer[] = []
  const stream = await zip.openReadStreamPromise(entry, { decodeFileData: false })
  for await (const chunk of stream) pieces.push(chunk as Buffer)
  const packed = Buffer.concat(pieces)
  const { compressionMethod, uncompressedSize } = entry
  const content =
    compressionMethod === 0
      ? packed
      : inflateRawSync(packed, { maxOutputLength: Math.max(1, uncompressedSize) })
  if (content.length !== uncompressedSize) throw new Error('it is shorter than the archive says')
  if (content.length > 0) yield content
}
