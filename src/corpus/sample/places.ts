import type { LocationRecord } from '../records/index.ts'
import cityData from '../../../data/sample/cities.json' with { type: 'json' }
import countryData from '../../../data/sample/countries.json' with { type: 'json' }
import { weightTable } from './random.ts'

/** A real city that companies and people of the sample may be in. */
export interface SampleCity {
  index: number
  name: string
  stateName: string
  stateCode: string
  country: SampleCountry
  lat: number
  lon: number
  timezone: string
  /** `City, State, Country` */
  label: string
}

export interface SampleCountry {
  index: number
  code: string
  alpha2: string
  name: string
  /** Range of its cities in `cities`. */
  firstCity: number
  cityCount: number
  cityTable: Uint16Array
  tlds: string[]
  tldTable: Uint16Array
  legalForms: string[]
  legalTable: Uint16Array
  namePools: string[]
  namePoolTable: Uint16Array
  languages: string[]
  /** Numbers that are set aside for fiction; `#` is any digit. */
  phones: string[]
  schools: string[]
}

type CityRow = [name: string, lat: number, lon: number, weight: number, timezone?: string]
interface StateRow {
  code: string
  name: string
  timezone: string
  cities: CityRow[]
}
type Weighted = [string, number][]

const details = new Map(countryData.map((row) => [row.code, row]))
const names = (weighted: Weighted) => weighted.map(([name]) => name)
const table = (weighted: Weighted) => weightTable(weighted.map(([, weight]) => weight))

const cities: SampleCity[] = []

export const countries: SampleCountry[] = cityData.map((row, index) => {
  const detail = details.get(row.code)
  if (!detail) throw new Error(`sample data: no details for ${row.code}`)
  const states = row.states as StateRow[]
  const rows = states.flatMap((state) => state.cities.map((city) => ({ state, city })))
  const country: SampleCountry = {
    index,
    code: row.code,
    alpha2: detail.alpha2,
    name: row.name,
    firstCity: cities.length,
    cityCount: rows.length,
    cityTable: weightTable(rows.map(({ city }) => city[3])),
    tlds: names(detail.tlds as Weighted),
    tldTable: table(detail.tlds as Weighted),
    legalForms: names(detail.legalForms as Weighted),
    legalTable: table(detail.legalForms as Weighted),
    namePools: names(detail.namePools as Weighted),
    namePoolTable: table(detail.namePools as Weighted),
    languages: detail.languages,
    phones: detail.phones,
    schools: detail.schools,
  }
  for (const { state, city } of rows) cities.push(buildCity(country, state, city))
  return country
})

function buildCity(
  country: SampleCountry,
  state: StateRow,
  [name, lat, lon, , timezone]: CityRow,
): SampleCity {
  const parts =
    state.name === name || country.name === name ? [name, country.name] : [name, state.name, country.name]
  return {
    index: cities.length,
    name,
    stateName: state.name,
    stateCode: state.code,
    country,
    lat,
    lon,
    timezone: timezone ?? state.timezone,
    label: [...new Set(parts)].join(', '),
  }
}

export const countryTable = weightTable(cityData.map((row) => row.weight))

export function cityAt(index: number): SampleCity {
  return cities[index] as SampleCity
}

/** A place in or near a city. Offsets are in degrees. */
export function locationIn(city: SampleCity, latOffset: number, lonOffset: number): Partial<LocationRecord> {
  return {
    city: city.name,
    state_name: city.stateName,
    state_code: city.stateCode,
    country_code: city.country.code,
    country_name: city.country.name,
    coordinates: {
      lat: Math.round((city.lat + latOffset) * 1e5) / 1e5,
      lon: Math.round((city.lon + lonOffset) * 1e5) / 1e5,
    },
    timezone: city.timezone,
    formatted_address: city.label,
  }
}
