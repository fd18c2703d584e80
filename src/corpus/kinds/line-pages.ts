import { normalizeDomain } from '../../lib/domain-name.ts'
import { memo } from '../../lib/memo.ts'
import {
  defaultNetworkHosts,
  networkUrl,
  normalizeSlug,
  pageNamedBy,
  parseNetworkUrl,
  type NetworkRef,
} from '../../lib/network-url.ts'
import { withFirst } from './members.ts'

/** A page and its host. It has one address there, whatever country or device a source came from. */
interface KnownPage {
  page: NetworkRef
  host: string
}

const noPage: Partial<KnownPage> = Object.freeze({})

/** The address of a line's page is asked for several times; the next line has another one. */
const knownPage = memo(
  (url): Partial<KnownPage> => {
    for (const host of defaultNetworkHosts.hosts) {
      const page = parseNetworkUrl(url, { hosts: [host] })
      if (page !== undefined) return { page, host }
    }
    return noPage
  },
  { entries: 5_000, longest: 200 },
)

/** Whether an address is that of a page of the network. */
export const isKnownPage = (url: string): boolean => knownPage(url) !== noPage

/** The one spelling of the address of a person's page; any other address as it is. */
export const pageAddress = memo((url) => {
  const { page, host } = knownPage(url)
  if (page?.kind !== 'person' || !('slug' in page) || host === undefined) return url
  return networkUrl('person', page.slug, { hosts: [host] })
})

/** The present address of a person's page, where the address in the line is that of a former slug. */
export function addressOfSlug(url: string, slug: string): string {
  const { page, host } = knownPage(url)
  if (page?.kind !== 'person' || !('slug' in page) || host === undefined || slug === '') return url
  return page.slug === slug ? url : networkUrl('person', slug, { hosts: [host] })
}

/** The one spelling of a slug, even where the line gives its page instead. */
const readSlug = memo((text) => {
  const page = text.includes('/') ? pageNamedBy(text) : undefined
  return normalizeSlug(page !== undefined && 'slug' in page ? page.slug : text)
})

/** The one spelling of a domain, even where the line gives a site instead; any other text as it is. */
const readDomain = memo((text) => normalizeDomain(text) ?? text)

type Members = Record<string, unknown>

/** Puts slugs and domains of a line into their one spelling, in place. */
export function spellPages(
  members: Members,
  { slug, slugs }: { slug: 'primary_slug' | 'pnet_primary_slug'; slugs: 'slugs' | 'pnet_slugs' },
): void {
  const { [slug]: own, [slugs]: others, domains } = members
  if (typeof own === 'string') members[slug] = readSlug(own)
  if (Array.isArray(others)) members[slugs] = [...new Set(others.map((each) => readSlug(String(each))))]
  // A file that came late does not say what the slug is, but what it was.
  if (members[slug]) members[slugs] = withFirst(members[slug] as string, members[slugs] as string[] | null)
  if (Array.isArray(domains))
    members['domains'] = [...new Set(domains.map((each) => readDomain(String(each))))]
}

/**
 * What the page of a person tells where the line does not: the slug, or the network's own id. Sources cut slugs out
 * of addresses, in which the network's ids stand as well; names alone are slugs with what follows them.
 */
export function namePerson(members: Members): void {
  const { url, primary_slug: slug, user_id: id } = members
  if (typeof url !== 'string') return
  const { page } = knownPage(url)
  if (page?.kind !== 'person') return
  const isCutOut = typeof slug === 'string' && slug !== '' && normalizeSlug(slug) === cutOut(url)
  if ('slug' in page) {
    if (isCutOut || (slug ?? '') === '') members['primary_slug'] = page.slug
    return
  }
  if (isCutOut) delete members['primary_slug']
  if ((id ?? '') === '') members['user_id'] = page.id
}

/** The part of an address where a person's slug stands. */
function cutOut(url: string): string | undefined {
  const [, segment] = /\/(?:in|pub)\/([^/?#]+)/i.exec(url) ?? []
  return segment === undefined ? undefined : normalizeSlug(segment)
}
