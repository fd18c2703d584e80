import type { IncomingMessage } from 'node:http'
import { Readable, type Transform } from 'node:stream'
import { promisify } from 'node:util'
import { brotliDecompress, createBrotliDecompress, createUnzip, unzip } from 'node:zlib'
import { Failure } from '../../operation/index.ts'

interface Encoding {
  whole(body: Uint8Array, options: { maxOutputLength: number }): Promise<Uint8Array>
  stream(): Transform
}

/** `unzip` tells gzip and deflate apart by their first bytes. */
const zip: Encoding = { whole: promisify(unzip), stream: () => createUnzip() }
const encodings = new Map<string, Encoding>([
  ['gzip', zip],
  ['x-gzip', zip],
  ['deflate', zip],
  ['br', { whole: promisify(brotliDecompress), stream: () => createBrotliDecompress() }],
])

/** How the body is compressed; undefined when it is not. Throws Failure `unknown-encoding`. */
export function readEncoding({ headers }: Pick<IncomingMessage, 'headers'>): Encoding | undefined {
  const name = headers['content-encoding']?.trim().toLowerCase() ?? ''
  if (name === '' || name === 'identity') return undefined
  const encoding = encodings.get(name)
  if (encoding === undefined) throw new Failure('unknown-encoding')
  return encoding
}

/** Decompresses a body, and stops when it grows beyond `mostBytes`. */
export async function decompressed(
  body: Uint8Array,
  encoding: Encoding,
  mostBytes: number,
): Promise<Uint8Array> {
  try {
    return await encoding.whole(body, { maxOutputLength: mostBytes })
  } catch (cause) {
    const isTooLong = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw new Failure(isTooLong ? 'too-large' : 'invalid-encoding', { cause })
  }
}

/** The same for a body as it arrives; its reader counts the bytes. */
export async function* decompressing(
  chunks: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<Uint8Array> {
  const compressed = Readable.from(chunks)
  const plain = encoding.stream()
  compressed.on('error', (cause) => plain.destroy(cause))
  compressed.pipe(plain)
  try {
    yield* plain as AsyncIterable<Uint8Array>
  } catch (cause) {
    throw cause instanceof Failure ? cause : new Failure('invalid-encoding', { cause })
  } finally {
    compressed.destroy()
    plain.destroy()
  }
}
