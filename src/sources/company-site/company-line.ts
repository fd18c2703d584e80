import { locationOfParts, type NativeCompany } from '../../corpus/records/index.ts'
import { normalizeEmail } from '../../lib/email.ts'
import { emailRejection } from '../../lib/email-rejection.ts'
import { normalizePhone } from '../../lib/phone.ts'
import { platformOfHost, socialHandle, type SocialPlatform } from '../../lib/social-handle.ts'
import { registrableDomain } from '../../lib/domain-name.ts'
import { iconLinks, isOfType, listOf, nodeIn, numberIn, textIn, type LinkedNode } from '../page/index.ts'
import type { ReadSite } from './read-site.ts'

/** Types of schema.org by which a site says whose it is. */
const organizationTypes = new Set(
  'Organization Corporation LocalBusiness EducationalOrganization NGO GovernmentOrganization OnlineBusiness OnlineStore NewsMediaOrganization ProfessionalService MedicalOrganization Airline'.split(
    ' ',
  ),
)

/** What registers and people who filled in a profile know better than a page: it fills what they leave open. */
export const yieldingMembers: (keyof NativeCompany)[] = [
  'preferred_name',
  'founded_on_consensus',
  'location_consensus',
  'employee_count_consensus',
]

export interface SiteExtras {
  technologies: string[]
  registeredOn: string | undefined
}

/** What a site says of its company, as a line of the import format. Undefined members are not said. */
export function companyLine(
  domain: string,
  site: ReadSite,
  { technologies, registeredOn }: SiteExtras,
): NativeCompany {
  const [front] = site.pages
  const organization = findOrganization(site, domain)
  const meta = (name: string) => front?.metas.get(name)
  const name = textIn(organization?.['name']) ?? meta('og:site_name')
  const description = meta('description') ?? meta('og:description') ?? textIn(organization?.['description'])
  const logo = logoOf(organization, front?.url) ?? (front && iconLinks(site.html, front.url)[0])
  const language = front?.language?.toLowerCase()
  const details = {
    ...(language && { site_language: language.slice(0, 20) }),
    ...(registeredOn && { domain_registered_on: registeredOn }),
  }
  return {
    domains: [domain],
    ...(front && { websites: [front.url] }),
    ...(name && { preferred_name: name.slice(0, 300) }),
    ...(description && { short_description: description.slice(0, 2_000) }),
    ...(logo && { logo_url: logo }),
    ...(technologies.length > 0 && { technologies }),
    ...contactsOf(site, organization),
    ...accountsOf(organization),
    ...(organization && factsOf(organization)),
    ...(Object.keys(details).length > 0 && { custom_data: details }),
  }
}

/** The organization that a page names as itself: the one with its address, else the only one there is. */
function findOrganization({ pages }: ReadSite, domain: string): LinkedNode | undefined {
  const all = pages.flatMap(({ nodes }) => nodes.filter((node) => isOfType(node, organizationTypes)))
  const own = all.find((node) => {
    const url = textIn(node['url']) ?? ''
    const host = URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : ''
    return host === domain
  })
  const names = new Set(all.map((node) => textIn(node['name'])).filter(Boolean))
  return own ?? (names.size === 1 ? all[0] : undefined)
}

function logoOf(organization: LinkedNode | undefined, base: string | undefined): string | undefined {
  const logo = nodeIn(organization?.['logo'])
  const url = textIn(logo?.['url']) ?? textIn(logo?.['contentUrl']) ?? textIn(organization?.['logo'])
  if (url === undefined || !URL.canParse(url, base)) return undefined
  const { href, protocol } = new URL(url, base)
  return /^https?:$/.test(protocol) && href.length <= 2_048 ? href : undefined
}

/** Mailboxes of functions, not of people; numbers with the code of their country. */
function contactsOf({ pages }: ReadSite, organization: LinkedNode | undefined) {
  const links = pages.flatMap(({ anchors }) => anchors.map(({ url }) => url))
  const after = (scheme: string) =>
    links
      .filter((url) => url.startsWith(scheme))
      .map((url) => decoded(url.slice(scheme.length).split('?')[0] ?? ''))
  const points = listOf(organization?.['contactPoint']).map((point) => nodeIn(point))
  const stated = (member: string) =>
    [organization, ...points]
      .flatMap((node) => listOf(node?.[member]))
      .filter((text) => typeof text === 'string')
  const emails = [...stated('email'), ...after('mailto:')]
    .flatMap((text) => normalizeEmail(text.replace(/^mailto:/i, '')) ?? [])
    .filter((address) => emailRejection(address) === 'role_based_mailbox')
  const phones = [...stated('telephone'), ...after('tel:')].flatMap((text) => normalizePhone(text) ?? [])
  return {
    ...(emails.length > 0 && { emails: [...new Set(emails)].slice(0, 10) }),
    ...(phones.length > 0 && { phone_numbers: [...new Set(phones)].slice(0, 10) }),
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text).trim()
  } catch {
    return text
  }
}

/** Accounts that the organization says are its own. Those that pages link to may be anybody's. */
function accountsOf(organization: LinkedNode | undefined) {
  const urls = listOf(organization?.['sameAs']).filter(
    (url): url is string => typeof url === 'string' && URL.canParse(url),
  )
  const of = (wanted: SocialPlatform) =>
    urls.filter((url) => platformOfHost(registrableDomain(new URL(url).hostname) ?? '') === wanted)
  const names = (platform: SocialPlatform) => of(platform).flatMap((url) => socialHandle(url, platform) ?? [])
  const members = {
    facebook_urls: of('social'),
    youtube_urls: of('channel'),
    twitter_handles: names('microblog'),
    instagram_handles: names('photo'),
    github_usernames: names('codehost'),
  }
  return Object.fromEntries(Object.entries(members).filter(([, values]) => values.length > 0))
}

/** What a register knows better, where there is one. */
function factsOf(organization: LinkedNode): Partial<NativeCompany> {
  const founded = /^\d{4}(?:-\d\d(?:-\d\d)?)?/.exec(textIn(organization['foundingDate']) ?? '')?.[0]
  const place = placeOf(nodeIn(organization['address']))
  const staff = staffOf(organization['numberOfEmployees'])
  return {
    ...(founded && { founded_on_consensus: founded }),
    ...(place && { location_consensus: place }),
    ...(staff && { employee_count_consensus: staff }),
  }
}

/** Without a country a town may be anywhere. */
function placeOf(address: LinkedNode | undefined) {
  const country = textIn(address?.['addressCountry'])
  if (country === undefined) return undefined
  return locationOfParts({
    country,
    city: textIn(address?.['addressLocality']),
    state: textIn(address?.['addressRegion']),
    street_address: textIn(address?.['streetAddress']),
  })
}

function staffOf(staff: unknown): NativeCompany['employee_count_consensus'] {
  const range = nodeIn(staff)
  const count = numberIn(range === undefined ? staff : range['value'])
  const gte = count ?? numberIn(range?.['minValue']) ?? null
  const lte = count ?? numberIn(range?.['maxValue']) ?? null
  return gte === null && lte === null ? null : { gte, lte }
}
