import { createHmac, timingSafeEqual } from 'node:crypto'

/** `key` is at least 16 secret bytes. A token sealed for one `purpose` does not open for another. */
export interface TokenSeal {
  key: Buffer
  purpose: string
}

const macBytes = 16
const maxTokenChars = 65_536
const minKeyBytes = 16

/**
 * A token the caller can hand back but not alter: base64url of MAC and compact JSON. The payload is signed, not
 * encrypted: put nothing secret in it. Throws when the payload has no JSON form, the key is shorter than 16 bytes,
 * or the token would be longer than 65,536 characters.
 */
export function sealToken(payload: unknown, seal: TokenSeal): string {
  if (seal.key.length < minKeyBytes) throw new RangeError('token key shorter than 16 bytes')
  const json = JSON.stringify(payload) as string | undefined
  if (json === undefined) throw new TypeError('token payload has no JSON form')
  const body = Buffer.from(json)
  const token = Buffer.concat([mac(body, seal), body]).toString('base64url')
  if (token.length > maxTokenChars) throw new RangeError(`token payload too long: ${body.length} bytes`)
  return token
}

/**
 * The payload of a token sealed with the same key and purpose, or undefined for anything else. Never throws.
 * The caller still checks the payload's shape: an older version of the program may have sealed it.
 */
export function openToken(token: string, seal: TokenSeal): unknown {
  if (typeof token !== 'string' || token.length > maxTokenChars || seal.key.length < minKeyBytes) {
    return undefined
  }
  const bytes = Buffer.from(token, 'base64url')
  // Node's decoder skips what it does not know; only the one canonical spelling is the token we gave out.
  if (bytes.length <= macBytes || bytes.toString('base64url') !== token) return undefined
  const body = bytes.subarray(macBytes)
  if (!timingSafeEqual(bytes.subarray(0, macBytes), mac(body, seal))) return undefined
  try {
    return JSON.parse(body.toString()) as unknown
  } catch {
    return undefined
  }
}

/** The purpose goes in with its length, so that no purpose and body can be cut differently and agree. */
function mac(body: Buffer, { key, purpose }: TokenSeal): Buffer {
  const label = Buffer.from(purpose)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(label.length)
  return createHmac('sha256', key).update(length).update(label).update(body).digest().subarray(0, macBytes)
}
