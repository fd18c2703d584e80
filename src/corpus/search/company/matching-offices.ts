import { distanceKm, milesToKm, pointInPolygon, splitPolygonAtAntimeridian } from '../../../lib/geo.ts'
import type { Office } from '../../records/index.ts'
import { countryOrRegionCode, expandCountryCodes } from '../../reference/index.ts'
import { presetRegion, type LocationStrategy } from '../place.ts'
import type { Towns } from '../find-towns.ts'
import type { OfficeRule } from './offices.ts'

/**
 * Picks the offices that any rule is about, for `num_matching_locations` of an answer; it does not find companies.
 */
export function matchingOffices(
  offices: readonly Office[],
  rules: readonly OfficeRule[],
  towns: Pick<Towns, 'known'>,
): Office[] {
  const tests = rules.map((rule) => makeTest(rule, towns))
  return offices.filter((office) => tests.some((test) => test(office)))
}

function makeTest(rule: OfficeRule, towns: Pick<Towns, 'known'>): (office: Office) => boolean {
  switch (rule.type) {
    case 'worldwide':
      return () => true
    case 'country-or-region': {
      const { countries } = expandCountryCodes([
        countryOrRegionCode(rule.countryOrRegionCode) ?? rule.countryOrRegionCode,
      ])
      return ({ location }) => countries.has(location?.country_code ?? '')
    }
    case 'geography': {
      const holds = placeTest(rule.location, towns)
      return ({ location }) => {
        const coordinates = location?.coordinates
        return !!coordinates && holds({ latitude: coordinates.lat, longitude: coordinates.lon })
      }
    }
  }
}

type Point = Parameters<typeof distanceKm>[0]

function placeTest(area: LocationStrategy, towns: Pick<Towns, 'known'>): (point: Point) => boolean {
  const place = area.strategy === 'preset-region' ? presetRegion(area.region, 'region') : area
  if (place.strategy === 'polygon') {
    const pieces = splitPolygonAtAntimeridian(place.vertices)
    return (point) => pieces.some((piece) => pointInPolygon(point, piece))
  }
  const { unit, quantity } = place.radius
  const km = unit === 'miles' ? milesToKm(quantity) : quantity
  if (place.strategy === 'radial-distance') return (point) => distanceKm(point, place.center) <= km
  // The search that found the companies has looked the town up.
  const town = towns.known(place)
  return (point) => town !== undefined && distanceKm(point, town.center) <= km
}
