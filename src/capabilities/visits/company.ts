import {
  type CompanyNameAgreement,
  companyNameForms,
  companyNameLikeness,
  identifierOf,
} from '../../corpus/names/index.ts'
import type { CompanyRecord, CompanyReference } from '../../corpus/records/index.ts'
import { registrableDomain } from '../../lib/domain-name.ts'

/** A company that is visited: what identifies it, of its record. */
export interface VisitedCompany {
  /** Entity id, decimal. */
  id: string
  record: CompanyRecord
  names: readonly string[]
  /** Domains that are its own, the main one first. */
  domains: readonly string[]
}

export function visitedCompany(id: string, record: CompanyRecord): VisitedCompany {
  const names = [record.preferred_name, ...(record.names ?? [])].filter((name) => name !== null)
  const domains = (record.domains ?? []).filter((domain) => 'value' in identifierOf.domain(domain, names))
  return { id, record, names: [...new Set(names)].slice(0, 10), domains }
}

export const referenceTo = ({ record, domains }: VisitedCompany): CompanyReference => ({
  li_org_id: record.li_org_id,
  pnet_primary_slug: record.pnet_primary_slug,
  domain: domains[0] ?? null,
  name: record.preferred_name,
})

/** Letters and digits alone: `acme-labs` and `Acme Labs` are one. */
const bare = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Whether a word by which others call a company means it: one of its names, or its domain without the ending. */
export function isCalled({ names, domains }: VisitedCompany, word: string): boolean {
  const wanted = bare(word)
  if (wanted === '') return false
  const labels = domains.map((domain) => (registrableDomain(domain) ?? domain).split('.')[0] ?? '')
  if ([...names, ...labels].some((own) => bare(own) === wanted)) return true
  const forms = companyNameForms(word)
  return names.some((name) => {
    const alike = companyNameLikeness(companyNameForms(name), forms, { fuzzy: false })
    return alike !== undefined && sameName.has(alike.agreement)
  })
}

/** That one name begins the other, or has its initials, is true of strangers as well. */
const sameName = new Set<CompanyNameAgreement>(['same', 'spelling', 'generic words'])

/** Whether an address is at a site of the company. */
export function isOwnSite({ domains }: VisitedCompany, url: string): boolean {
  const { hostname } = new URL(url)
  const site = registrableDomain(hostname) ?? hostname
  return domains.some((domain) => (registrableDomain(domain) ?? domain) === site)
}
