import { createGunzip, createZstdDecompress } from 'node:zlib'
import { UnreadableFile } from './table.ts'

export type Compression = 'gzip' | 'zstd'

/** Small, because what one slice inflates to is held at once: gzip makes at most 1,032 bytes of one. */
const sliceBytes = 16 * 1024
const joinBytes = 64 * 1024

/**
 * Inflates, one slice at a time. A plain pipe would not do: it drops what it has inflated but not handed over
 * when the data turns out to be cut off, and those rows are good. Several members or frames in a row are one
 * content, as the command line tools see it.
 */
export async function* inflated(
  chunks: AsyncIterable<Buffer>,
  compression: Compression,
): AsyncGenerator<Buffer> {
  const inflater = new Inflater(compression)
  try {
    for await (const chunk of chunks) {
      for (let offset = 0; offset < chunk.length; offset += sliceBytes) {
        const failure = await caught(inflater.write(chunk.subarray(offset, offset + sliceBytes)))
        yield* inflater.take(failure === undefined ? joinBytes : 1)
        if (failure) throw failure
      }
    }
    const failure = await caught(inflater.end())
    yield* inflater.take(1)
    if (failure) throw failure
  } finally {
    inflater.destroy()
  }
}

async function caught(work: Promise<void>): Promise<Error | undefined> {
  return work.then(
    () => undefined,
    (error: Error) => error,
  )
}

/** One decompressor after the other: Node's gzip continues after a member, its zstd stops after a frame. */
class Inflater {
  readonly #compression: Compression
  #stream: ReturnType<typeof createGunzip> | undefined
  #ended = false
  #out: Buffer[] = []
  #outBytes = 0

  constructor(compression: Compression) {
    this.#compression = compression
  }

  async write(slice: Buffer): Promise<void> {
    let rest = slice
    while (rest.length > 0) {
      if (this.#stream === undefined || this.#ended) this.#start()
      const stream = this.#stream!
      const before = stream.bytesWritten
      await new Promise<void>((resolve, reject) => {
        // On damaged data only the event comes; the callback of the write is never called.
        const fail = (error: Error) => reject(this.#unreadable(error))
        stream.once('error', fail)
        stream.write(rest, (error) => {
          stream.off('error', fail)
          if (error) fail(error)
          else resolve()
        })
      })
      const used = stream.bytesWritten - before
      rest = rest.subarray(used)
      if (rest.length > 0) this.#ended = true
    }
  }

  async end(): Promise<void> {
    const stream = this.#stream
    if (stream === undefined || this.#ended) return
    await new Promise<void>((resolve, reject) => {
      stream.once('error', (error) => reject(this.#unreadable(error)))
      stream.once('end', resolve)
      stream.end()
    })
  }

  /** What has been inflated so far, in one piece, once it is worth it. */
  *take(atLeast: number): Generator<Buffer> {
    if (this.#outBytes < atLeast) return
    const out = this.#out.length === 1 ? this.#out[0]! : Buffer.concat(this.#out)
    this.#out = []
    this.#outBytes = 0
    yield out
  }

  destroy(): void {
    this.#stream?.destroy()
  }

  #start(): void {
    this.#stream?.destroy()
    const stream = this.#compression === 'gzip' ? createGunzip() : createZstdDecompress()
    this.#ended = false
    stream.on('data', (bytes: Buffer) => {
      this.#out.push(bytes)
      this.#outBytes += bytes.length
    })
    stream.on('end', () => {
      if (this.#stream === stream) this.#ended = true
    })
    // Reported through the callbacks of write and end; a listener keeps it from ending the process.
    stream.on('error', () => undefined)
    this.#stream = stream
  }

  #unreadable(cause: Error): UnreadableFile {
    const early = cause.message === 'unexpected end of file'
    const what = early ? 'data is cut off: the file is incomplete' : `data is damaged (${cause.message})`
    return new UnreadableFile(`the ${this.#compression} ${what}`, { cause })
  }
}
