import { matchingOffices, type CompanySearchParams } from '../../corpus/search/index.ts'
import type { CompanyRecord } from '../../corpus/records/index.ts'

/**
 * Adds to companies found by their offices which of these matched (`num_matching_locations`); undefined when a search
 * wants none. Groups are not looked into: what matched under `or` and `not` has no one answer.
 */
export function companyExtras(
  params: CompanySearchParams | undefined,
): ((bodies: string[]) => Promise<CompanyRecord[]>) | undefined {
  const offices = params?.officeLocationsV2
  const rules = [...(offices?.anyOf ?? []), ...(offices?.allOf ?? [])]
  if (rules.length === 0) return undefined
  return async (bodies) =>
    bodies.map((body) => {
      const record = JSON.parse(body) as CompanyRecord
      const matched = matchingOffices(record.li_locations ?? [], rules)
      record.num_matching_locations = { num_offices_matched: matched.length, matched_offices: matched }
      return record
    })
}
