import { z } from 'zod'
import { networkUrl, type NetworkHosts } from '../../lib/network-url.ts'
import type { CompanyRecord, PersonRecord } from '../../corpus/records/index.ts'

const text = z.string().nullable()

/** A company in short. */
export const companyResult = z
  .object({
    name: text,
    domain: text,
    websiteUrl: text,
    pnetUrl: text,
    industry: text,
    employeeCount: z.number().nullable(),
    city: text,
    countryCode: text.describe('ISO 3166-1 alpha-3, of the headquarters.'),
  })
  .meta({ id: 'CompanyResult' })

/** A person in short, with the main position held now. */
export const personResult = z
  .object({
    firstName: text,
    lastName: text,
    jobTitle: text,
    headline: text,
    pnetUrl: text,
    countryCode: text.describe('ISO 3166-1 alpha-3, of the home.'),
    companyName: text,
    companyDomain: text,
    companyPnetUrl: text,
    companyCity: text,
  })
  .meta({ id: 'PersonResult' })
type PersonResult = z.output<typeof personResult>

const toNull = <T>(value: T | null | undefined): T | null => value ?? null

export function listCompanyResults(
  bodies: readonly string[],
  network: NetworkHosts,
): z.output<typeof companyResult>[] {
  return bodies.map((body) => {
    const record = JSON.parse(body) as Partial<CompanyRecord>
    const domain = toNull(record.domains?.[0])
    const slug = record.pnet_primary_slug
    return {
      name: toNull(record.preferred_name),
      domain,
      websiteUrl: record.websites?.[0] ?? (domain === null ? null : `https://${domain}`),
      pnetUrl: slug ? networkUrl('company', slug, network) : null,
      industry: record.standard_industries?.[0] ?? record.li_industries?.[0]?.name ?? null,
      employeeCount: toNull(record.employee_count_consensus?.gte),
      city: toNull(record.location_consensus?.city),
      countryCode: toNull(record.location_consensus?.country_code),
    }
  })
}

export function listPersonResults(bodies: readonly string[], network: NetworkHosts): PersonResult[] {
  return bodies.map((body) => {
    const record = JSON.parse(body) as Partial<PersonRecord>
    const job = record.current_job
    const employer = job?.pnet_company_id
    return {
      firstName: toNull(record.first_name),
      lastName: toNull(record.last_name),
      jobTitle: toNull(job?.title),
      headline: toNull(record.headline),
      pnetUrl: record.primary_slug ? networkUrl('person', record.primary_slug, network) : null,
      countryCode: toNull(record.inferred_location?.country_code),
      companyName: toNull(job?.company_name),
      companyDomain: toNull(job?.company_domain),
      companyPnetUrl: employer ? networkUrl('company', employer, network) : null,
      companyCity: toNull(job?.locality),
    }
  })
}

/** The first so many of each employer; all without a number, and everybody without an employer. */
export function fewPerCompany(people: PersonResult[], most: number | undefined): PersonResult[] {
  if (most === undefined) return people
  const counts = new Map<string, number>()
  return people.filter(({ companyPnetUrl, companyName }) => {
    const name = companyPnetUrl ?? companyName
    if (name === null) return true
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count <= most
  })
}
