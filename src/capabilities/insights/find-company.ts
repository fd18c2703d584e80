import { z } from 'zod'
import { networkUrl, type NetworkHosts } from '../../lib/network-url.ts'
import { readEmployer, type Employer } from '../../corpus/analytics/index.ts'
import {
  accepted,
  givenCompanyTokens,
  identifierPair,
  organizationToken,
  slugToken,
} from '../../corpus/identify/index.ts'
import { carriersOfFirst, findNow } from '../../corpus/lookup/index.ts'
import type { CompanyRecord } from '../../corpus/records/index.ts'
import { companyNames, exactToken, nameToken } from '../../corpus/search-index/index.ts'
import type { InsightsDeps } from './slice.ts'

/** The company a request is about. */
export const companySelector = identifierPair(
  ['pnetUrl', 'pnetSlug', 'pnetOrgId', 'pnetOrgID', 'domain', 'entityId'],
  {
    describe:
      'Kind of value; pnetOrgID is pnetOrgId, entityId the entity_id of a record, externalId an id in a register.',
    value: z.string().min(1).max(2_000),
  },
).meta({ id: 'CompanySelector' })

export type CompanySelector = z.output<typeof companySelector>

const text = (doc: string) => z.string().nullable().describe(doc)

/** The company as shown in answers. */
export const shortCompany = z
  .object({
    name: text('Name.'),
    pnetOrgId: text('Organization id on the network.'),
    pnetSlug: text('Slug on the network.'),
    pnetUrl: text('URL of the page on the network.'),
    domain: text('Main domain.'),
    domains: z.array(z.string()).describe('All domains.'),
  })
  .meta({ id: 'InsightCompany' })

export interface FoundCompany {
  /** Entity id, decimal. */
  id: string
  record: CompanyRecord
}

/** The company that a selector names; of several with one domain the most prominent. */
export async function findSelectedCompany(
  deps: InsightsDeps,
  selector: CompanySelector,
  signal: AbortSignal,
): Promise<FoundCompany | undefined> {
  const tokens = accepted(givenCompanyTokens(selector, deps.network), 'company.value')
  return findByTokens(deps, tokens, signal)
}

/** The company that the first known of some identifiers names. */
export async function findByTokens(
  { search }: InsightsDeps,
  tokens: readonly string[],
  signal: AbortSignal,
): Promise<FoundCompany | undefined> {
  if (tokens.length === 0) return undefined
  const records = await findNow(search, 'companies', { tokens, perToken: 1, signal })
  const first = carriersOfFirst(records, tokens)[0]
  return first && { id: first.id, record: JSON.parse(first.body) as CompanyRecord }
}

/** Maximum names of a company that are used, because some records list hundreds. */
const maxNames = 10

/**
 * The identifiers that match positions at a company. Positions with only a name count as its own if no other company of
 * the corpus has that name.
 */
export async function employerOfCompany(
  deps: InsightsDeps,
  company: FoundCompany,
  signal: AbortSignal,
): Promise<Employer> {
  const [employer] = await employersOfCompanies(deps, [company], signal)
  return employer as Employer
}

/** The same for several, aligned. */
export async function employersOfCompanies(
  { search }: InsightsDeps,
  companies: readonly FoundCompany[],
  signal: AbortSignal,
): Promise<Employer[]> {
  const names = companies.map(({ record }) => companyNames(record).slice(0, maxNames))
  const tokens = [...new Set(names.flat().map((name) => nameToken('name', name)))]
  const records =
    tokens.length === 0 ? [] : await findNow(search, 'companies', { tokens, perToken: 2, signal })
  return companies.map(({ id, record }, index) => {
    const otherTokens = new Set(records.flatMap((other) => (other.id === id ? [] : other.tokens)))
    const own = (names[index] ?? []).filter((name) => !otherTokens.has(nameToken('name', name)))
    return readEmployer(record, own)
  })
}

export function buildShortCompany(
  record: CompanyRecord,
  network: NetworkHosts,
): z.output<typeof shortCompany> {
  return {
    name: record.preferred_name,
    pnetOrgId: record.li_org_id,
    pnetSlug: record.pnet_primary_slug,
    pnetUrl: companyUrl(record, network),
    domain: record.domains?.[0] ?? null,
    domains: record.domains ?? [],
  }
}

export function companyUrl(record: CompanyRecord, network: NetworkHosts): string | null {
  const slug = record.pnet_primary_slug ?? record.li_org_id
  return slug && network.hosts.length > 0 ? networkUrl('company', slug, network) : null
}

/** Identifiers of a company from positions, strongest first. */
export const tokensOfEmployer = ({
  orgId,
  domain,
  slug,
}: Record<'orgId' | 'domain' | 'slug', string | null>): string[] => [
  ...(orgId === null ? [] : [organizationToken(orgId)]),
  ...(domain === null ? [] : [exactToken('dom', domain)]),
  ...(slug === null ? [] : [slugToken(slug)]),
]
