import { asciiHost } from './domain-name.ts'
import { memo } from './memo.ts'

/** Many addresses have the same host. */
const mailHost = memo(asciiHost, { entries: 20_000 })

/** Dot-separated atoms of RFC 5322; letters and digits of any script, since RFC 6531 allows them. */
const localPart = /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*$/u

const UNUSUAL = /[^\u0021-\u0026\u0028-\u005f\u0061-\u007e]/
const UNSEEN = /[\p{Cf}\u00ad]+/gu
const FULL_WIDTH = /[\uff01-\uff5e]+/g

/** Drops marks of writing directions, full-width letters, and the apostrophe by which spreadsheets mark text. */
function asTyped(input: string): string {
  if (!UNUSUAL.test(input)) return input
  const usual = input.replace(UNSEEN, '').replace(FULL_WIDTH, (letters) => letters.normalize('NFKC'))
  return usual
    .trim()
    .replace(/^['‘’`]+|['‘’`]+$/g, '')
    .trim()
}

/**
 * An address trimmed and lower-cased, its domain in ASCII. Undefined when it cannot be one: quoted local parts and
 * address literals are refused (nobody's contact), domains must exist under a real public suffix. Says nothing
 * about whether mail would arrive.
 */
export function normalizeEmail(input: string): string | undefined {
  if (typeof input !== 'string' || input.length > 1000) return undefined
  const trimmed = asTyped(input)
  const text = /^mailto:/i.test(trimmed) ? (trimmed.slice(7).split('?', 1)[0] ?? '').trim() : trimmed
  const atSign = text.lastIndexOf('@')
  if (atSign < 1) return undefined
  const local = text.slice(0, atSign).normalize('NFC').toLowerCase().normalize('NFC')
  if (Buffer.byteLength(local) > 64 || !localPart.test(local)) return undefined
  const domainPart = text.slice(atSign + 1)
  const domain = domainPart.endsWith('.') ? undefined : mailHost(domainPart)
  if (domain === undefined) return undefined
  const address = `${local}@${domain}`
  return Buffer.byteLength(address) > 254 ? undefined : address
}

/** Providers that deliver `a.d.a@` and `ada@` to one mailbox. */
const dotless = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox that a normal address is delivered to: without its tag (`ada+news@`), and without dots at providers
 * that ignore them. Two addresses of one mailbox belong to one person; the reverse is not true.
 */
export function toMailbox(address: string): string {
  const atSign = address.lastIndexOf('@')
  const domain = address.slice(atSign + 1)
  const local = address.slice(0, atSign).replace(/(?<=.)\+.*$/, '')
  return dotless.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}
