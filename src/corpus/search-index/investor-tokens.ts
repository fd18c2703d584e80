import { normalizeDomain } from '../../lib/domain-name.ts'
import { normalizeSlug, parseNetworkUrl, type NetworkHosts } from '../../lib/network-url.ts'
import type { CompanyRecord, RoundInvestor } from '../records/index.ts'
import { dayNumber } from './columns.ts'
import { exactToken } from './tokens.ts'

export const investorToken = {
  org: (id: string) => exactToken('inv', `org/${id}`),
  slug: (slug: string) => exactToken('inv', `slug/${normalizeSlug(slug)}`),
  person: (slug: string) => exactToken('inv', `in/${normalizeSlug(slug)}`),
  domain: (domain: string) => exactToken('inv', `dom/${domain}`),
}

/** Token of an investor's page on the network; undefined for other addresses. */
export function investorPageToken(url: string, network: NetworkHosts): string | undefined {
  const page = parseNetworkUrl(url, network)
  if (page === undefined) return undefined
  if ('id' in page) return page.kind === 'person' ? undefined : investorToken.org(page.id)
  return page.kind === 'person' ? investorToken.person(page.slug) : investorToken.slug(page.slug)
}

/** The beginning of an investor's round tokens; round type and day follow. */
export const investorRoundPrefix = (token: string): string => `invr:${token.slice('inv:'.length)}/`

/** Every token of a company's investors. */
export function investorTokens(record: CompanyRecord): string[] {
  const tokens: (string | undefined)[] = []
  for (const { entity_type, pnet_slug } of record.investors ?? []) {
    if (!pnet_slug) continue
    tokens.push(entity_type === 'person' ? investorToken.person(pnet_slug) : investorToken.slug(pnet_slug))
  }
  for (const round of record.full_funding_rounds ?? []) {
    const behind = `${round.round_type ?? '-'}/${dayNumber(round.round_date)}`
    for (const token of (round.investors ?? []).flatMap(roundTokens))
      tokens.push(token, `${investorRoundPrefix(token)}${behind}`)
  }
  return tokens.filter((token) => token !== undefined)
}

function roundTokens(investor: RoundInvestor): string[] {
  const { investor_pnet_org_id: id, investor_domain, investor_pnet_url: url } = investor
  const domain = normalizeDomain(investor_domain ?? '')
  const page = url ? investorPageToken(url, { hosts: readHosts(url) }) : undefined
  return [
    ...(id ? [investorToken.org(id)] : []),
    ...(domain === undefined ? [] : [investorToken.domain(domain)]),
    ...(page === undefined ? [] : [page]),
  ]
}

/** Records were checked when they were imported, so the host of their pages is the network, whatever it is called. */
function readHosts(url: string): string[] {
  const host = /^(?:https?:)?(?:\/\/)?(?:www\.)?([^/?#@:\s]+)/i.exec(url)?.[1]
  return host === undefined ? [] : [host]
}
