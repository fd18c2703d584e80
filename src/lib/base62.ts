import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Largest multiple of 62 that fits a byte. Bytes at or above it are thrown away, so that no digit is favoured. */
const unbiasedBelow = 248

/** `length` characters of [0-9A-Za-z] from the system's random source, uniform (5.95 bits each). */
export function randomBase62(length: number): string {
  if (!Number.isSafeInteger(length) || length < 0) throw new RangeError(`not a length: ${length}`)
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length + 8)) {
      if (byte >= unbiasedBelow) continue
      text += alphabet[byte % 62]
      if (text.length === length) break
    }
  }
  return text
}

/**
 * A non-negative integer in base 62, most significant digit first, left-padded with `0` to `width`.
 * Throws RangeError on negatives, fractions and unsafe numbers, and when the value does not fit `width`.
 */
export function encodeBase62(n: bigint | number, width = 1): string {
  if (typeof n === 'number' && !Number.isSafeInteger(n)) throw new RangeError(`not a safe integer: ${n}`)
  let rest = BigInt(n)
  if (rest < 0n) throw new RangeError(`negative: ${n}`)
  let text = ''
  while (rest > 0n) {
    text = alphabet.charAt(Number(rest % 62n)) + text
    rest /= 62n
  }
  if (width > 1 && text.length > width) throw new RangeError(`${n} does not fit ${width} base62 digits`)
  return text.padStart(Math.max(width, 1), '0')
}

/** CRC-32 of the text's UTF-8 bytes as 6 base62 characters: catches a mistyped key, proves nothing about who made it. */
export function crc32Base62(text: string): string {
  return encodeBase62(crc32(text), 6)
}
