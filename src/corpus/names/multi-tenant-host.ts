import { getDomain, parse } from 'tldts'
import { companyNameKey } from './company-name.ts'
import { normalizeDomain } from '../../lib/domain-name.ts'
import listed from '../../../data/reference/multi-tenant-hosts.json' with { type: 'json' }
import { freeMailDomains, spamDomains } from '../../lib/mail-domains.ts'
import { memo } from '../../lib/memo.ts'

/** A host where many have a page or a mailbox: to have it says nothing of who somebody is. */
export interface MultiTenantHost {
  /** What it is for: `social networks`, `link pages`. */
  group: string
  /** The host of the list: `facebook.com` of `m.facebook.com`. */
  host: string
  /** Names of the companies it belongs to, without spaces, in the form in which names are compared. */
  owners: ReadonlySet<string>
  /** Finds in a path what tells one page from the others; undefined if a page there is not of one company. */
  page: RegExp | undefined
}

interface Entry extends MultiTenantHost {
  /** Whether a host below it is as shared, or of one customer. */
  isSharedBelow: boolean
}

interface Group {
  group: string
  below: string
  page?: string
  hosts: Readonly<Record<string, readonly string[]>>
}

const hosts = new Map<string, Entry>()
/** By the label before the public suffix, for those with a host in many countries: `google.*`. */
const brands = new Map<string, Entry>()

for (const { group, below, page, hosts: ofGroup } of listed as unknown as readonly Group[]) {
  const pattern = page === undefined ? undefined : new RegExp(page, 'i')
  for (const [host, names] of Object.entries(ofGroup)) {
    const isBrand = host.endsWith('.*')
    const label = isBrand ? host.slice(0, -2) : (host.split('.', 1)[0] ?? '')
    const own = isBrand ? [label] : [label, host]
    const owners = new Set([...names, ...own].map(comparedName))
    const entry = { group, host, owners, page: pattern, isSharedBelow: below === 'shared' }
    if (isBrand) brands.set(label, entry)
    else hosts.set(host, entry)
  }
}

/** The shared host that a normal host is or lies on; undefined for one that somebody has for themselves. */
export const findSharedHost: (host: string) => MultiTenantHost | undefined = memo((host) => {
  const labels = host.split('.')
  for (let from = 0; from < labels.length - 1; from++) {
    const entry = hosts.get(labels.slice(from).join('.'))
    if (entry !== undefined) return from === 0 || entry.isSharedBelow ? entry : undefined
  }
  if (freeMailDomains.has(host)) return unnamed('mailboxes', host)
  if (spamDomains.has(host)) return unnamed('made-up domains', host)
  const domain = getDomain(host, { extractHostname: false, validateHostname: false })
  const brand = domain === null ? undefined : brands.get(domain.slice(0, domain.indexOf('.')))
  if (brand !== undefined) return domain === host || brand.isSharedBelow ? brand : undefined
  return isPrivateSuffix(host) ? unnamed('suffixes', host) : undefined
})

const pageOfHost = /^\s*(?:[a-z][a-z0-9+.-]*:)?(?:\/\/)?[^/?#]+\/+[^/?#\s]/i

/** Whether a text is the address of a page on a host that many share: the host is then of somebody else. */
export function isPageOfMany(text: string): boolean {
  if (!pageOfHost.test(text)) return false
  const host = normalizeDomain(text)
  return host !== undefined && findSharedHost(host) !== undefined
}

/** The host that a text names, unless it names a page on one that many share. */
export const hostAlone = (text: string): string | undefined =>
  isPageOfMany(text) ? undefined : normalizeDomain(text)

/** Whether a host is one that many share, or lies below it, where it is one customer's at most. */
export function isOnSharedHost(host: string): boolean {
  return withParents(host).some((each) => findSharedHost(each) !== undefined)
}

/** `a.b.example`, `b.example`. */
function withParents(host: string): string[] {
  const labels = host.split('.')
  return labels.slice(0, -1).map((_, from) => labels.slice(from).join('.'))
}

/** Whether a company of one of some names is the owner of a shared host. */
export function isOwnedBy({ owners }: MultiTenantHost, names: readonly string[]): boolean {
  return names.some((name) => owners.has(comparedName(name)) || owners.has(firstPart(name)))
}

/** Hosts that many have their site under: `github.io`, `uk.com`. The name below it is one customer's. */
function isPrivateSuffix(host: string): boolean {
  const { isPrivate, domain } = parse(host, {
    extractHostname: false,
    validateHostname: false,
    allowPrivateDomains: true,
  })
  return isPrivate === true && domain === null
}

function unnamed(group: string, host: string): Entry {
  const label = host.split('.', 1)[0] ?? ''
  const owners = new Set([comparedName(label), comparedName(host)])
  return { group, host, owners, page: undefined, isSharedBelow: false }
}

/** What stands behind the name of a company and makes it no other one. */
const tails =
  /(?: (?:com|io|labs?|technology|technologies|tech|software|group|holdings?|platforms?|global|international|worldwide|company|corporation|services|systems|networks?|media|interactive|online|app|hq|pbc|us|usa|uk|eu|emea|apac|europe|india|japan|germany|france|canada|australia|ireland|singapore|brasil|brazil|inc|llc|ltd|gmbh))+$/

function comparedName(name: string): string {
  return companyNameKey(name).replaceAll(' ', '')
}

/** A name without its tail and what is in brackets: `Etsy UK`, `Alphabet Inc. (Class A)`. */
function firstPart(name: string): string {
  const bare = name.replaceAll(/\([^)]*\)/g, ' ')
  return comparedName(companyNameKey(bare).replace(tails, ''))
}
