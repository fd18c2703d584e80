import { locationChange } from '../change-data.ts'
import { listCountries, countryCodes, isIn, regionCodes } from '../compare/countries.ts'
import { findPlaceChanges } from '../compare/place.ts'
import { personRule } from '../define-rule.ts'

export const personLocationChanged = personRule({
  type: 'person_location_changed',
  readableName: 'Moved',
  description: 'The person lives in another city, state or country. Another spelling is not a move.',
  useCase: 'Invite people to events where they live now.',
  members: {
    toCountries: countryCodes('Countries moved to; one list with regions.'),
    fromCountries: countryCodes('Countries left.'),
    regions: regionCodes('Regions moved to, read as their countries.'),
  },
  example: { toCountries: ['DEU'] },
  change: locationChange,
  evaluate({ person: before }, { person: after }, { toCountries: countries, fromCountries, regions }) {
    if (!isIn(after.location?.country_code, { countries, regions })) return []
    if (!isIn(before.location?.country_code, { countries: fromCountries })) return []
    return findPlaceChanges(before.location, after.location)
  },
  summary: ([change]) => `moved to ${(change.data as { current: string | null }).current}`,
  sample({ toCountries: countries, fromCountries: [from = 'USA'] = [], regions }) {
    const [to = 'DEU'] = listCountries({ countries, regions })
    // Within one country the city decides.
    return {
      before: { person: { location: { city: 'Oldtown', state_name: null, country_code: from } } },
      after: { person: { location: { city: 'Newtown', state_name: null, country_code: to } } },
    }
  },
})
