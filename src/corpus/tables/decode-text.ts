import { analyse } from 'chardet'
import iconv from 'iconv-lite'
import { countWestern } from './western-words.ts'

/** Bytes that are looked at to tell an encoding; detection is linear, but slow. */
const sampleBytes = 64 * 1024

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

/** What the letters beyond ASCII look like in; Western Windows where that tells nothing, or where its words are Western ones. */
export function singleByteEncoding(bytes: Buffer): string {
  const sample = withoutPlainLines(bytes)
  const guesses = analyse(sample).map(({ name, confidence }) => ({ name: name.toLowerCase(), confidence }))
  const [best] = guesses
  const encoding = best === undefined || best.confidence < 20 ? western : best.name
  const text = iconv.decode(sample, western)
  // Excel writes the Windows page, which holds everything of the ISO one.
  if (['iso-8859-1', 'ascii', western].includes(encoding) || !iconv.encodingExists(encoding)) {
    const { fitting, odd } = countWestern(text)
    const other = guesses.find(({ name }) => eastern.has(name))
    const isLikely = other !== undefined && (odd > fitting + 1 || (other === best && odd * 2 > fitting))
    return isLikely ? other.name : western
  }
  return isWestern(text, encoding) ? western : encoding
}

const western = 'windows-1252'
const eastern = new Set(['iso-8859-2', 'windows-1250', 'windows-1257'])
const turkish = new Set(['iso-8859-9', 'windows-1254'])

/** Read as single bytes, their letters fall apart into any words. */
const ofTwoBytes = /^(?:shift_jis|big5|gb|euc-|iso-2022)/

/** A few words are taken for another language easily: their letters decide. */
function isWestern(text: string, encoding: string): boolean {
  if (ofTwoBytes.test(encoding)) return false
  // Turkish differs in the letters of Icelandic alone.
  if (turkish.has(encoding)) return !/[ðýþ]/i.test(text)
  const { fitting, odd } = countWestern(text)
  return fitting > odd * 2
}

/** Lines with a byte beyond ASCII: what tells encodings apart, wherever in a long file it is. */
function withoutPlainLines(bytes: Buffer): Buffer {
  const chunks: Buffer[] = []
  let size = 0
  let from = 0
  while (from < bytes.length && size < sampleBytes) {
    const end = bytes.indexOf(0x0a, from)
    const line = bytes.subarray(from, Math.min(end === -1 ? bytes.length : end + 1, from + 4096))
    if (line.some((byte) => byte >= 0x80)) {
      chunks.push(line)
      size += line.length
    }
    from = end === -1 ? bytes.length : end + 1
  }
  return Buffer.concat(chunks)
}
