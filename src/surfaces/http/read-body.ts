import type { IncomingMessage } from 'node:http'
import { bodyLimitBytes, Failure } from '../../operation/index.ts'
import { decompressed, decompressing, readEncoding } from './decompress.ts'

/**
 * The decompressed bytes of the body, whatever its content type; null when there is none. Fails with
 * `too-large` at the declared length, or at the first byte over the cap, and reads no further.
 */
export async function readBody(
  incoming: IncomingMessage,
  mostBytes = bodyLimitBytes,
): Promise<Uint8Array | null> {
  if (isEmpty(incoming)) return null
  if (Number(incoming.headers['content-length']) > mostBytes) throw new Failure('too-large')
  const encoding = readEncoding(incoming)
  const body = await collect(incoming, mostBytes)
  return body === null || encoding === undefined ? body : decompressed(body, encoding, mostBytes)
}

/**
 * The body of an operation that takes a file, as it arrives; undefined when there is none. Fails with `file-too-large`
 * at the declared length; the reader counts what comes without one. A reader that stops leaves the connection usable
 * for the answer.
 */
export function fileBody(incoming: IncomingMessage, maxBytes: number): AsyncIterable<Uint8Array> | undefined {
  if (isEmpty(incoming)) return undefined
  if (Number(incoming.headers['content-length']) > maxBytes) throw new Failure('file-too-large')
  const encoding = readEncoding(incoming)
  const chunks = readChunks(incoming)
  return encoding === undefined ? chunks : decompressing(chunks, encoding)
}

async function* readChunks(incoming: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
  } catch (cause) {
    throw new Failure('request-timeout', { cause })
  }
}

function isEmpty({ headers }: IncomingMessage): boolean {
  const declared = headers['content-length']
  return declared === undefined ? headers['transfer-encoding'] === undefined : Number(declared) === 0
}

function collect(incoming: IncomingMessage, mostBytes: number): Promise<Uint8Array | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const settle = (end: () => void) => {
      incoming.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken)
      end()
    }
    const onData = (chunk: Buffer) => {
      size += chunk.length
      chunks.push(chunk)
      if (size > mostBytes) {
        incoming.pause()
        settle(() => reject(new Failure('too-large')))
      }
    }
    const onEnd = () =>
      settle(() => resolve(chunks.length === 1 ? (chunks[0] ?? null) : Buffer.concat(chunks)))
    // The client left or sent too slowly: nobody reads the answer, but the call must end.
    const onBroken = () => settle(() => reject(new Failure('request-timeout')))
    incoming.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken)
  })
}
