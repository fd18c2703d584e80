import { identifierOf, readExternalId, readValue } from '../names/index.ts'
import { isReservedSlug, normalizeSlug } from '../../lib/network-url.ts'
import type { CompanyRecord } from '../records/index.ts'
import { exactToken, externalIdToken } from './tokens.ts'

/** Every name that a company has or had, the preferred one first. */
export function companyNames({
  preferred_name,
  names,
}: Pick<CompanyRecord, 'preferred_name' | 'names'>): string[] {
  return [...new Set([preferred_name, ...(names ?? [])])].filter((name): name is string => Boolean(name))
}

/** The identifiers by which a company is found and recognised, as facet tokens. */
export function companyIdentifiers(record: CompanyRecord): string[] {
  const tokens = new Set<string>()
  const id = readValue(identifierOf.networkId(record.li_org_id ?? ''))
  if (id !== undefined) tokens.add(exactToken('org', id))
  for (const slug of companySlugs(record)) tokens.add(exactToken('slug', slug))
  const isNamedByNetwork = tokens.size > 0
  const domains = companyDomains(record)
  for (const domain of domains) tokens.add(exactToken('dom', domain))
  for (const [source, text] of Object.entries(record.external_ids ?? {})) {
    const read = readExternalId(source, text)
    if ('value' in read) tokens.add(externalIdToken(read))
  }
  // Groups share accounts, so accounts identify only companies without a site of their own.
  if (!isNamedByNetwork && domains.length === 0)
    for (const account of companyAccounts(record)) tokens.add(exactToken('soc', account))
  return [...tokens]
}

/** The domains of a company in normal form. A domain that many share counts for its owner alone. */
export function companyDomains(
  record: Pick<CompanyRecord, 'domains'> & Partial<Pick<CompanyRecord, 'preferred_name' | 'names'>>,
): string[] {
  const { domains, preferred_name = null, names = null } = record
  if (!domains || domains.length === 0) return []
  const called = companyNames({ preferred_name, names })
  return [...new Set(domains.flatMap((domain) => readValue(identifierOf.domain(domain, called)) ?? []))]
}

/** The slugs of a company's pages, the current one first. */
export function companySlugs({
  pnet_primary_slug,
  pnet_slugs,
}: Pick<CompanyRecord, 'pnet_primary_slug' | 'pnet_slugs'>): string[] {
  return [pnet_primary_slug, ...(pnet_slugs ?? [])].flatMap((slug) => {
    if (!slug) return []
    const normal = normalizeSlug(slug)
    return isReservedSlug('company', normal) ? [] : [normal]
  })
}

/** `platform/handle` of a company's accounts, and its pages on hosts that many share. */
export function companyAccounts(record: CompanyRecord): string[] {
  const accounts = new Set<string>()
  for (const [platform, member] of accountMembers)
    for (const text of record[member] ?? []) {
      const handle = readValue(identifierOf.handle(text, platform))
      if (handle !== undefined) accounts.add(`${platform}/${handle}`)
    }
  for (const urls of [record.websites, record.blog_urls])
    for (const url of urls ?? []) {
      const page = readValue(identifierOf.account(url))
      if (page !== undefined) accounts.add(page)
    }
  return accounts.size === 0 ? [] : [...accounts]
}

/** Platforms, and the members that name accounts on them. */
const accountMembers = [
  ['microblog', 'twitter_handles'],
  ['codehost', 'github_usernames'],
  ['photo', 'instagram_handles'],
  ['social', 'facebook_urls'],
  ['channel', 'youtube_urls'],
] as const
