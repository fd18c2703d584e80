import type { CompanyRecord, PersonRecord } from '../../corpus/records/index.ts'
import { networkUrl, type NetworkHosts } from '../../lib/network-url.ts'
import { contactKinds, kindOfEmail, type ContactKind } from '../contacts/index.ts'

/** Columns added to every row, by the options of the request. */
const always = [
  'status',
  'confidence',
  'evidence',
  'profile_url',
  'name',
  'title',
  'company',
  'company_domain',
  'location',
] as const
const contacts = ['work_emails', 'personal_emails', 'phone_numbers'] as const
const companyDetails = [
  'company_url',
  'company_industry',
  'company_employees',
  'company_country',
  'company_founded',
  'company_description',
] as const

export type AddedColumn =
  | (typeof always)[number]
  | (typeof contacts)[number]
  | (typeof companyDetails)[number]

export type RowStatus = 'profile_found' | 'company_found' | 'not_found' | 'failed'

/** The outcome of one row; stored with it. */
export interface RowResult {
  status: RowStatus
  added: Partial<Record<AddedColumn, string>>
  /** Entity id of the record that was found, by which it is paid for once. */
  recordId?: string
  /** Entity id, for remembering which contacts were paid for. */
  personId?: string
  charged?: ContactKind[]
  hasContacts?: boolean
}

/** Columns added to the list, each named `mosaic_…` there. */
export function addedColumns(options: {
  wanted: readonly ContactKind[]
  includeCompanyDetails: boolean
}): AddedColumn[] {
  const kinds = contacts.filter((_, index) => options.wanted.includes(contactKinds[index] as ContactKind))
  return [...always, ...kinds, ...(options.includeCompanyDetails ? companyDetails : [])]
}

export function personAdded(
  person: PersonRecord,
  match: { confidence: number; evidence: readonly string[] },
  { employer, network }: { employer: CompanyRecord | undefined; network: NetworkHosts },
): RowResult['added'] {
  const { current_job: job, inferred_location: place } = person
  return {
    status: 'profile_found',
    confidence: String(match.confidence),
    evidence: match.evidence.join('; '),
    profile_url: person.url ?? networkUrl('person', person.primary_slug, network),
    name: person.name ?? '',
    title: job?.title ?? person.headline ?? '',
    company: employer?.preferred_name ?? job?.company_name ?? '',
    company_domain: employer?.domains?.[0] ?? '',
    location: place?.formatted_address ?? person.locality ?? '',
  }
}

export function companyAdded(
  company: CompanyRecord,
  match: { confidence: number; evidence: readonly string[] },
): RowResult['added'] {
  return {
    status: 'company_found',
    confidence: String(match.confidence),
    evidence: match.evidence.join('; '),
    company: company.preferred_name ?? '',
    company_domain: company.domains?.[0] ?? '',
    location: company.location_consensus?.formatted_address ?? company.location_name ?? '',
  }
}

export function companyDetailsAdded(
  company: CompanyRecord | undefined,
  network: NetworkHosts,
): RowResult['added'] {
  if (company === undefined) return {}
  const { gte, lte } = company.employee_count_consensus ?? {}
  const employees = [gte, lte].filter((count) => count !== null && count !== undefined)
  const slug = company.pnet_primary_slug
  return {
    company_url: slug === null ? '' : networkUrl('company', slug, network),
    company_industry: company.standard_industries?.[0] ?? company.li_industries?.[0]?.name ?? '',
    company_employees: employees[0] === employees[1] ? String(employees[0] ?? '') : employees.join('-'),
    company_country: company.location_consensus?.country_code ?? '',
    company_founded: company.founded_on_consensus?.slice(0, 4) ?? '',
    company_description: (company.short_description ?? company.li_headline ?? '').slice(0, 500),
  }
}

export function contactsAdded(revealed: {
  emails: readonly { email: string; type: 'work' | 'personal' | 'other' | 'unknown' | 'generic' }[]
  phoneNumbers: readonly { number: string }[]
}): RowResult['added'] {
  const ofKind = (kind: ContactKind) =>
    revealed.emails.flatMap((email) => (kindOfEmail(email) === kind ? [email.email] : [])).join('; ')
  return {
    work_emails: ofKind('work_email'),
    personal_emails: ofKind('personal_email'),
    phone_numbers: revealed.phoneNumbers.map(({ number }) => number).join('; '),
  }
}
