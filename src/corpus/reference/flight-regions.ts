import { buildOnce } from './build-once.ts'
import { countries } from './countries.ts'
import metros from '../../../data/reference/flight-metros.json' with { type: 'json' }
import { expandCountryCodes } from './regions.ts'
import type { FlightRegionsBody } from './schema.ts'

/** Regions as travellers and airlines name them, with their country groups or countries. */
const travelRegions: [slug: string, name: string, codes: string[]][] = [
  ['africa', 'Africa', ['X-AFRICA', 'SHN']],
  ['asia', 'Asia', ['X-EAST_ASIA', 'X-SOUTH_EAST_ASIA', 'X-SOUTH_ASIA', 'X-CENTRAL_ASIA', 'MNG']],
  ['caribbean', 'Caribbean', ['X-WEST_INDIES']],
  ['central-america', 'Central America', ['BLZ', 'CRI', 'GTM', 'HND', 'NIC', 'PAN', 'SLV']],
  ['central-asia', 'Central Asia and the Caucasus', ['X-CENTRAL_ASIA', 'ARM', 'AZE', 'GEO']],
  ['east-africa', 'East Africa', ['X-EASTERN_AFRICA', 'RWA', 'BDI', 'SSD']],
  ['east-asia', 'East Asia', ['X-EAST_ASIA', 'MNG']],
  ['eastern-europe', 'Eastern Europe', ['X-EASTERN_EUROPE', 'CZE', 'SVK', 'HUN', 'ROU', 'BGR', 'RUS']],
  ['europe', 'Europe', ['X-EUROPE', 'RUS', 'CYP']],
  ['indian-ocean', 'Indian Ocean islands', ['COM', 'MDG', 'MDV', 'MUS', 'MYT', 'REU', 'SYC']],
  ['middle-east', 'Middle East', ['X-MIDDLE_EAST']],
  ['north-africa', 'North Africa', ['DZA', 'EGY', 'LBY', 'MAR', 'SDN', 'TUN']],
  ['north-america', 'North America', ['USA', 'CAN', 'MEX', 'BMU', 'GRL', 'SPM']],
  ['oceania', 'Oceania', ['X-OCEANIA']],
  [
    'pacific-islands',
    'Pacific islands',
    ['FJI', 'PYF', 'NCL', 'VUT', 'WSM', 'ASM', 'TON', 'COK', 'GUM', 'MNP', 'PLW', 'FSM', 'MHL', 'KIR'],
  ],
  ['scandinavia', 'Scandinavia', ['DNK', 'NOR', 'SWE', 'FIN', 'ISL', 'FRO', 'ALA', 'SJM']],
  ['south-america', 'South America', ['X-SOUTH_AMERICA']],
  ['south-asia', 'South Asia', ['AFG', 'BGD', 'BTN', 'IND', 'LKA', 'MDV', 'NPL', 'PAK']],
  ['southeast-asia', 'Southeast Asia', ['X-SOUTH_EAST_ASIA']],
  ['southern-africa', 'Southern Africa', ['X-SOUTHERN_AFRICA']],
  [
    'southern-europe',
    'Southern Europe',
    ['X-SOUTHERN_EUROPE', 'X-SOUTH_WEST_EUROPE', 'X-SOUTH_EAST_EUROPE', 'CYP'],
  ],
  [
    'west-africa',
    'West Africa',
    [
      'BEN',
      'BFA',
      'CIV',
      'CPV',
      'GHA',
      'GIN',
      'GMB',
      'GNB',
      'LBR',
      'MLI',
      'MRT',
      'NER',
      'NGA',
      'SEN',
      'SLE',
      'TGO',
    ],
  ],
  ['western-europe', 'Western Europe', ['X-WESTERN_EUROPE', 'AUT', 'CHE', 'LIE']],
]

/** Uninhabited territories have no flights to sell; the withdrawn ANT is served as its successors. */
const withoutFlights = new Set(['ANT', 'ATA', 'ATF', 'BVT', 'HMD', 'SGS', 'UMI'])

/**
 * The body of getFlightRegions: cities with several airports, travel regions, then countries, with what each covers.
 */
export const flightRegionsBody: () => FlightRegionsBody = buildOnce(() => {
  const regions = travelRegions.map(([slug, name, codes]) => ({
    slug,
    name,
    kind: 'region' as const,
    countries: [...expandCountryCodes(codes).countries].filter((code) => !withoutFlights.has(code)).sort(),
  }))
  const single = countries()
    .filter(({ alpha3 }) => !withoutFlights.has(alpha3))
    .map(({ alpha3, name }) => ({
      slug: alpha3.toLowerCase(),
      name,
      kind: 'country' as const,
      countries: [alpha3],
    }))
  return { regions: metroAirports(), flightRegions: [...regions, ...single] }
})

function metroAirports(): FlightRegionsBody['regions'] {
  return (metros as [string, string, string, string | null][]).map(([code, name, airports, freebaseId]) => ({
    apiCode: `X-${code}`,
    name,
    airportIataCodes: airports.split(' '),
    freebaseId,
  }))
}
