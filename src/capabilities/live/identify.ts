import {
  networkUrl,
  normalizeSlug,
  parseNetworkUrl,
  type NetworkHosts,
  type NetworkRef,
} from '../../lib/network-url.ts'
import { exactToken } from '../../corpus/search-index/index.ts'
import type { Malformed } from '../resolve/index.ts'
import type { PageQuestion } from './live-source.ts'

/** A page of the network that a text names: what to ask a source for, and what it is found by in the corpus. */
export interface NamedPage extends PageQuestion {
  type: 'person' | 'company'
  /** Identifier tokens, the most likely meaning first. */
  tokens: readonly string[]
  /** The same for all ways to write it. */
  key: string
}

export const isMalformedPage = (page: NamedPage | Malformed): page is Malformed => 'expected' in page

const longest = 2048
/** Written as an address rather than as a slug or an id. */
const address = /^[a-z][a-z0-9+.-]*:\/\/|^\/\/|^[^/\s]+\.[^/\s]+\//i
const memberId = /^AC[a-zA-Z]AA[A-Za-z0-9_-]{1,60}$/
const digits = /^\d{1,20}$/
const separator = /[\s/?#\\@:,\p{Cc}]/u

/** A profile by URL, slug, URN or user id. */
export function personPage(text: string, network: NetworkHosts): NamedPage | Malformed {
  const value = text.trim().slice(0, longest)
  if (address.test(value)) {
    const found = parseNetworkUrl(value, network)
    return found?.kind === 'person' ? ofReference('person', found, network) : notAPage('profile')
  }
  const tail = value.slice(value.lastIndexOf(':') + 1)
  if (value.includes(':') && /^urn:/i.test(value) && isSlug(tail)) return ofId('person', tail, value)
  if (memberId.test(value)) return ofId('person', value)
  // Digits alone are a user id; a slug may look the same.
  if (digits.test(value)) return { ...ofId('person', value), tokens: [uid(value), slugToken(value)] }
  return ofSlug('person', value, network) ?? notAPage('profile')
}

/** A company by URL, slug or organization id. */
export function companyPage(text: string, network: NetworkHosts): NamedPage | Malformed {
  const value = text.trim().slice(0, longest)
  if (address.test(value)) {
    const found = parseNetworkUrl(value, network)
    if (found === undefined || found.kind === 'person') return notAPage('company')
    return ofReference('company', found, network)
  }
  if (digits.test(value)) {
    const id = value.replace(/^0+(?=\d)/, '')
    return { ...ofId('company', id), tokens: [orgToken(id), slugToken(value)] }
  }
  return ofSlug('company', value, network) ?? notAPage('company')
}

export const namedPage = { person: personPage, company: companyPage }

function ofReference(type: NamedPage['type'], found: NetworkRef, network: NetworkHosts): NamedPage {
  if ('id' in found) return ofId(type, found.id)
  return pageOfSlug(type, found.slug, network)
}

function ofId(type: NamedPage['type'], id: string, urn: string | null = null): NamedPage {
  const tokens =
    type === 'company' ? [orgToken(id)] : [...new Set([uid(id), ...(urn === null ? [] : [uid(urn)])])]
  return {
    type,
    slug: null,
    id,
    urn: urn ?? (memberId.test(id) ? id : null),
    url: null,
    tokens,
    key: `id ${id}`,
  }
}

function ofSlug(type: NamedPage['type'], text: string, network: NetworkHosts): NamedPage | undefined {
  const slug = normalizeSlug(text)
  return isSlug(slug) ? pageOfSlug(type, slug, network) : undefined
}

function pageOfSlug(type: NamedPage['type'], slug: string, network: NetworkHosts): NamedPage {
  const url = network.hosts.length === 0 ? null : networkUrl(type, slug, network)
  return { type, slug, id: null, urn: null, url, tokens: [slugToken(slug)], key: `slug ${slug}` }
}

const isSlug = (text: string) =>
  text !== '' && text.length <= 200 && !separator.test(text) && !/^\.+$/.test(text)
const slugToken = (slug: string) => exactToken('slug', normalizeSlug(slug))
const uid = (id: string) => exactToken('uid', id)
const orgToken = (id: string) => exactToken('org', id)

const notAPage = (what: 'profile' | 'company'): Malformed => ({
  expected:
    what === 'profile'
      ? 'Expected a profile of the network: its URL, slug, URN or user id.'
      : 'Expected a company of the network: its URL, slug or organization id.',
  code: 'invalid_format',
})
