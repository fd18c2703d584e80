import { normalizeDomain, registrableDomain } from '../../lib/domain-name.ts'
import { normalizeEmail } from '../../lib/email.ts'
import { normalizePhone } from '../../lib/phone.ts'
import { normalizeSlug, parseNetworkUrl, type NetworkHosts } from '../../lib/network-url.ts'
import { digestToken, exactToken } from '../../corpus/search-index/index.ts'

/** What a value is not, when it cannot be an identifier of its kind. */
export interface Malformed {
  expected: string
  code: string
}

/** Tokens any of which names the entity; the first that finds something decides. */
export type Tokens = string[] | Malformed

export type PersonIdentifierKind = 'pnetSlug' | 'pnetUrl' | 'userID' | 'pnetUserId' | 'entityUrn'
export type CompanyIdentifierKind = 'pnetSlug' | 'pnetUrl' | 'pnetOrgId' | 'pnetOrgID' | 'domain'

/** Longest identifier that is looked at; none is longer, and a client may send a megabyte. */
const longest = 2048

export function isMalformed(tokens: Tokens): tokens is Malformed {
  return !Array.isArray(tokens)
}

export function personTokens(kind: PersonIdentifierKind, text: string, network: NetworkHosts): Tokens {
  const value = text.trim().slice(0, longest)
  if (value === '') return []
  switch (kind) {
    case 'pnetSlug':
      return pageTokens(value, network, 'person') ?? [exactToken('slug', normalizeSlug(value))]
    case 'pnetUrl':
      return (
        pageTokens(value, network, 'person') ?? {
          expected: 'Expected the address of a profile on the network.',
          code: 'invalid_url',
        }
      )
    default: {
      // Ids are written bare or as the end of a URN.
      const tail = value.slice(value.lastIndexOf(':') + 1)
      return [...new Set([value, tail])].filter((id) => id !== '').map((id) => exactToken('uid', id))
    }
  }
}

export function companyTokens(kind: CompanyIdentifierKind, text: string, network: NetworkHosts): Tokens {
  const value = text.trim().slice(0, longest)
  if (value === '') return []
  switch (kind) {
    case 'pnetSlug':
      return pageTokens(value, network, 'company') ?? [exactToken('slug', normalizeSlug(value))]
    case 'pnetUrl':
      return (
        pageTokens(value, network, 'company') ?? {
          expected: 'Expected the address of a company page on the network.',
          code: 'invalid_url',
        }
      )
    case 'domain':
      return domainTokens(value)
    default:
      return /^\d{1,20}$/.test(value)
        ? [exactToken('org', value.replace(/^0+(?=\d)/, ''))]
        : { expected: 'Expected digits.', code: 'invalid_format' }
  }
}

/** The host itself, then the domain somebody registered: `shop.acme.com` is also found as `acme.com`. */
export function domainTokens(text: string): Tokens {
  const host = normalizeDomain(text.slice(0, longest))
  if (host === undefined)
    return { expected: 'Expected a host name such as example.org.', code: 'invalid_domain' }
  const owner = registrableDomain(host)
  return [...new Set([host, owner ?? host])].map((domain) => exactToken('dom', domain))
}

/** The address itself, then without its tag (`ada+news@…`). Empty for a text that is nobody's address. */
export function emailTokens(email: string): string[] {
  const address = normalizeEmail(email)
  if (address === undefined) return []
  return [...new Set([address, address.replace(/(?<=.)\+[^@]*@/, '@')])].map((each) =>
    digestToken('em', each),
  )
}

/** The number in E.164; national forms need the country (ISO 3166-1 alpha-2). */
export function phoneTokens(phone: string, alpha2?: string): Tokens {
  const number = normalizePhone(phone, alpha2)
  return number === undefined
    ? {
        expected: 'Expected a telephone number with its country code, such as +12025550123.',
        code: 'invalid_phone',
      }
    : [digestToken('ph', number)]
}

function pageTokens(value: string, network: NetworkHosts, kind: 'person' | 'company'): string[] | undefined {
  const page = parseNetworkUrl(value, network)
  if (page === undefined || (page.kind === 'person') !== (kind === 'person')) return undefined
  if ('id' in page) return [exactToken(kind === 'person' ? 'uid' : 'org', page.id)]
  return [exactToken('slug', page.slug)]
}
