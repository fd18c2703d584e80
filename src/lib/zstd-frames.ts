import {
  constants,
  createZstdCompress,
  createZstdDecompress,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib'

/** Compresses short texts one by one, each a zstd frame of its own, with one dictionary. */
export interface ZstdFrames {
  compress(text: string): Buffer
  /** Throws for bytes that are not one whole frame made with this dictionary. */
  decompress(bytes: Buffer): string
}

export interface ZstdFramesOptions {
  dictionary: Buffer
  /** 1 to 19. */
  level: number
}

/** Texts up to this size go through the reused contexts. For larger ones the set-up is a small part. */
const maxBytes = 128 * 1024
/** Reaches over the largest of these texts and a dictionary before it. */
const windowLog = 18

/**
 * Node's own functions make a context for every text and load the dictionary into it, which takes five times as long
 * as compressing 5 kB (84 us against 16, reading 43 against 8). A context is ready for the next frame, dictionary
 * included, once one has ended, so one is reused, through an undocumented member of Node's streams. Where that is
 * missing or behaves differently, the documented functions do the work; any reader can read either frames.
 */
export function openZstdFrames(options: ZstdFramesOptions): ZstdFrames {
  const plain = plainFrames(options)
  const buffers = {
    input: Buffer.allocUnsafeSlow(maxBytes),
    output: Buffer.allocUnsafeSlow(maxBytes + 4096),
  }
  let compress: Pass | undefined
  let decompress: Pass | undefined
  const open = () => {
    const made = openPasses(options, buffers.output)
    const isGood = made !== undefined && agrees(plain, made, buffers.output)
    compress = isGood ? made.compress : undefined
    decompress = isGood ? made.decompress : undefined
  }
  open()
  return {
    compress(text) {
      if (compress === undefined || !fits(text)) return plain.compress(text)
      const length = buffers.input.write(text)
      const made = compress(buffers.input, length)
      if (made !== undefined) return Buffer.from(buffers.output.subarray(0, made))
      open()
      return plain.compress(text)
    },
    decompress(bytes) {
      const made = decompress?.(bytes, bytes.length)
      if (made !== undefined) return buffers.output.toString('utf8', 0, made)
      // A context is not reused after a broken frame.
      if (decompress !== undefined) open()
      return plain.decompress(bytes)
    },
  }
}

/** Three bytes are the most a UTF-16 unit takes. */
const fits = (text: string) => text.length * 3 <= maxBytes || Buffer.byteLength(text) <= maxBytes

const makeParams = (level: number) => ({
  [constants.ZSTD_c_compressionLevel]: level,
  [constants.ZSTD_c_windowLog]: windowLog,
})

function plainFrames({ dictionary, level }: ZstdFramesOptions): ZstdFrames {
  const params = makeParams(level)
  return {
    compress: (text) => zstdCompressSync(text, { params, dictionary }),
    decompress: (bytes) => zstdDecompressSync(bytes, { dictionary }).toString('utf8'),
  }
}

/** Puts bytes through a context; answers how many came out, undefined unless they are one whole frame that fits. */
type Pass = (input: Buffer, length: number) => number | undefined

interface Passes {
  compress: Pass
  decompress: Pass
}

/** The part of a `node:zlib` stream that is used. */
interface Internals {
  _handle?: {
    writeSync?(flush: number, ...ranges: [Buffer, number, number, Buffer, number, number]): void
  }
  /** Bytes left of the output and of the input. */
  _writeState?: Uint32Array
}

function openPasses({ dictionary, level }: ZstdFramesOptions, output: Buffer): Passes | undefined {
  const compress = passThrough(createZstdCompress({ params: makeParams(level), dictionary }), output)
  const decompress = passThrough(createZstdDecompress({ dictionary }), output)
  return compress === undefined || decompress === undefined ? undefined : { compress, decompress }
}

function passThrough(stream: object, output: Buffer): Pass | undefined {
  const { _handle: handle, _writeState: left } = stream as Internals
  if (typeof handle?.writeSync !== 'function' || !(left instanceof Uint32Array)) return undefined
  const write = handle.writeSync.bind(handle)
  let hasFailed = false
  Object.assign(handle, { onerror: () => (hasFailed = true) })
  return (input, length) => {
    hasFailed = false
    write(constants.ZSTD_e_end, input, 0, length, output, 0, output.length)
    const [room = 0, unread = 0] = left
    const made = output.length - room
    // Texts this short are one block, so a frame that was cut off yields nothing.
    return hasFailed || unread > 0 || room === 0 || made === 0 ? undefined : made
  }
}

const probes = ['{"a":"one text"}', `{"b":"${'another text '.repeat(99)}"}`]

/** Whether a context does the same as the documented functions, the second time as well. */
function agrees(plain: ZstdFrames, { compress, decompress }: Passes, output: Buffer): boolean {
  return probes.every((probe) => {
    const text = Buffer.from(probe)
    const frame = compress(text, text.length)
    if (frame === undefined) return false
    const bytes = Buffer.from(output.subarray(0, frame))
    if (plain.decompress(bytes) !== probe) return false
    const length = decompress(bytes, bytes.length)
    return length !== undefined && output.toString('utf8', 0, length) === probe
  })
}
