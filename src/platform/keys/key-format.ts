import { createHmac, createSecretKey } from 'node:crypto'
import { crc32Base62, randomBase62 } from '../../lib/base62.ts'

/** `test` keys answer from the same data and are never charged. */
export type KeyMode = 'live' | 'test'

/** The part of a key that may be shown after its creation. */
export interface KeyParts {
  mode: KeyMode
  /** `alm_live_` and the first four random characters. */
  prefix: string
  last4: string
}

const randomChars = 30
const pattern = /^alm_(live|test)_[0-9A-Za-z]{36}$/

/** A new key: `alm_live_` or `alm_test_`, 30 random base62 characters (178 bits), 6 of CRC-32 over all before them. */
export function formatKey(mode: KeyMode, random = randomBase62(randomChars)): string {
  const text = `alm_${mode}_${random}`
  return text + crc32Base62(text)
}

/** Undefined for anything whose shape or checksum is wrong: such text is refused without asking the store. */
export function parseKey(rawKey: string): KeyParts | undefined {
  const match = pattern.exec(rawKey)
  if (match === null) return undefined
  const body = rawKey.slice(0, -6)
  if (crc32Base62(body) !== rawKey.slice(-6)) return undefined
  return { mode: match[1] as KeyMode, prefix: rawKey.slice(0, 13), last4: rawKey.slice(-4) }
}

/** The only form in which a key is stored: without the secret a stolen table verifies no guess. */
export function keyHasher(secret: Buffer): (rawKey: string) => Buffer {
  // Passed as bytes it would be unwrapped for every hash, which takes four times as long as the hash itself.
  const key = createSecretKey(secret)
  return (rawKey) => createHmac('sha256', key).update(rawKey).digest()
}
