import { domainToASCII } from 'node:url'
import { getDomain, getPublicSuffix, parse } from 'tldts'

const maxInput = 4096
const asciiHostPattern = /^[a-z0-9.-]+$/
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
/** At least two labels of letters, digits and inner hyphens; the last one not a number. */
const hostName = new RegExp(`^(?:${label}\\.)+(?=[a-z])${label}$`)
/** `http:acme.com` is what people type for `http://acme.com`; any other scheme needs its slashes. */
const schemePattern = /^(?:https?:[/\\]{0,2}|(?:[a-z][a-z0-9+.-]*:)?\/\/)/i
/** Reserved for documentation and tests (RFC 2606): never in DNS, yet what synthetic records live under. */
const reserved = new Set(['example', 'test'])

/**
 * The ASCII lower-case host of a host name or URL, without `www.`, port, path, user info and trailing dot; labels
 * in other scripts as punycode. Undefined for IP addresses, bare public suffixes, top-level domains that do not
 * exist, e-mail addresses, and anything else that names no site. Applying it twice changes nothing.
 */
export function normalizeDomain(input: string): string | undefined {
  let host = asciiHost(hostPart(input))
  while (host?.startsWith('www.') && ownerDomain(host.slice(4)) !== undefined) host = host.slice(4)
  return host
}

/**
 * The registered part of a domain: `shop.acme.co.uk` gives `acme.co.uk`, and `a.github.io` gives itself (a private
 * suffix separates its customers). Undefined where `normalizeDomain` is.
 */
export function registrableDomain(input: string): string | undefined {
  const host = normalizeDomain(input)
  return host === undefined ? undefined : ownerDomain(host)
}

/**
 * The public suffix of a domain and each that it ends in, longest first: `acme.co.uk` gives `co.uk` and `uk`. Suffixes
 * of registries only, so `acme.github.io` gives `io`. Empty where `normalizeDomain` is undefined.
 */
export function domainSuffixes(input: string): string[] {
  const host = normalizeDomain(input)
  const suffix = host === undefined ? null : getPublicSuffix(host, { allowPrivateDomains: false })
  if (suffix === null) return []
  const labels = suffix.split('.')
  return labels.map((_, index) => labels.slice(index).join('.'))
}

/** `.DE`, `co.uk`, `рф` as they stand in `domainSuffixes`; undefined for a text that can be no suffix. */
export function normalizeSuffix(input: string): string | undefined {
  const text = input
    .trim()
    .toLowerCase()
    .replace(/^\.|\.$/g, '')
  const ascii = asciiHostPattern.test(text) ? text : domainToASCII(text)
  return new RegExp(`^${label}(?:\\.${label})*$`).test(ascii) ? ascii : undefined
}

/** A bare host (no scheme, port or path) in ASCII lower case, `www.` kept; undefined when nobody can own it. */
export function asciiHost(host: string | undefined): string | undefined {
  // Node's host parser would silently drop line breaks and everything from a slash on.
  if (host === undefined || host === '' || /[\s/\\?#@:]/.test(host)) return undefined
  const lower = host.toLowerCase()
  // The URL host parser percent-decodes and maps other scripts, full stops and full-width digits of them too.
  const ascii = (asciiHostPattern.test(lower) ? lower : domainToASCII(lower)).replace(/\.$/, '')
  if (ascii.length > 253 || !hostName.test(ascii)) return undefined
  return ownerDomain(ascii) === undefined ? undefined : ascii
}

/** Cuts scheme, user info, port and path off; undefined when what is left cannot be a host. */
function hostPart(input: string): string | undefined {
  if (typeof input !== 'string' || input.length > maxInput) return undefined
  const text = input.trim()
  const scheme = schemePattern.exec(text)?.[0] ?? ''
  const authority = text.slice(scheme.length).split(/[/?#\\]/, 1)[0] ?? ''
  const atSign = authority.lastIndexOf('@')
  // Only a URL may carry user info: without a scheme, `bob@acme.com` is an address, not a site.
  if (atSign >= 0 && scheme === '') return undefined
  return authority.slice(atSign + 1).replace(/:\d{0,5}$/, '')
}

function ownerDomain(host: string): string | undefined {
  const parsed = parse(host, { extractHostname: false, validateHostname: false, allowPrivateDomains: true })
  if (parsed.isIp) return undefined
  if (!parsed.isIcann && !parsed.isPrivate && !reserved.has(parsed.publicSuffix ?? '')) return undefined
  if (parsed.domain !== null) return parsed.domain
  // `github.io` is a suffix for its customers and at the same time the domain of the company that owns it.
  if (parsed.isPrivate)
    return getDomain(host, { extractHostname: false, validateHostname: false }) ?? undefined
  return undefined
}
