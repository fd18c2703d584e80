import { isGeneralPage, isReservedSlug, normalizeSlug, type NetworkHosts } from '../../lib/network-url.ts'
import { isBlankId } from '../../lib/placeholder.ts'
import { entityTokens } from './entity.ts'
import { readText, readTail, type GivenText } from './given-text.ts'
import { malformed, type Tokens } from './malformed.ts'
import { slugToken, userIdToken } from './tokens.ts'

export type PersonIdentifierKind = 'pnetSlug' | 'pnetUrl' | 'userID' | 'pnetUserId' | 'entityUrn' | 'entityId'

/**
 * Tokens of a person, of whom it is said which kind of identifier is given. Empty for a text that stands for nothing, which is
 * as if none were given.
 */
export function personTokens(kind: PersonIdentifierKind, text: string, network: NetworkHosts): Tokens {
  if (kind === 'entityId') return entityTokens(text)
  const parts = readText(text, network)
  if (isNobodys(parts, network)) return []
  switch (kind) {
    case 'pnetSlug':
      return slugTokens(parts)
    case 'pnetUrl':
      return profileTokens(parts) ?? malformed.profileUrl
    default:
      return idTokens(parts)
  }
}

/** Tokens of whatever names a person: URL, slug, URN or user id. What has the form of an address is nothing else. */
export function anyPersonTokens(text: string, network: NetworkHosts): Tokens {
  const parts = readText(text, network)
  if (isNobodys(parts, network)) return malformed.profile
  if (parts.isAddress) return profileTokens(parts) ?? malformed.profileUrl
  return [...slugTokens(parts), ...idTokens(parts)]
}

/** Tokens of a slug or of the address of a profile, for those who name one or the other in one member. */
export function slugOrPageTokens(text: string, network: NetworkHosts): Tokens {
  const parts = readText(text, network)
  if (parts.isAddress && parts.page?.kind !== 'person') return malformed.profileSlugOrUrl
  const tokens = isNobodys(parts, network) ? [] : slugTokens(parts)
  return tokens.length === 0 ? malformed.profileSlugOrUrl : tokens
}

/**
 * One spelling for all ways to write an identifier of a person, to find duplicates before anything is looked up, and
 * before it is known what hosts the network has: the page of a URL, the end of a URN. Member ids keep their case,
 * everything else is the same in any.
 */
export function personSpelling(text: string): string {
  const value = text.trim()
  const page = /\/(?:in|pub)\/([^/?#]+)/i.exec(value)?.[1]
  const end = page ?? readTail(value)
  return /^AC[a-zA-Z]AA/.test(end) ? end : end.toLowerCase()
}

/** What an identifier says of a person's page, for asking outside sources; what it does not say is null. */
export function personNamed(
  identifier: { identifier: string; value: string } | undefined,
  network: NetworkHosts,
): { slug: string | null; id: string | null } {
  const { value, page } = readText(identifier?.value ?? '', network)
  if (page?.kind === 'person')
    return 'id' in page ? { slug: null, id: page.id } : { slug: page.slug, id: null }
  if (page !== undefined || isBlankId(value)) return { slug: null, id: null }
  const slug = normalizeSlug(value)
  return {
    slug: identifier?.identifier === 'pnetSlug' && !isReservedSlug('person', slug) ? slug : null,
    id: identifier?.identifier === 'userID' ? value : null,
  }
}

/** The kinds of identifier a text may be, the likeliest first. A URL of another site, or of a company, is nobody's. */
export function personReadings(text: string, network: NetworkHosts): ('pnetUrl' | 'userID' | 'pnetSlug')[] {
  const { value, page } = readText(text, network)
  if (page?.kind === 'person') return ['pnetUrl']
  const isUrl = value.includes('/') || network.hosts.some((host) => value.toLowerCase().includes(host))
  if (isBlankId(value) || isUrl || /\s/.test(value)) return []
  if (/^\d+$/.test(value) || value.includes(':')) return ['userID']
  return /[A-Z]/.test(value) ? ['userID', 'pnetSlug'] : ['pnetSlug', 'userID']
}

/** The slug that an unknown identifier would be, where it can be one. */
export function slugOfUnknown(text: string, network: NetworkHosts): string | null {
  const { value, page } = readText(text, network)
  if (page?.kind === 'person' && 'slug' in page) return page.slug
  const isSlug = /^[\w-]*[a-z][\w-]*$/.test(value) && !isReservedSlug('person', normalizeSlug(value))
  return isSlug ? normalizeSlug(value) : null
}

function profileTokens({ page }: GivenText): string[] | undefined {
  if (page?.kind !== 'person') return undefined
  return ['id' in page ? userIdToken(page.id) : slugToken(page.slug)]
}

/** Whether a text stands for nothing, or is the address of a page of the network that is nobody's. */
const isNobodys = ({ value }: GivenText, network: NetworkHosts): boolean =>
  isBlankId(value) || isGeneralPage(value, network)

const slugTokens = (parts: GivenText): string[] =>
  profileTokens(parts) ??
  (isReservedSlug('person', normalizeSlug(parts.value)) ? [] : [slugToken(parts.value)])

/** Ids are written bare or as the end of a URN. */
const idTokens = ({ value, tail }: GivenText): string[] =>
  [...new Set([value, tail])].filter((id) => !isBlankId(id)).map(userIdToken)
