import { isNoAccountName } from './placeholder.ts'
import { streamSafe } from './text-normal.ts'

/** Host names of the professional network this deployment talks about, most canonical first, without `www.`. */
export interface NetworkHosts {
  hosts: readonly string[]
}

export type NetworkPageKind = 'person' | 'company' | 'school'

/** What a network URL names: a page by its slug, or a member or organization by the network's own id. */
export type NetworkRef = { kind: NetworkPageKind; slug: string } | { kind: 'person' | 'company'; id: string }

/** Until the deployment sets its own: a stand-in, and the one whose pages files of vendors name. */
export const defaultNetworkHosts: NetworkHosts = { hosts: ['pnet.example', 'linkedin.com'] }

const maxInput = 2048
const maxSlug = 200
const folder: Record<NetworkPageKind, string> = { person: 'in', company: 'company', school: 'school' }
/** `www`, mobile sites, two- and three-letter country sites. */
const subdomain = /^(?:www|m|mobile|touch|[a-z]{2,3})$/
/** Folders that mail and old mobile sites put before the page. */
const wrappers: ReadonlySet<string> = new Set(['mwlite', 'comm'])
/** Member ids are case-sensitive tokens that appear where a slug would. */
const memberId = /^AC[a-zA-Z]AA[A-Za-z0-9_-]{20,60}$/

/**
 * What a URL of the network names, or undefined when it is no page of a person, company or school there. Scheme,
 * `www`, country subdomain, query, trailing slash and sub-pages (`/company/acme/about/`) do not matter. Schools
 * and companies share the network's organization ids, so a numeric school URL is a company id.
 */
export function parseNetworkUrl(
  input: string,
  { hosts }: NetworkHosts = defaultNetworkHosts,
): NetworkRef | undefined {
  if (typeof input !== 'string' || input.length > maxInput) return undefined
  const match = /^(?:https?:)?(?:\/\/)?([^/?#@:\\\s]+)(?::\d{1,5})?\/([^?#]*)/i.exec(input.trim())
  if (match === null || !isNetworkHost(match[1] ?? '', hosts)) return undefined
  const parts = (match[2] ?? '').split('/').filter((part) => part !== '')
  if (wrappers.has(parts[0]?.toLowerCase() ?? '')) parts.shift()
  const [folder, segment = '', ...rest] = parts
  switch (folder?.toLowerCase()) {
    case 'in':
      return personRef(segment)
    case 'pub':
      return publicProfileRef(segment, rest)
    case 'company':
    case 'showcase':
    case 'organization':
      return organizationRef('company', segment)
    case 'school':
      return organizationRef('school', segment)
    case 'sales':
      return salesRef(segment, rest)
    default:
      return undefined
  }
}

/** The canonical https URL of a page; the slug is normalised first. Throws RangeError when no host is configured. */
export function networkUrl(
  kind: NetworkPageKind,
  slug: string,
  { hosts }: NetworkHosts = defaultNetworkHosts,
): string {
  const host = hosts[0]
  if (host === undefined) throw new RangeError('no host name of the professional network is configured')
  return `https://www.${bareHost(host)}/${folder[kind]}/${encodeURIComponent(normalizeSlug(slug))}`
}

/** What a URL names, on whatever host. For recognising, not for linking: any host may have such a path. */
export function pageNamedBy(url: string | null | undefined): NetworkRef | undefined {
  const host = /^\s*(?:(?:https?:)?\/\/)?([^/?#@:\\\s.]+\.[^/?#@:\\\s]+)/i.exec(url ?? '')?.[1]
  return host === undefined ? undefined : parseNetworkUrl(url ?? '', { hosts: [host] })
}

/** The same of a person alone: a slug or the network's own id. */
export function readPersonPage(url: string | null | undefined): string | undefined {
  const ref = pageNamedBy(url)
  if (ref?.kind !== 'person') return undefined
  return 'slug' in ref ? ref.slug : ref.id
}

/** Whether a text is an id that stands where the slug of a person would. */
export const isMemberId = (text: string): boolean => memberId.test(text)

/** The network's number of an organization, by itself or in the address of its page on whatever host: no slug is a number. */
export function readOrganizationId(text: string): string | undefined {
  const page = text.includes('/') ? pageNamedBy(text) : organizationRef('company', text.trim())
  return page !== undefined && page.kind === 'company' && 'id' in page ? page.id : undefined
}

/**
 * The one spelling of a slug: percent-decoded, NFC, lower case, no surrounding white space or slashes. Cut at 2,048
 * characters, where no slug has been for long: decoding layer upon layer would take quadratic time.
 */
export function normalizeSlug(slug: string): string {
  let text = slug.slice(0, maxInput).toWellFormed()
  for (let before = ''; text !== before && text.includes('%');) {
    before = text
    text = percentDecoded(text)
  }
  return streamSafe(text)
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
    .slice(0, maxInput)
    .toWellFormed()
    .replace(/^[\s/]+|[\s/]+$/g, '')
}

function isNetworkHost(input: string, hosts: readonly string[]): boolean {
  const host = input.toLowerCase().replace(/\.$/, '')
  return hosts.some((entry) => {
    const own = bareHost(entry)
    return host === own || (host.endsWith(`.${own}`) && subdomain.test(host.slice(0, -own.length - 1)))
  })
}

function bareHost(host: string): string {
  return host.toLowerCase().replace(/^www\./, '')
}

function personRef(segment: string): NetworkRef | undefined {
  if (memberId.test(segment)) return { kind: 'person', id: segment }
  return slugRef('person', segment)
}

/**
 * Public profiles of old have three hexadecimal parts after the name, which the current slug carries in reverse:
 * `/pub/ann-lee/5/a50/82` is `/in/ann-lee-82a505`. The name alone would be somebody else's slug.
 */
function publicProfileRef(segment: string, rest: readonly string[]): NetworkRef | undefined {
  if (segment === 'dir') return undefined
  const [a, b, c] = rest
  if (a === undefined) return slugRef('person', segment)
  const hex = /^[0-9a-f]{1,3}$/i
  if (b === undefined || c === undefined || ![a, b, c].every((part) => hex.test(part))) return undefined
  return slugRef('person', `${segment}-${c}${b.padStart(3, '0')}${a}`)
}

/** Pages of the network's tool for sales: `/sales/lead/ACwAA…,NAME_SEARCH,x`, `/sales/company/1035`. */
function salesRef(kind: string, [segment = '']: readonly string[]): NetworkRef | undefined {
  const [id = ''] = segment.split(',', 1)
  if (kind === 'company' && /^\d+$/.test(id)) return organizationRef('company', id)
  return (kind === 'lead' || kind === 'people') && memberId.test(id) ? { kind: 'person', id } : undefined
}

function organizationRef(kind: 'company' | 'school', segment: string): NetworkRef | undefined {
  if (/^\d{1,20}$/.test(segment)) return { kind: 'company', id: segment.replace(/^0+(?=\d)/, '') }
  return slugRef(kind, segment)
}

function slugRef(kind: NetworkPageKind, segment: string): NetworkRef | undefined {
  const slug = normalizeSlug(segment)
  // A separator or control character after decoding means that somebody is building a path, not naming a page.
  if (slug === '' || slug.length > maxSlug || /[/\\?#\p{Cc}]/u.test(slug) || /^\.+$/.test(slug))
    return undefined
  return isReservedSlug(kind, slug) ? undefined : { kind, slug }
}

/** Where the network shows who reads, nobody, or a form to fill in. */
const reserved: Record<NetworkPageKind, ReadonlySet<string>> = {
  person: new Set(
    (
      'me feed unavailable linkedin-member username your-name yourname your-profile firstname-lastname n-a profile private ' +
      'edit headless company deleted not-found notfound 404 out-of-network settings login signup example test xxx xxxx ' +
      'xxxxx tbd no-profile no-linkedin not-available not-applicable nicht-vorhanden nicht-verfuegbar non-disponible ' +
      'no-disponible nao-disponivel'
    ).split(' '),
  ),
  company: new Set(
    'unavailable your-company company-name n-a setup not-found notfound not-available xxx tbd'.split(' '),
  ),
  school: new Set(['unavailable', 'n-a']),
}

/** Whether a normal slug is nobody's: `me`, `unavailable`, and what stands for nothing. */
export const isReservedSlug = (kind: NetworkPageKind, slug: string): boolean =>
  reserved[kind].has(slug) || isNoAccountName(slug)

/** First folders of the network's addresses that are of no member and no organization. */
const generalFolders = new Set(
  'in pub company school showcase organization feed search login signup authwall home me mynetwork jobs messaging notifications uas checkpoint start reg'.split(
    ' ',
  ),
)

/** Whether an address at the network is of nobody's page: the front page, a search, `/in/` alone, `/in/unavailable`. */
export function isGeneralPage(input: string, { hosts }: NetworkHosts = defaultNetworkHosts): boolean {
  if (input.length > maxInput) return false
  const [, host = '', path = ''] =
    /^(?:https?:)?(?:\/\/)?([^/?#@:\\\s]+)(?::\d{1,5})?(\/[^?#]*)?/i.exec(input.trim()) ?? []
  if (!isNetworkHost(host, hosts) || parseNetworkUrl(input, { hosts }) !== undefined) return false
  const folder = path.split('/').find((part) => part !== '' && !wrappers.has(part.toLowerCase()))
  return folder === undefined || generalFolders.has(folder.toLowerCase())
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
