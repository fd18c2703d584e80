import { normalizeDomain } from '../../lib/domain-name.ts'
import type { NetworkHosts } from '../../lib/network-url.ts'
import { isMalformed, personTokens, type Malformed } from '../resolve/index.ts'
import type { ContactQuestion } from './finder.ts'

/** Whether a text is written as an address rather than as a slug or an id. */
const isAddress = (text: string) => /^[a-z][a-z0-9+.-]*:\/\/|^\/\/|^[^/\s]+\.[^/\s]+\//i.test(text)

/** Tokens of whatever names a person: URL, slug, URN or user id. */
export function identifierTokens(text: string, network: NetworkHosts): string[] | Malformed {
  const value = text.trim()
  if (isAddress(value)) return personTokens('pnetUrl', value, network)
  const tokens = ['pnetSlug', 'userID'].flatMap((kind) => {
    const found = personTokens(kind as 'pnetSlug' | 'userID', value, network)
    return isMalformed(found) ? [] : found
  })
  return tokens.length > 0
    ? tokens
    : { expected: 'Expected a profile of the network.', code: 'invalid_format' }
}

/** The question for one identifier; with `employer` the domain of the company whose addresses are wanted. */
export function questionOf(tokens: readonly string[], employer?: string): ContactQuestion {
  const domain = employer === undefined ? undefined : normalizeDomain(employer)
  return { by: 'identifier', tokens, ...(domain === undefined ? {} : { employerDomains: [domain] }) }
}

/**
 * One spelling for all ways to write an identifier, to find duplicates before anything is looked up: the page of a URL,
 * the end of a URN. Member ids keep their case, everything else is the same in any.
 */
export function spellingOf(text: string): string {
  const value = text.trim()
  const page = /\/(?:in|pub)\/([^/?#]+)/i.exec(value)?.[1]
  const end = page ?? value.slice(value.lastIndexOf(':') + 1)
  return /^AC[a-zA-Z]AA/.test(end) ? end : end.toLowerCase()
}
