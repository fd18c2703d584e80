import { Header, Pax, type HeaderData } from 'tar'
import { UnreadableFile } from '../row.ts'
import { UnreadableArchive, type Archive, type Member } from './member.ts'

const blockBytes = 512
/** A header that only says how the next member is called. */
const maxHeaderBytes = 1024 * 1024

/** Whether content is a tar archive: its first header says so, or its check sum is right where the name does. */
export function isTar(head: Buffer, name: string): boolean {
  if (head.length < blockBytes) return false
  if (head.subarray(257, 262).toString('latin1') === 'ustar') return true
  return /\.(?:tar|tgz)(?:\.|$)/i.test(name) && new Header(head.subarray(0, blockBytes)).cksumValid
}

/** The members of a tar archive as its bytes pass by; `open` begins them again. */
export function tarArchive(open: () => Promise<AsyncIterable<Buffer>>): Archive {
  return {
    async *members(isWanted) {
      const bytes = new ByteReader(await open())
      try {
        yield* membersIn(bytes, isWanted)
      } finally {
        await bytes.close()
      }
    },
  }
}

async function* membersIn(bytes: ByteReader, isWanted: (name: string) => boolean): AsyncGenerator<Member> {
  let own: HeaderData | undefined
  let global: HeaderData | undefined
  for (;;) {
    const block = await bytes.take(blockBytes)
    if (block === undefined) return
    const header = new Header(block, 0, own, global)
    if (header.nullBlock) continue
    if (!header.cksumValid)
      throw new UnreadableArchive('the tar archive is damaged: a header has a wrong checksum')
    const size = header.size ?? 0
    const padded = Math.ceil(size / blockBytes) * blockBytes
    const { type, path = '' } = header
    if (isHeaderOfNext(type)) {
      if (size > maxHeaderBytes)
        throw new UnreadableArchive('the tar archive is damaged: a header is too long')
      const text = ((await bytes.take(padded)) ?? Buffer.alloc(0)).subarray(0, size).toString('utf8')
      if (type === 'GlobalExtendedHeader') global = Pax.parse(text, global, true)
      else if (type.endsWith('ExtendedHeader')) own = Pax.parse(text, own)
      else if (type !== 'NextFileHasLongLinkpath') own = { ...own, path: text.replace(/\0.*$/s, '') }
      continue
    }
    own = undefined
    const isFile = type === 'File' || type === 'OldFile' || type === 'ContiguousFile'
    const end = bytes.offset + padded
    if (isFile && isWanted(path)) yield { name: path, chunks: bytes.upTo(size) }
    // Whatever of it was not read is passed over.
    await bytes.skip(end - bytes.offset)
  }
}

const isHeaderOfNext = (type: string) =>
  type.endsWith('ExtendedHeader') || type.startsWith('NextFileHas') || type === 'OldGnuLongPath'

const cutOff = () => new UnreadableArchive('the tar archive is cut off')

/** Takes bytes off a stream of chunks. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)
  /** How many were taken. */
  offset = 0

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** So many bytes; undefined at the end. Throws UnreadableArchive where it ends before. */
  async take(count: number): Promise<Buffer | undefined> {
    const pieces: Buffer[] = []
    for await (const piece of this.#pieces(count)) pieces.push(piece)
    const whole = Buffer.concat(pieces)
    if (whole.length === 0 && count > 0) return undefined
    if (whole.length < count) throw cutOff()
    return whole
  }

  async *upTo(count: number): AsyncGenerator<Buffer> {
    let left = count
    for await (const piece of this.#pieces(count)) {
      left -= piece.length
      yield piece
    }
    if (left > 0) throw cutOff()
  }

  async skip(count: number): Promise<void> {
    let left = count
    for await (const piece of this.#pieces(count)) left -= piece.length
    if (left > 0) throw cutOff()
  }

  async close(): Promise<void> {
    await this.#chunks.return?.()
  }

  async *#pieces(count: number): AsyncGenerator<Buffer> {
    let left = count
    while (left > 0) {
      if (this.#rest.length === 0 && !(await this.#fill())) return
      const piece = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(piece.length)
      this.offset += piece.length
      left -= piece.length
      yield piece
    }
  }

  async #fill(): Promise<boolean> {
    const next = await this.#chunks.next().catch((cause: unknown) => {
      if (cause instanceof UnreadableFile) throw new UnreadableArchive(cause.message, { cause })
      throw cause
    })
    if (next.done === true) return false
    this.#rest = next.value
    return true
  }
}
