import { analyse } from 'chardet'
import iconv from 'iconv-lite'

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
