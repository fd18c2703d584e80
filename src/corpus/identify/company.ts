import { normalizeDomain, registrableDomain } from '../../lib/domain-name.ts'
import { identifierOf, isOnSharedHost, isPageOfMany, readValue } from '../names/index.ts'
import { isGeneralPage, isReservedSlug, normalizeSlug, type NetworkHosts } from '../../lib/network-url.ts'
import { isBlankId, isNoValue, isProgramWord, standsForNothing } from '../../lib/placeholder.ts'
import { exactToken } from '../search-index/index.ts'
import { clipped, isDigits, organizationId, readText, type GivenText } from './given-text.ts'
import { malformed, type Malformed, type Tokens } from './malformed.ts'
import { entityTokens } from './entity.ts'
import { domainToken, organizationToken, slugToken } from './tokens.ts'

export type CompanyIdentifierKind = 'pnetSlug' | 'pnetUrl' | 'pnetOrgId' | 'pnetOrgID' | 'domain' | 'entityId'

/** One normal identifier of a company; rows of several kinds carry it, each under a token of its own. */
export interface CompanyIdentity {
  sort: 'slug' | 'org' | 'dom'
  value: string
}

/** The token under which companies carry an identity. */
export function identityToken({ sort, value }: CompanyIdentity): string {
  const tokens = { slug: slugToken, org: organizationToken, dom: domainToken }
  return tokens[sort](value)
}

/**
 * Tokens of a company, of which it is said which kind of identifier is given. Empty for a text that stands for nothing, which
 * is as if none were given.
 */
export function companyTokens(kind: CompanyIdentifierKind, text: string, network: NetworkHosts): Tokens {
  if (kind === 'entityId') return entityTokens(text)
  const parts = readText(text, network)
  const { value } = parts
  if (isNoValue(value) || isGeneralPage(value, network)) return []
  switch (kind) {
    case 'pnetSlug':
      return pageTokens(parts) ?? (isReservedSlug('company', normalizeSlug(value)) ? [] : [slugToken(value)])
    case 'pnetUrl':
      return pageTokens(parts) ?? malformed.companyUrl
    case 'domain':
      return domainTokens(value)
    default:
      if (isBlankId(value)) return []
      return isDigits(value) ? [organizationToken(organizationId(value))] : malformed.organizationId
  }
}

/**
 * The host itself, then the domain somebody registered: `shop.acme.com` is also found as `acme.com`. Of a page on a host that
 * many share, whose page it is: the host would be its owner.
 */
export function domainTokens(text: string): Tokens {
  const name = clipped(text)
  if (isNoValue(name)) return []
  const host = normalizeDomain(name)
  if (host === undefined) return malformed.domain
  if (isPageOfMany(name)) {
    const account = readValue(identifierOf.account(name))
    return account === undefined ? [] : [exactToken('soc', account)]
  }
  const owner = registrableDomain(host) ?? host
  return [...new Set([host, isOnSharedHost(host) ? host : owner])].map(domainToken)
}

/** The host alone: who asks for `shop.acme.com` does not mean all of `acme.com`. */
export function readHost(text: string): CompanyIdentity | Malformed {
  const id = clipped(text)
  const value = normalizeDomain(id)
  if (value === undefined) return malformed.domain
  return isPageOfMany(id) ? malformed.sharedDomain : { sort: 'dom', value }
}

/** The company page that an address names. */
export function readCompanyPage(text: string, network: NetworkHosts): CompanyIdentity | Malformed {
  return pageIdentity(readText(text, network)) ?? malformed.companyUrl
}

/** The same, or a slug: any text that is not an address of a page. */
export function readSlugOrPage(text: string, network: NetworkHosts): CompanyIdentity | Malformed {
  const parts = readText(text, network)
  if (parts.page?.kind === 'person' || isGeneralPage(parts.value, network)) return malformed.companySlugOrUrl
  const slug = normalizeSlug(parts.value)
  return (
    pageIdentity(parts) ??
    (isReservedSlug('company', slug) ? malformed.companySlugOrUrl : { sort: 'slug', value: slug })
  )
}

/** What an identifier says of a company's page, for asking outside sources; what it does not say is null. */
export function companyNamed(
  identifier: { identifier: string; value: string } | undefined,
  network: NetworkHosts,
): { slug: string | null; orgId: string | null } {
  const { value, page } = readText(identifier?.value ?? '', network)
  if (page?.kind === 'person' || isBlankId(value)) return { slug: null, orgId: null }
  if (page !== undefined)
    return 'id' in page ? { slug: null, orgId: page.id } : { slug: page.slug, orgId: null }
  // Both spellings are in use: `pnetOrgID` beside people, `pnetOrgId` elsewhere.
  const isId = identifier?.identifier === 'pnetOrgID' || identifier?.identifier === 'pnetOrgId'
  const slug = normalizeSlug(value)
  return {
    slug: identifier?.identifier === 'pnetSlug' && !isReservedSlug('company', slug) ? slug : null,
    orgId: isId ? value : null,
  }
}

/** What a text may be, the likeliest first: a page, a number, a domain, a slug, a name. */
export function companyReadings(
  text: string,
  network: NetworkHosts,
): ('pnetUrl' | 'pnetOrgId' | 'domain' | 'pnetSlug' | 'name')[] {
  const { value, page } = readText(text, network)
  if (standsForNothing(value) || isProgramWord(value) || page?.kind === 'person') return []
  if (page !== undefined) return ['pnetUrl']
  if (isGeneralPage(value, network)) return []
  if (isDigits(value)) return ['pnetOrgId', 'name']
  if (normalizeDomain(value) !== undefined) return ['domain', 'name']
  const mayBeSlug = /^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u.test(value) && value === value.toLowerCase()
  return mayBeSlug ? ['pnetSlug', 'name'] : ['name']
}

/** How a cell that holds a page's address or slug is given as an identifier. */
export const pageIdentifier = (value: string): { identifier: 'pnetUrl' | 'pnetSlug'; value: string } => ({
  identifier: value.includes('/') ? 'pnetUrl' : 'pnetSlug',
  value,
})

function pageIdentity({ page }: GivenText): CompanyIdentity | undefined {
  if (page === undefined || page.kind === 'person') return undefined
  return 'id' in page ? { sort: 'org', value: page.id } : { sort: 'slug', value: page.slug }
}

function pageTokens(parts: GivenText): string[] | undefined {
  const identity = pageIdentity(parts)
  return identity && [identityToken(identity)]
}
