import { companyNameKey } from '../../lib/company-name.ts'
import { jaroWinkler } from '../../lib/similarity.ts'
import { exactToken } from '../../corpus/search-index/index.ts'
import { invalidMember, type Call } from '../../operation/index.ts'
import type { CompanyRecord } from '../../corpus/records/index.ts'
import {
  companyTokens,
  domainTokens,
  isMalformed,
  type CompanyIdentifierKind,
  type Tokens,
} from './identifiers.ts'
import type { ResolveDeps } from './slice.ts'

/** An employer or a school as the request names it: up to three ways, the strongest known one decides. */
export interface OrganizationAsked {
  identifier?: { identifier: CompanyIdentifierKind; value: string } | undefined
  domain?: { value: string } | undefined
  name?: { value: string } | undefined
  /** Request members, for errors and evidence. */
  members: { identifier: string; domain: string; name: string }
}

/** The organizations that are meant. */
export interface Organization {
  /** The request member that decided. */
  member: string
  orgIds: ReadonlySet<string>
  nameKeys: ReadonlySet<string>
  /** Known by its name only, so a position with another id may still be meant. */
  byName: boolean
}

/** Organizations of one name, or behind one domain, that are considered. */
const perToken = 20
const longestName = 300
const likeEnough = 0.92

/**
 * Finds out which organization is meant; undefined when none of its members is given. One with neither ids nor names
 * is given but not known: nothing can be compared with it.
 */
export async function resolveOrganization(
  deps: ResolveDeps,
  call: Call,
  asked: OrganizationAsked,
): Promise<Organization | undefined> {
  const { identifier, domain, name, members } = asked
  if (identifier === undefined && domain === undefined && name === undefined) return undefined
  const path = (member: string) => `${member}.value`
  const ids =
    identifier === undefined
      ? []
      : checked(
          companyTokens(identifier.identifier, identifier.value, deps.network),
          path(members.identifier),
        )
  const hosts = domain === undefined ? [] : checked(domainTokens(domain.value), path(members.domain))
  const key = name === undefined ? '' : companyNameKey(name.value.slice(0, longestName))
  const names = key === '' ? [] : [exactToken('name', key)]
  const found = await deps.search.lookup('companies', {
    tokens: [...ids, ...hosts, ...names],
    snapshot: await deps.search.snapshots.newest('companies'),
    perToken,
    signal: call.signal,
  })
  const records = (tokens: readonly string[]): CompanyRecord[] => {
    const token = tokens.find((wanted) => found.some((record) => record.tokens.includes(wanted)))
    return found
      .filter((record) => token !== undefined && record.tokens.includes(token))
      .map((record) => JSON.parse(record.body) as CompanyRecord)
  }
  // An organization id identifies positions also where the corpus does not hold the organization.
  const ownIds = ids.filter((token) => token.startsWith('org:')).map((token) => token.slice(4))
  const identified = records(ids)
  if (identified.length > 0 || ownIds.length > 0)
    return organizationOf(members.identifier, identified, { orgIds: ownIds })
  const behind = records(hosts)
  if (behind.length > 0) return organizationOf(members.domain, behind, {})
  if (key !== '') return organizationOf(members.name, records(names), { key })
  const member = identifier === undefined ? members.domain : members.identifier
  return { member, orgIds: new Set(), nameKeys: new Set(), byName: false }
}

export function isKnown(organization: Organization): boolean {
  return organization.orgIds.size > 0 || organization.nameKeys.size > 0
}

function organizationOf(
  member: string,
  records: readonly CompanyRecord[],
  { orgIds = [], key }: { orgIds?: string[]; key?: string },
): Organization {
  const names = records.flatMap((record) => [record.preferred_name, ...(record.names ?? [])])
  // Names of the records would widen a search by name to every alias of every namesake.
  const keys = key === undefined ? names.flatMap((name) => (name ? [companyNameKey(name)] : [])) : [key]
  return {
    member,
    orgIds: new Set([...orgIds, ...records.flatMap((record) => record.li_org_id ?? [])]),
    nameKeys: new Set(keys),
    byName: key !== undefined,
  }
}

/** How well an organization named in a record fits: 0 (another one) to 1. */
export function organizationLikeness(
  wanted: Organization,
  held: { id: string | null; name: string | null },
  { fuzzy }: { fuzzy: boolean },
): number {
  if (held.id && wanted.orgIds.has(held.id)) return 1
  if (!held.name) return 0
  // A position that names another organization by id is somewhere else, whatever that one is called.
  if (held.id && !wanted.byName && wanted.orgIds.size > 0) return 0
  const key = companyNameKey(held.name.slice(0, longestName))
  if (wanted.nameKeys.has(key)) return wanted.byName ? 1 : 0.85
  if (!wanted.byName) return 0
  let best = 0
  for (const name of wanted.nameKeys) {
    if (key.startsWith(`${name} `) || name.startsWith(`${key} `)) best = Math.max(best, partialName)
    if (fuzzy && jaroWinkler(name, key) >= likeEnough) best = Math.max(best, 0.7)
  }
  return best
}

/** `Acme` for `Acme Robotics`: likely, but not enough to say that somebody works there. */
export const partialName = 0.6

/** Fails with a 400 at `path` for what cannot be an identifier. */
export function checked(tokens: Tokens, path: string): string[] {
  if (isMalformed(tokens)) throw invalidMember(path, tokens.expected, tokens.code)
  return tokens
}
