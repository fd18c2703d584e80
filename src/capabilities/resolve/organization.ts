import { companyNameForms, companyNameLikeness } from '../../corpus/names/index.ts'
import {
  accepted,
  givenCompanyTokens,
  domainTokens,
  isMalformed,
  type CompanyIdentifierKind,
  type GivenIdentifier,
} from '../../corpus/identify/index.ts'
import { carriersOfFirst, findNow, readCompanyHead, type CompanyHead } from '../../corpus/lookup/index.ts'
import { companyDomains, companyNames } from '../../corpus/search-index/index.ts'
import { queryFit, type CompanyNameQuery } from './company-names.ts'
import { areRelated } from './contradiction.ts'
import { namesAsked } from './names-asked.ts'
import type { Asking, LookupDeps } from './slice.ts'

/** An employer or a school as the request names it: up to three ways, the strongest known one decides. */
export interface OrganizationAsked {
  identifier?: GivenIdentifier<CompanyIdentifierKind> | undefined
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
  /** Its domains, and the one asked for, whether the corpus holds the organization or not. */
  domains: ReadonlySet<string>
  /** Known by its name only, so a position with another id may still be meant. */
  byName: boolean
  /** The corpus holds it. */
  isHeld: boolean
  /** What the name given means by itself, where the domain means an organization that is not called so. */
  named?: Organization
}

/** Organizations of one name, or behind one domain, that are considered. */
const perToken = 20
/** A company whose name fits at least so well may be the one named, under its other names as well. */
const fitsName = 0.9
/** More companies of a name than this, and what they are also called says nothing. */
const maxNamesakes = 3

/**
 * Finds out which organization is meant; undefined when none of its members is given. One with neither ids nor names
 * is given but not known: nothing can be compared with it.
 */
export async function resolveOrganization(
  deps: LookupDeps,
  call: Asking,
  organization: OrganizationAsked & { fuzzy: boolean },
): Promise<Organization | undefined> {
  const { identifier, domain, name, members } = organization
  if (identifier === undefined && domain === undefined && name === undefined) return undefined
  const { ids, tokens } = tokensAsked(deps, organization)
  const names = namesAsked(name?.value, organization).map((each) => each.name)
  const [named] = names
  // A domain that is given for a name means who has the domain.
  const spelled = domain === undefined && named?.isDomain === true ? domainTokens(name?.value ?? '') : []
  const hosts = isMalformed(spelled) || spelled.length === 0 ? tokens : spelled
  const companies = await findNow(deps.search, 'companies', {
    tokens: [...new Set([...ids, ...hosts, ...names.flatMap((each) => each.tokens)])],
    perToken,
    signal: call.signal,
  })
  const records = (tokens: readonly string[]) =>
    carriersOfFirst(companies, tokens).map((record) => readCompanyHead(record.body))
  const nameQuestion: AskedByName = { organization, names, companies }
  // An organization id identifies positions also where the corpus does not hold the organization; so does a domain.
  const ownIds = listValues('org:', ids)
  const identified = records(ids)
  if (identified.length > 0 || ownIds.length > 0)
    return buildOrganization(members.identifier, identified, {
      orgIds: ownIds,
      domains: listValues('dom:', ids),
    })
  const behind = records(hosts)
  const byHost = domain === undefined ? members.name : members.domain
  if (behind.length > 0) {
    const organization = buildOrganization(byHost, behind, { domains: listValues('dom:', hosts) })
    const other = domain === undefined ? undefined : namedBesides(nameQuestion, behind)
    return other === undefined ? organization : { ...organization, named: other }
  }
  const meant = namedAlone(nameQuestion)
  if (meant !== undefined)
    return { ...meant, domains: new Set([...listValues('dom:', hosts), ...meant.domains]) }
  const member = identifier === undefined ? members.domain : members.identifier
  return buildOrganization(member, [], { domains: listValues('dom:', [...ids, ...hosts]) })
}

/** Tokens of what identifies an organization outright; a 400 for what cannot. */
function tokensAsked(
  { network }: LookupDeps,
  { identifier, domain, members }: OrganizationAsked,
): { ids: readonly string[]; tokens: readonly string[] } {
  const path = (member: string) => `${member}.value`
  const ids =
    identifier === undefined
      ? []
      : accepted(givenCompanyTokens(identifier, network), path(members.identifier))
  const tokens = domain === undefined ? [] : accepted(domainTokens(domain.value), path(members.domain))
  return { ids, tokens }
}

const listValues = (kind: 'org:' | 'dom:', tokens: readonly string[]) =>
  tokens.filter((token) => token.startsWith(kind)).map((token) => token.slice(kind.length))

interface AskedByName {
  organization: OrganizationAsked & { fuzzy: boolean }
  names: readonly CompanyNameQuery[]
  companies: Awaited<ReturnType<typeof findNow>>
}

/** Companies that have a name in one of its readings. */
function fittingName(
  { organization, companies }: AskedByName,
  each: AskedByName['names'][number],
): CompanyHead[] {
  return companies
    .map((record) => readCompanyHead(record.body))
    .filter((record) => (queryFit(each, record, organization)?.likeness ?? 0) >= fitsName)
}

/** What the name alone means. */
function namedAlone(nameQuestion: AskedByName): Organization | undefined {
  const { names, organization } = nameQuestion
  const fitting = names.map((each) => ({ each, records: fittingName(nameQuestion, each) }))
  const best = fitting.find((one) => one.records.length > 0)
  // As it is written, unless only what is left without notes is a known name.
  const keys = (best === undefined ? names : [best.each]).map(({ forms }) => forms.key)
  if (keys.every((key) => key === '')) return undefined
  return buildOrganization(organization.members.name, best?.records ?? [], { keys, domains: [] })
}

/** What the name means where none of the records of the domain is called so. */
function namedBesides(nameQuestion: AskedByName, decided: readonly CompanyHead[]): Organization | undefined {
  const { names } = nameQuestion
  const isCalled = (record: CompanyHead) => names.some((each) => queryFit(each, record, { fuzzy: true }))
  if (names.length === 0 || decided.length === 0 || decided.some(isCalled)) return undefined
  const others = names.flatMap((each) => fittingName(nameQuestion, each))
  const areOne = others.some((other) => decided.some((record) => areRelated(record, other)))
  return areOne ? undefined : namedAlone(nameQuestion)
}

export function isKnown(organization: Organization): boolean {
  return organization.orgIds.size > 0 || organization.nameKeys.size > 0
}

function buildOrganization(
  member: string,
  records: readonly CompanyHead[],
  { orgIds = [], keys: wantedKeys, domains }: { orgIds?: string[]; keys?: string[]; domains: string[] },
): Organization {
  // Names of many namesakes would widen a search by name to every alias of every one of them.
  const names = wantedKeys !== undefined && records.length > maxNamesakes ? [] : records.flatMap(companyNames)
  const keys = [...(wantedKeys ?? []), ...names.map((name) => companyNameForms(name).key)]
  return {
    member,
    orgIds: new Set([...orgIds, ...records.flatMap((record) => record.li_org_id ?? [])]),
    nameKeys: new Set(keys),
    domains: new Set([...domains, ...records.flatMap(companyDomains)]),
    byName: wantedKeys !== undefined,
    isHeld: records.length > 0,
  }
}

/** How well an organization named in a record fits: 0 (another one) to 1. */
export function organizationLikeness(
  wanted: Organization,
  organization: { id: string | null; name: string | null; domain?: string | null },
  { fuzzy }: { fuzzy: boolean },
): number {
  if (organization.id && wanted.orgIds.has(organization.id)) return 1
  if (organization.domain && wanted.domains.has(organization.domain)) return 1
  if (!organization.name) return 0
  // A position that names another organization by id is somewhere else, whatever that one is called.
  if (organization.id && !wanted.byName && wanted.orgIds.size > 0) return 0
  const forms = companyNameForms(organization.name)
  if (wanted.nameKeys.has(forms.key)) return wanted.byName ? 1 : 0.85
  let best = 0
  for (const name of wanted.nameKeys) {
    const likeness = companyNameLikeness(companyNameForms(name), forms, { fuzzy })
    if (likeness !== undefined) best = Math.max(best, likeness.likeness)
    else if (forms.key.startsWith(`${name} `) || name.startsWith(`${forms.key} `))
      best = Math.max(best, partialName)
  }
  if (wanted.byName) return best
  return best > partialName ? 0.85 * best : 0
}

/** `Acme` for `Acme Robotics`: likely, but not enough to say that somebody works there. */
export const partialName = 0.6
