import { isAscii, isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import { isBinaryHead } from './other-content.ts'
import { isNearlyUtf8, singleByteEncoding, wideEncoding } from './decode-text.ts'

/** Bytes from the first one beyond ASCII on that an encoding is told by. */
const windowBytes = 64 * 1024

/** The UTF-16 a text begins in, by its mark or, without one, by the zeros of Latin letters. */
export function findUtf16(head: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  return isBinaryHead(head) ? undefined : wideEncoding(head)
}

/** A text of a known encoding as UTF-8, piece by piece; its mark is left out. */
export async function* transcoded(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  const decoder = iconv.getDecoder(encoding)
  for await (const chunk of chunks) {
    const text = decoder.write(chunk)
    if (text !== '') yield Buffer.from(text)
  }
  const rest = decoder.end()
  if (rest !== undefined && rest !== '') yield Buffer.from(rest)
}

/**
 * A text in UTF-8 or any encoding that holds ASCII (Windows-1252, Shift-JIS) as UTF-8. Told by the 64 KiB from the first
 * byte beyond ASCII on, however the text is cut into chunks; a text that is UTF-8 there stays as it is to its end.
 * `onEncoding` is told another encoding than UTF-8.
 */
export async function* asUtf8(
  chunks: AsyncIterable<Buffer>,
  onEncoding: (encoding: string) => void = () => {},
): AsyncGenerator<Buffer> {
  const iterator = chunks[Symbol.asyncIterator]()
  const rest: AsyncIterable<Buffer> = { [Symbol.asyncIterator]: () => iterator }
  try {
    for (;;) {
      const next = await iterator.next()
      if (next.done === true) return
      const offset = isAscii(next.value) ? -1 : next.value.findIndex((byte) => byte >= 0x80)
      if (offset < 0) yield next.value
      else {
        if (offset > 0) yield next.value.subarray(0, offset)
        yield* withEncoding(next.value.subarray(offset), rest, onEncoding)
        return
      }
    }
  } finally {
    await iterator.return?.()
  }
}

async function* withEncoding(
  first: Buffer,
  rest: AsyncIterable<Buffer>,
  onEncoding: (encoding: string) => void,
): AsyncGenerator<Buffer> {
  const chunks = [first]
  let size = first.length
  let failure: { error: unknown } | undefined
  const iterator = rest[Symbol.asyncIterator]()
  while (size < windowBytes) {
    // What came before the place where a file breaks is good.
    const next = await iterator.next().catch((error: unknown) => {
      failure = { error }
    })
    if (!next || next.done === true) break
    chunks.push(next.value)
    size += next.value.length
  }
  const all = Buffer.concat(chunks)
  const encoding = findEncoding(all.subarray(0, windowBytes))
  if (encoding !== undefined) onEncoding(encoding)
  async function* from(): AsyncGenerator<Buffer> {
    yield all
    if (failure) throw failure.error
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value
  }
  yield* encoding === undefined ? from() : transcoded(from(), encoding)
}

/** Undefined for UTF-8, also for one with some broken bytes. */
function findEncoding(window: Buffer): string | undefined {
  // The window may end within a character.
  for (let cut = 0; cut < 4; cut++)
    if (isUtf8(window.subarray(0, window.length - cut)) && (cut === 0 || window.length === windowBytes))
      return undefined
  // Rows with broken bytes are rejected one by one; other encodings make next to no whole characters by chance.
  return isNearlyUtf8(window, 1) ? undefined : singleByteEncoding(window)
}
