import { isUtf8 } from 'node:buffer'
import { analyse } from 'chardet'
import iconv from 'iconv-lite'
import { UnreadableList } from './table.ts'

export interface DecodedText {
  text: string
  encoding: string
  notes: string[]
}

/** Bytes that are looked at to tell an encoding; detection is linear, but slow. */
const sampleBytes = 64 * 1024

/** Byte order marks. */
const marks: [number[], string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

/** Beginnings of files that people take for lists and that are none. */
const otherKinds: [number[], string][] = [
  [[0x25, 0x50, 0x44, 0x46], 'a PDF'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old Excel file (.xls); save it as .xlsx or .csv'],
  [[0x1f, 0x8b], 'a gzip archive'],
  [[0x89, 0x50, 0x4e, 0x47], 'a picture'],
  [[0xff, 0xd8, 0xff], 'a picture'],
  [[0x50, 0x4b], 'an archive and no .xlsx file'],
  [[0x50, 0x41, 0x52, 0x31], 'a Parquet file'],
  [[0x7f, 0x45, 0x4c, 0x46], 'a program'],
]

const begins = (bytes: Uint8Array, head: readonly number[]) =>
  head.every((byte, index) => bytes[index] === byte)

/** The text of a file in whatever encoding it is. Throws UnreadableList for what is no text. */
export function decodeText(bytes: Buffer): DecodedText {
  const other = otherKinds.find(([head]) => begins(bytes, head))
  if (other !== undefined) throw new UnreadableList(`The file is ${other[1]}.`)
  const mark = marks.find(([head]) => begins(bytes, head))
  if (mark !== undefined) return clean(iconv.decode(bytes, mark[1]), mark[1])
  const wide = wideEncoding(bytes)
  if (wide !== undefined) return clean(iconv.decode(bytes, wide), wide)
  refuseBinary(bytes)
  if (isUtf8(bytes)) return clean(bytes.toString('utf8'), 'utf-8')
  if (isNearlyUtf8(bytes)) {
    const decoded = clean(bytes.toString('utf8'), 'utf-8')
    return {
      ...decoded,
      notes: [...decoded.notes, 'Some bytes are no valid UTF-8; they are shown as \uFFFD.'],
    }
  }
  const encoding = singleByteEncoding(bytes)
  return clean(iconv.decode(bytes, encoding), encoding)
}

function clean(text: string, encoding: string): DecodedText {
  const bare = text.replace(/^\uFEFF/, '')
  if (!bare.includes('\0')) return { text: bare, encoding, notes: [] }
  return { text: bare.replaceAll('\0', ''), encoding, notes: ['NUL characters were removed.'] }
}

/** UTF-16 without a mark: Latin text has a zero in every other byte. */
export function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, 4096)
  if (sample.length < 4) return undefined
  const zeros = [0, 0]
  for (let index = 0; index < sample.length; index++) if (sample[index] === 0) zeros[index % 2]! += 1
  const half = sample.length / 2
  const [even, odd] = zeros as [number, number]
  if (odd > half * 0.6 && even < half * 0.1) return 'utf-16le'
  return even > half * 0.6 && odd < half * 0.1 ? 'utf-16be' : undefined
}

/** Control characters of texts: tab, line and page breaks, and those old systems put between cells. */
const textual = new Set([0x01, 0x09, 0x0a, 0x0c, 0x0d, 0x1f])

/** Control characters that no list holds, in more than one of a hundred bytes. */
function refuseBinary(bytes: Uint8Array): void {
  const sample = bytes.subarray(0, sampleBytes)
  let odd = 0
  for (const byte of sample) if (byte < 0x20 && !textual.has(byte)) odd += 1
  if (odd > Math.max(2, sample.length / 100))
    throw new UnreadableList('The file is binary and holds no text.')
}

/** A few broken characters in a text that is UTF-8 everywhere else: of so many whole ones, one. */
export function isNearlyUtf8(bytes: Buffer, ofWhole = 10): boolean {
  const text = bytes.subarray(0, 4 * 1024 * 1024).toString('utf8')
  let broken = 0
  let whole = 0
  for (const { 0: char } of text.matchAll(/[^\0-\x7f]/gu)) {
    if (char === '\uFFFD') broken += 1
    else whole += 1
  }
  return whole > 0 && whole >= broken * ofWhole
}

/** What the letters beyond ASCII look like in; Western Windows where that tells nothing. */
export function singleByteEncoding(bytes: Buffer): string {
  const best = analyse(withoutPlainLines(bytes))[0]
  const found = best === undefined || best.confidence < 20 ? 'windows-1252' : best.name.toLowerCase()
  // Excel writes the Windows page, which holds everything of the ISO one.
  if (found === 'iso-8859-1' || found === 'ascii') return 'windows-1252'
  return iconv.encodingExists(found) ? found : 'windows-1252'
}

/** Lines with a byte beyond ASCII: what tells encodings apart, wherever in a long file it is. */
function withoutPlainLines(bytes: Buffer): Buffer {
  const kept: Buffer[] = []
  let size = 0
  let from = 0
  while (from < bytes.length && size < sampleBytes) {
    const end = bytes.indexOf(0x0a, from)
    const line = bytes.subarray(from, Math.min(end === -1 ? bytes.length : end + 1, from + 4096))
    if (line.some((byte) => byte >= 0x80)) {
      kept.push(line)
      size += line.length
    }
    from = end === -1 ? bytes.length : end + 1
  }
  return Buffer.concat(kept)
}
