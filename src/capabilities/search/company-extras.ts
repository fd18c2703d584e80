import { matchingOffices, type CompanySearchParams } from '../../corpus/search/index.ts'
import type { CompanyRecord } from '../../corpus/records/index.ts'
import type { Call } from '../../operation/index.ts'
import { filterContext, type FilterMoment } from './ask.ts'
import type { SearchDeps } from './slice.ts'

/**
 * Adds to the companies of a page what matched: of their offices (`num_matching_locations`), of their people
 * (`role_count_matches`, one entry a rule). Undefined when a search asks for neither. Groups are not looked into: what
 * matched under `or` and `not` has no one answer.
 */
export function companyExtras(
  deps: SearchDeps,
  call: Call,
  { params, path }: { params: CompanySearchParams | undefined; path: string },
): ((bodies: string[], moment: FilterMoment) => Promise<CompanyRecord[]>) | undefined {
  const offices = params?.officeLocationsV2
  const wanted = [...(offices?.anyOf ?? []), ...(offices?.allOf ?? [])]
  const rules = params?.employees?.rules ?? []
  if (wanted.length + rules.length === 0) return undefined
  return async (bodies, moment) => {
    const records = bodies.map((body) => JSON.parse(body) as CompanyRecord)
    const context = filterContext(deps, call, { path: `${path}.employees`, moment })
    const counts =
      rules.length === 0
        ? []
        : await deps.search.roleCounts({
            rules,
            context,
            signal: call.signal,
            companies: records,
          })
    for (const [index, record] of records.entries()) {
      if (rules.length > 0) record.role_count_matches = counts[index] ?? null
      if (wanted.length === 0) continue
      const matched = matchingOffices(record.li_locations ?? [], wanted, deps.search.towns)
      record.num_matching_locations = { num_offices_matched: matched.length, matched_offices: matched }
    }
    return records
  }
}
