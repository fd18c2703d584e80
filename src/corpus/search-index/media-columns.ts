import { identifierOf, readValue } from '../names/index.ts'
import { isReservedSlug, normalizeSlug } from '../../lib/network-url.ts'
import { standsForNothing } from '../../lib/placeholder.ts'
import type { CompanyReference } from '../records/index.ts'
import { exactToken, nameToken } from './tokens.ts'

/** Stands for an unknown moment: the oldest. */
const newestFirst = 4_294_967_295

/** Physical order of rows that are read newest first, in seconds counted down. Unknown moments come last. */
export function newestRank(moment: string | null | undefined): number {
  const seconds = Math.floor(Date.parse(moment ?? '') / 1000)
  return Number.isNaN(seconds) ? newestFirst : newestFirst - Math.min(newestFirst, Math.max(0, seconds))
}

/** Both ends of a range, where one stands in for the other; NaN where both are unknown. */
export function rangeEnds(
  range: { gte: number | null; lte: number | null } | null | undefined,
): [low: number, high: number] {
  const low = range?.gte ?? range?.lte ?? Number.NaN
  const high = range?.lte ?? low
  return [Math.min(low, high), Math.max(low, high)]
}

/** Identifiers of the company that a reference means, strongest first. */
export function referredCompany(reference: CompanyReference | null | undefined): string[] {
  const { id, domain, slug } = normalizeReference(reference)
  const tokens: string[] = []
  if (id !== undefined) tokens.push(exactToken('org', id))
  if (slug !== undefined) tokens.push(exactToken('slug', slug))
  if (domain !== undefined) tokens.push(exactToken('dom', domain))
  return tokens
}

/** Tokens by which records about a company are looked up, whether or not the corpus has the company. */
export function companyLookups(
  reference: CompanyReference | null | undefined,
  name?: string | null,
): string[] {
  const { id, domain, slug } = normalizeReference(reference, name)
  const tokens = new Set<string>()
  if (id !== undefined) tokens.add(exactToken('co', id))
  if (slug !== undefined) tokens.add(exactToken('cslug', slug))
  if (domain !== undefined) tokens.add(exactToken('cdom', domain))
  for (const each of [reference?.name, name])
    if (each && !standsForNothing(each)) tokens.add(nameToken('cname', each))
  return [...tokens]
}

/** The parts of a reference that identify a company: no placeholders, and no hosts that many share. */
function normalizeReference(
  reference: CompanyReference | null | undefined,
  name?: string | null,
): Record<'id' | 'domain' | 'slug', string | undefined> {
  const { li_org_id, domain, pnet_primary_slug } = reference ?? {}
  const names = [reference?.name, name].filter((each): each is string => Boolean(each))
  const slug = pnet_primary_slug ? normalizeSlug(pnet_primary_slug) : ''
  return {
    id: li_org_id ? readValue(identifierOf.networkId(li_org_id)) : undefined,
    domain: domain ? readValue(identifierOf.domain(domain, names)) : undefined,
    slug: slug === '' || isReservedSlug('company', slug) ? undefined : slug,
  }
}

/** Look-up tokens of the entities that a record refers to. */
export function entityLookups(kind: 'cid' | 'pid', ids: readonly string[]): string[] {
  return [...new Set(ids)].filter((id) => id !== '0').map((id) => exactToken(kind, id))
}
