import { createHash } from 'node:crypto'
import { normalizeEmail } from './email.ts'
import { normalizePhone } from './phone.ts'

/** The ad platform a hash is for. They agree on SHA-256 and differ in what they hash. */
export type AdPlatform = 'google' | 'meta' | 'pnet'

const platforms: readonly AdPlatform[] = ['google', 'meta', 'pnet']
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * An e-mail address in the form that an ad platform hashes: trimmed and in lower case; for Google without the dots
 * before gmail.com and googlemail.com. Undefined for other texts.
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
 * A telephone number in the form that an ad platform hashes: E.164, for Meta without the plus. Undefined for a text
 * that is no number with its country's code.
 */
export function hashedPhone(number: string, platform: AdPlatform): string | undefined {
  const normal = normalizePhone(number)
  return normal && sha256(platform === 'meta' ? normal.slice(1) : normal)
}

/** Letters, marks and digits of a name, for platforms that take nothing else. */
const withoutPunctuation = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}\s]/gu, '')

/**
 * A given or family name in the form that an ad platform hashes: in lower case, trimmed, with single spaces; for Meta
 * without punctuation. Undefined for an empty one. The network matches names in the clear.
 */
export function hashedName(name: string, platform: Exclude<AdPlatform, 'pnet'>): string | undefined {
  const normal = (platform === 'meta' ? withoutPunctuation(name) : name)
    .normalize('NFC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
  return normal === '' ? undefined : sha256(normal)
}

/** A city, state, code or country in the form that Meta hashes: letters and digits in lower case. */
export function hashedPlace(place: string): string | undefined {
  const normal = withoutPunctuation(place).normalize('NFC').toLowerCase().replace(/\s+/g, '')
  return normal === '' ? undefined : sha256(normal)
}

/** Every hash under which a platform may know these. */
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
