import {
  isReservedSlug,
  networkUrl,
  normalizeSlug,
  type NetworkHosts,
  type NetworkRef,
} from '../../lib/network-url.ts'
import { isBlankId } from '../../lib/placeholder.ts'
import { isDigits, isMemberId, isSlug, organizationId, readText } from './given-text.ts'
import { malformed, type Malformed } from './malformed.ts'
import { organizationToken, slugToken, userIdToken } from './tokens.ts'

/** A page of the network that a text of any form names: how to ask a source for it, and what it is found by here. */
export interface NamedPage {
  type: 'person' | 'company'
  slug: string | null
  /** User or organization id. */
  id: string | null
  urn: string | null
  /** Null if no host of the network is set up. */
  url: string | null
  /** Identifier tokens, the most likely meaning first. */
  tokens: readonly string[]
  /** The same for all ways to write it. */
  key: string
}

/** A profile by URL, slug, URN or user id. */
export function personPage(text: string, network: NetworkHosts): NamedPage | Malformed {
  const { value, isAddress, page, tail } = readText(text, network)
  if (isBlankId(value)) return malformed.anyProfile
  if (isAddress) return page?.kind === 'person' ? ofReference('person', page, network) : malformed.anyProfile
  if (value.includes(':') && /^urn:/i.test(value) && isSlug(tail)) return ofId('person', tail, value)
  if (isMemberId(value)) return ofId('person', value)
  // Digits alone are a user id; a slug may look the same.
  if (isDigits(value)) return { ...ofId('person', value), tokens: [userIdToken(value), slugToken(value)] }
  return ofSlug('person', value, network) ?? malformed.anyProfile
}

/** A company by URL, slug or organization id. */
export function companyPage(text: string, network: NetworkHosts): NamedPage | Malformed {
  const { value, isAddress, page } = readText(text, network)
  if (isBlankId(value)) return malformed.anyCompany
  if (isAddress) {
    if (page === undefined || page.kind === 'person') return malformed.anyCompany
    return ofReference('company', page, network)
  }
  if (isDigits(value)) {
    const id = organizationId(value)
    return { ...ofId('company', id), tokens: [organizationToken(id), slugToken(value)] }
  }
  return ofSlug('company', value, network) ?? malformed.anyCompany
}

export const namedPage = { person: personPage, company: companyPage }

function ofReference(type: NamedPage['type'], page: NetworkRef, network: NetworkHosts): NamedPage {
  return 'id' in page ? ofId(type, page.id) : pageOfSlug(type, page.slug, network)
}

function ofId(type: NamedPage['type'], id: string, urn: string | null = null): NamedPage {
  const ids = [...new Set([id, ...(urn === null ? [] : [urn])])]
  return {
    type,
    slug: null,
    id,
    urn: urn ?? (isMemberId(id) ? id : null),
    url: null,
    tokens: type === 'company' ? [organizationToken(id)] : ids.map(userIdToken),
    key: `id ${id}`,
  }
}

function ofSlug(type: NamedPage['type'], text: string, network: NetworkHosts): NamedPage | undefined {
  const slug = normalizeSlug(text)
  return isSlug(slug) && !isReservedSlug(type, slug) ? pageOfSlug(type, slug, network) : undefined
}

function pageOfSlug(type: NamedPage['type'], slug: string, network: NetworkHosts): NamedPage {
  const url = network.hosts.length === 0 ? null : networkUrl(type, slug, network)
  return { type, slug, id: null, urn: null, url, tokens: [slugToken(slug)], key: `slug ${slug}` }
}
