import { z } from 'zod'
import { entityView, showing } from '../../operation/index.ts'
import { networkUrl, type NetworkHosts } from '../../lib/network-url.ts'
import type { CompanyRecord, PersonRecord } from '../../corpus/records/index.ts'
import { readHeadcount } from '../../corpus/search-index/index.ts'
import type { ShownMember } from './members-page.ts'
import { movementNames } from './schema.ts'

const text = (doc: string) => z.string().nullable().describe(doc)
const movement = z
  .enum(movementNames)
  .describe('What the newest change of the members did: a build, or an addition or removal by hand.')

/** A company of an audience. */
export const audienceCompany = z
  .object({
    companyId: z.string(),
    name: text('Name'),
    pnetUrl: text('URL of the page on the network'),
    domain: text('Main domain'),
    industry: text('First standard industry'),
    headcount: z
      .number()
      .nullable()
      .describe('Employees, as searches count them: the lower end of the known range.'),
    movement,
  })
  .meta({ id: 'AudienceCompany' })

entityView('companies', audienceCompany, {
  name: ['preferred_name'],
  pnetUrl: ['pnet_primary_slug', 'li_org_id'],
  domain: ['domains'],
  industry: ['standard_industries', 'li_industries'],
  headcount: ['employee_count_consensus'],
})

/** A person of an audience. */
export const audienceProspect = z
  .object({
    prospectId: z.string(),
    firstName: text('First name'),
    lastName: text('Last name'),
    pnetUrl: text('URL of the profile on the network'),
    jobTitle: text('Title of the current position'),
    companyName: text('Current employer'),
    location: text('Where the person lives, as shown on the profile'),
    movement,
  })
  .meta({ id: 'AudienceProspect' })

entityView('people', audienceProspect, {
  firstName: ['first_name'],
  lastName: ['last_name'],
  pnetUrl: ['url', 'primary_slug'],
  jobTitle: ['current_job'],
  companyName: ['current_job'],
  location: ['locality', 'inferred_location'],
})

const page = (kind: 'company' | 'person', slug: string | null, network: NetworkHosts) =>
  slug === null || slug === '' || network.hosts.length === 0 ? null : networkUrl(kind, slug, network)

export function companyShown(
  { id, movement: did, record }: ShownMember<CompanyRecord>,
  network: NetworkHosts,
): z.output<typeof audienceCompany> {
  const view = {
    companyId: id,
    name: record.preferred_name,
    pnetUrl: page('company', record.pnet_primary_slug ?? record.li_org_id, network),
    domain: record.domains?.[0] ?? null,
    industry: record.standard_industries?.[0] ?? record.li_industries?.[0]?.name ?? null,
    headcount: readHeadcount(record) ?? null,
    movement: did,
  }
  return showing(view, record)
}

export function prospectShown(
  { id, movement: did, record }: ShownMember<PersonRecord>,
  network: NetworkHosts,
): z.output<typeof audienceProspect> {
  const view = {
    prospectId: id,
    firstName: record.first_name,
    lastName: record.last_name,
    pnetUrl: record.url ?? page('person', record.primary_slug, network),
    jobTitle: record.current_job?.title ?? null,
    companyName: record.current_job?.company_name ?? null,
    location: record.locality ?? record.inferred_location?.formatted_address ?? null,
    movement: did,
  }
  return showing(view, record)
}
