import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { inflated, type Compression } from './inflate.ts'
import { UnreadableFile } from './table.ts'
import { transcoded, findUtf16 } from './transcode.ts'

const readBytes = 256 * 1024
const headBytes = 64 * 1024

export interface ByteSourceOptions {
  /** Called with the size of every piece read from the file, before decompression. */
  onBytes?: (bytes: number) => void
  /** The stream that `-` reads; the standard input when absent. */
  stdin?: Readable
}

/** The content of a file (`-` is the standard input), decompressed, with its first bytes in view. */
export interface ByteSource {
  /** Up to 64 KiB from the start, without a byte order mark. */
  head: Buffer
  /** All of it, `head` included. Runs once. */
  chunks: AsyncIterable<Buffer>
  /** Closes the file for whoever does not read `chunks`; reading them to their end, or leaving them, does so too. */
  close(): Promise<void>
  /** The content breaks within the head; reading on tells how. */
  failed: boolean
  compression: Compression | undefined
  /** The UTF-16 it was in; `chunks` are UTF-8 all the same. */
  wide: 'utf-16le' | 'utf-16be' | undefined
  /** It began with a byte order mark, which `chunks` leave out. */
  hasMark: boolean
}

/**
 * Opens a file and sees through gzip and zstd, recognised by content so that a wrong extension does no harm.
 * UTF-16 becomes UTF-8. The chunks throw it for broken or cut off compressed data.
 */
export async function openBytes(file: string, options: ByteSourceOptions = {}): Promise<ByteSource> {
  return openChunks(
    counted(file === '-' ? (options.stdin ?? process.stdin) : await fileStream(file), options),
  )
}

/** The same of content that comes from elsewhere: a member of an archive. */
export async function openChunks(raw: AsyncIterable<Buffer>): Promise<ByteSource> {
  const start = await peek(raw, 4)
  const compression = findCompression(start.head)
  const plain = compression === undefined ? start.chunks : inflated(start.chunks, compression)
  let content = await peek(plain, headBytes)
  const wide = findUtf16(content.head)
  const isMarked = wide !== undefined && content.head[0]! >= 0xfe
  if (wide !== undefined && !content.failed) content = await peek(transcoded(content.chunks, wide), headBytes)
  const bare = withoutMark(content)
  const hasMark = isMarked || bare.head.length < content.head.length
  return { ...content, ...bare, compression, wide, hasMark }
}

async function fileStream(file: string): Promise<Readable> {
  // Opened first: a missing file is an error of this call, not of the first read.
  const handle = await open(file, 'r')
  if ((await handle.stat()).isDirectory()) {
    await handle.close()
    throw new UnreadableFile('is a folder')
  }
  return handle.createReadStream({ highWaterMark: readBytes })
}

function findCompression(head: Buffer): Compression | undefined {
  if (head.length >= 2 && head[0] === 0x1f && head[1] === 0x8b) return 'gzip'
  return head.length >= 4 && head.readUInt32LE(0) === 0xfd2fb528 ? 'zstd' : undefined
}

async function* counted(stream: Readable, { onBytes }: ByteSourceOptions): AsyncGenerator<Buffer> {
  for await (const chunk of stream) {
    const bytes = chunk as Buffer
    onBytes?.(bytes.length)
    yield bytes
  }
}

type Peeked = Omit<ByteSource, 'compression' | 'wide' | 'hasMark'>

async function peek(chunks: AsyncIterable<Buffer>, wanted: number): Promise<Peeked> {
  const iterator = chunks[Symbol.asyncIterator]()
  const buffers: Buffer[] = []
  let size = 0
  let failure: { error: unknown } | undefined
  // A generator that nobody has begun to read ends without its `finally`: what is begun is closed itself.
  const close = async () => void (await iterator.return?.())
  while (size < wanted) {
    // Rows before the place where a file breaks count, so a failure waits until they have been read.
    const next = await iterator.next().catch((error: unknown) => {
      failure = { error }
    })
    if (!next || next.done) break
    buffers.push(next.value)
    size += next.value.length
  }
  async function* all(): AsyncGenerator<Buffer> {
    try {
      yield* buffers
      if (failure) throw failure.error
      for (;;) {
        const next = await iterator.next()
        if (next.done) return
        yield next.value
      }
    } finally {
      await close()
    }
  }
  const head = Buffer.concat(buffers).subarray(0, wanted)
  return { head, chunks: all(), failed: failure !== undefined, close }
}

function withoutMark({ head, chunks }: Peeked): Pick<Peeked, 'head' | 'chunks'> {
  if (head[0] !== 0xef || head[1] !== 0xbb || head[2] !== 0xbf) return { head, chunks }
  return { head: head.subarray(3), chunks: withoutFirst(chunks, 3) }
}

/** The content after its first bytes. */
export async function* withoutFirst(chunks: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let toSkip = bytes
  for await (const chunk of chunks) {
    const skipped = Math.min(toSkip, chunk.length)
    toSkip -= skipped
    if (skipped < chunk.length) yield chunk.subarray(skipped)
  }
}
