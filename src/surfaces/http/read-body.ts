import type { IncomingMessage } from 'node:http'
import { bodyLimitBytes, Failure } from '../../operation/index.ts'

/**
 * The body's bytes as they came, whatever the content type says; null when there is none. Fails with `too-large` at
 * the declared length, or at the first byte over the cap, and reads no further.
 */
export async function readBody(incoming: IncomingMessage): Promise<Uint8Array | null> {
  const declared = incoming.headers['content-length']
  if (declared === undefined ? incoming.headers['transfer-encoding'] === undefined : Number(declared) === 0) {
    return null
  }
  if (Number(declared) > bodyLimitBytes) throw new Failure('too-large')
  return collect(incoming)
}

function collect(incoming: IncomingMessage): Promise<Uint8Array | null> {
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
      if (size > bodyLimitBytes) {
        incoming.pause()
        settle(() => reject(new Failure('too-large')))
      }
    }
    const onEnd = () =>
      settle(() => resolve(chunks.length === 1 ? (chunks[0] ?? null) : Buffer.concat(chunks)))
    // The client went away or sent too slowly: nobody reads the answer, but the call must end.
    const onBroken = () => settle(() => reject(new Failure('request-timeout')))
    incoming.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken)
  })
}
