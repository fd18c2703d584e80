import { isSchool, withCompanyTags } from './company-tags.ts'
import { findNetworkIndustry } from '../reference/index.ts'
import type { CompanyRecord } from './company.ts'
import { listStandardIndustries } from './industry-words.ts'
import type { LocationRecord } from './location.ts'
import { completeLocation, locationBeside } from './places/complete-location.ts'

/**
 * Members of a company that are derived where a line does not give them, each with the member whose change derives it
 * again. Also derived are `standard_industries`, ids and names of `li_industries`, the category of the
 * page, the parts of locations (`derivedLocationMembers`), the headquarters where only a text or an office gives
 * them, and the office that they are.
 */
export const derivedCompanyMembers = {
  num_li_locations: 'li_locations',
  location_name: 'location_consensus',
  primary_role: 'roles',
  tags: 'funding_stage',
} as const

/** Derives missing members from the given ones, in place. */
export function deriveCompany(record: CompanyRecord): void {
  deriveIndustries(record)
  record.primary_role ??= record.roles?.[0] ?? null
  derivePlaces(record)
  if (record.li_category === null && isSchool(record)) record.li_category = 'S'
  // Only companies that the network knows have a page there.
  if (record.pnet_primary_slug !== null || record.li_org_id !== null) record.li_category ??= 'W'
  record.tags = withCompanyTags(record)
}

function deriveIndustries(record: CompanyRecord): void {
  for (const industry of record.li_industries ?? []) {
    const networkIndustry = findNetworkIndustry(industry.id ?? industry.name ?? '')
    industry.id ??= networkIndustry?.id ?? null
    industry.name ??= networkIndustry?.names[0] ?? null
  }
  if (record.standard_industries === null || record.standard_industries.length === 0) {
    record.standard_industries = listStandardIndustries([
      ...(record.li_industries ?? []).map((each) => each.name),
      ...(record.alt_industries ?? []),
      ...(record.categories ?? []),
    ])
  }
}

function derivePlaces(record: CompanyRecord): void {
  for (const { location } of record.li_locations ?? []) if (location !== null) completeLocation(location)
  const headquarters = record.li_locations?.find(({ is_primary }) => is_primary === true)
  record.location_consensus ??= copyLocation(headquarters?.location ?? null)
  record.location_consensus = locationBeside(record.location_consensus, record.location_name)
  if (record.location_consensus === null) return
  completeLocation(record.location_consensus)
  record.location_name ??= record.location_consensus.formatted_address
  deriveOffice(record, record.location_consensus)
  if (record.li_locations !== null && record.li_locations.length > 0)
    record.num_li_locations ??= record.li_locations.length
}

/** The headquarters are an office, the only one where no other is known, and the office moves with them. */
function deriveOffice(record: CompanyRecord, location: LocationRecord): void {
  const [office, ...others] = record.li_locations ?? []
  const isOurs =
    office === undefined ||
    (others.length === 0 &&
      office.is_primary === true &&
      office.address === office.location?.formatted_address)
  if (!isOurs || location.formatted_address === null || location.formatted_address === office?.address) return
  record.li_locations = [
    { address: location.formatted_address, is_primary: true, location: copyLocation(location) },
  ]
}

function copyLocation<L extends LocationRecord | null>(location: L): L {
  return location && { ...location, coordinates: location.coordinates && { ...location.coordinates } }
}
