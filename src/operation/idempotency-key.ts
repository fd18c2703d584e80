import { sha256Hex } from '../lib/stable-json.ts'

/**
 * An idempotency key as it is stored. Some clients send their API key, or a text that contains it, for want of a better one.
 * API keys are never stored, so such a text is stored as its SHA-256 digest.
 */
export function storedIdempotencyKey(key: string): string {
  return /alm_(?:live|test)_\w/.test(key) ? `sha256:${sha256Hex(key)}` : key
}
