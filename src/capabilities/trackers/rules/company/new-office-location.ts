import { countryByAlpha3, findState } from '../../../../corpus/reference/index.ts'
import { officeChange } from '../change-data.ts'
import { listCountries, countryCodes, isIn, regionCodes } from '../compare/countries.ts'
import { isCalledAs, makePlaceKey, writePlace } from '../compare/place.ts'
import { findAddedBy, writeNames, isOneOf } from '../compare/words.ts'
import { companyRule } from '../define-rule.ts'
import { optionalPhrases } from '../members.ts'
import type { Place } from '../states.ts'

export const newOfficeLocation = companyRule({
  type: 'new_office_location',
  readableName: 'New office',
  description:
    'The company has an office in a new city, if some of its offices were known before. If several of countries, regions, states and cities are given, all must match; countries and regions are one list.',
  useCase: 'Be there when a company comes to your market.',
  members: {
    countries: countryCodes('Countries.'),
    cities: optionalPhrases('Cities, by name.'),
    regions: regionCodes('Regions, read as their countries.'),
    states: optionalPhrases('States, by name or code.'),
  },
  example: { regions: ['X-DACH'] },
  change: officeChange,
  evaluate: ({ company: before }, { company: after }, config) =>
    findAddedBy(places(before.offices), places(after.offices), makePlaceKey)
      // Every company has an office, so a company without any had unknown ones.
      .filter(() => places(before.offices)?.length !== 0)
      .filter(
        ({ thing }) =>
          isWanted(thing, config) && !places(before.offices)?.some((had) => isCalledAs(thing, had)),
      )
      .map(({ key, thing: { city, state_name, country_code, coordinates } }) => ({
        key,
        data: {
          kind: 'office',
          city: city ?? null,
          state: state_name ?? null,
          country: country_code ? (countryByAlpha3(country_code)?.name ?? null) : null,
          countryCode: country_code ?? null,
          coordinates: coordinates ?? null,
          changeType: 'added',
        },
      })),
  summary: (changes) =>
    `opened an office in ${writeNames(
      changes.map(({ data }) => {
        const { city, state, countryCode } = data as Record<string, string | null>
        return writePlace({
          city: city ?? null,
          state_name: state ?? null,
          country_code: countryCode ?? null,
        })
      }),
    )}`,
  sample({ countries, regions, cities: [city = 'Vienna'] = [], states = [] }) {
    const [country = 'AUT'] = listCountries({ countries, regions })
    const office: Place = { city, state_name: states[0] ?? null, country_code: country, coordinates: null }
    const earlier: Place = {
      city: 'An earlier city',
      state_name: null,
      country_code: null,
      coordinates: null,
    }
    return {
      before: { company: { offices: [earlier] } },
      after: { company: { offices: [earlier, office] } },
    }
  },
})

interface Wanted {
  countries?: string[] | undefined
  regions?: string[] | undefined
  cities?: string[] | undefined
  states?: string[] | undefined
}

const places = (offices: readonly (Place | null)[] | null | undefined) =>
  offices?.filter((office) => office !== null)

function isWanted(office: Place, { cities, states, ...where }: Wanted): boolean {
  const { country_code: country, city, state_name: state } = office
  if (!isIn(country, where) || !isOneOf(city, cities)) return false
  if (states === undefined) return true
  const named = states.map((each) => (country ? (findState(country, each)?.name ?? each) : each))
  return isOneOf(country && state ? (findState(country, state)?.name ?? state) : state, named)
}
