import { locationChange } from '../change-data.ts'
import { findPlaceChanges, makePlaceKey } from '../compare/place.ts'
import { companyRule } from '../define-rule.ts'
import type { TrackedCompany } from '../states.ts'

export const hqLocationChanged = companyRule({
  type: 'hq_location_changed',
  readableName: 'Headquarters moved',
  description:
    'The headquarters moved to another city, state or country. Another spelling of the place or another order of the offices is not a move.',
  useCase: 'Reassign accounts, and catch companies that enter your region.',
  members: {},
  example: {},
  change: locationChange,
  evaluate: ({ company: before }, { company: after }) =>
    isReordered(before, after) ? [] : findPlaceChanges(before.location, after.location),
  summary: ([change]) => `moved its headquarters to ${(change.data as { current: string | null }).current}`,
  sample: () => ({
    before: { company: { location: { city: 'Boston', state_name: 'Massachusetts', country_code: 'USA' } } },
    after: { company: { location: { city: 'Austin', state_name: 'Texas', country_code: 'USA' } } },
  }),
})

/** Sources list offices in any order, the first as headquarters: both were offices before, and both still are. */
function isReordered(before: TrackedCompany, after: TrackedCompany): boolean {
  const [was, is] = [makePlaceKey(before.location), makePlaceKey(after.location)]
  if (was === undefined || is === undefined) return false
  const has = (company: TrackedCompany, key: string) =>
    (company.offices ?? []).some((office) => makePlaceKey(office) === key)
  return has(before, is) && has(after, was)
}
