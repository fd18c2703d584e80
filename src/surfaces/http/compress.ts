import { pipeline, type Readable } from 'node:stream'
import { promisify } from 'node:util'
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress,
  type BrotliOptions,
  type ZlibOptions,
  type ZstdOptions,
} from 'node:zlib'
import { parseAccept } from 'hono/utils/accept'

// An attacker learns a secret from the size of answers only where the same secret stands in many of them beside text of
// the attacker's (BREACH); here a secret is in the one answer that makes it, and no browser adds a key by itself.

/** Below this an answer fits into one packet anyway. */
export const minCompressedBytes = 1_400

export type Coding = 'zstd' | 'br' | 'gzip'

const zstd: ZstdOptions = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }
const br = (size?: number): BrotliOptions => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 4,
    ...(size === undefined ? {} : { [constants.BROTLI_PARAM_SIZE_HINT]: size }),
  },
})
const zip: ZlibOptions = { level: 4 }

const [zstdWhole, brWhole, zipWhole] = [promisify(zstdCompress), promisify(brotliCompress), promisify(gzip)]

/** In our order: the one that costs the least processor time for its size comes first. */
const codings: Record<
  Coding,
  { whole(body: Uint8Array): Promise<Uint8Array<ArrayBuffer>>; stream(): NodeJS.ReadWriteStream }
> = {
  zstd: { whole: (body) => zstdWhole(body, zstd), stream: () => createZstdCompress(zstd) },
  br: { whole: (body) => brWhole(body, br(body.length)), stream: () => createBrotliCompress(br()) },
  gzip: { whole: (body) => zipWhole(body, zip), stream: () => createGzip(zip) },
}
const ours = Object.keys(codings) as Coding[]

/** The coding that a client likes best among some, in our order where it likes several alike; undefined for none. */
export function chooseCoding(
  acceptEncoding: string | undefined,
  among: readonly Coding[] = ours,
): Coding | undefined {
  if (acceptEncoding === undefined) return undefined
  const wanted = parseAccept(acceptEncoding)
  const rate = (name: string) => wanted.find(({ type }) => type.toLowerCase() === name)?.q
  let best: { coding: Coding; q: number } | undefined
  for (const coding of among) {
    const q = rate(coding) ?? rate('*') ?? 0
    if (q > (best?.q ?? 0)) best = { coding, q }
  }
  // Who prefers the plain answer gets it.
  return best !== undefined && best.q >= (rate('identity') ?? 0) ? best.coding : undefined
}

/** Made on another thread. */
export const compressWhole = (coding: Coding, body: Uint8Array): Promise<Uint8Array<ArrayBuffer>> =>
  codings[coding].whole(body)

/** The same of a file as it is read; either end that breaks ends the other. */
export function compressStream(coding: Coding, plain: Readable): Readable {
  const compressed = codings[coding].stream() as unknown as Readable & NodeJS.WritableStream
  pipeline(plain, compressed, () => {})
  return compressed
}
