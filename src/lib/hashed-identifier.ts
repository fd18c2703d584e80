import { createHash } from 'node:crypto'
import { normalizeEmail } from './email.ts'
import { normalizePhone } from './phone.ts'

/** Whose matching of customer lists a hash is for; they agree on SHA-256 and differ in what is hashed. */
export type AdPlatform = 'google' | 'meta' | 'pnet'

const platforms: readonly AdPlatform[] = ['google', 'meta', 'pnet']
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * An e-mail address as an ad platform matches it: trimmed and in lower case; for Google without the dots before gmail.com
 * and googlemail.com. Undefined for what is no address.
 */
export function hashedEmail(address: string, platform: AdPlatform): string | undefined {
  const normal = normalizeEmail(address)
  if (normal === undefined) return undefined
  if (platform !== 'google') return sha256(normal)
  const [local = '', domain = ''] = normal.split('@')
  const isDotless = domain === 'gmail.com' || domain === 'googlemail.com'
  return sha256(isDotless ? `${local.replaceAll('.', '')}@${domain}` : normal)
}

/**
 * A telephone number as an ad platform matches it: E.164, for Meta without the plus. Undefined for what is no number with
 * its country's code.
 */
export function hashedPhone(number: string, platform: AdPlatform): string | undefined {
  const normal = normalizePhone(number)
  return normal && sha256(platform === 'meta' ? normal.slice(1) : normal)
}

/** Letters, marks and digits that remain of a name where a platform takes nothing else. */
const withoutPunctuation = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}\s]/gu, '')

/**
 * A given or family name as an ad platform matches it: in lower case, without space around and with one between words; for
 * Meta without punctuation. Undefined for an empty one. The network matches names in the clear.
 */
export function hashedName(name: string, platform: Exclude<AdPlatform, 'pnet'>): string | undefined {
  const normal = (platform === 'meta' ? withoutPunctuation(name) : name)
    .normalize('NFC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
  return normal === '' ? undefined : sha256(normal)
}

/** A city, state, code or country as Meta matches it: in lower case, letters and digits alone. */
export function hashedPlace(place: string): string | undefined {
  const normal = withoutPunctuation(place).normalize('NFC').toLowerCase().replace(/\s+/g, '')
  return normal === '' ? undefined : sha256(normal)
}

/** Every hash that any platform knows these by. */
export function identifierHashes(identifiers: {
  emails: readonly string[]
  phoneNumbers: readonly string[]
}): string[] {
  const hashes = platforms.flatMap((platform) => [
    ...identifiers.emails.map((address) => hashedEmail(address, platform)),
    ...identifiers.phoneNumbers.map((number) => hashedPhone(number, platform)),
  ])
  return [...new Set(hashes.filter((hash) => hash !== undefined))]
}
