import { eachRow, packed, readCityFile, type CityRow } from './city-file.ts'
import { countryByAlpha2 } from './countries.ts'
import exceptions from '../../../data/reference/city-exceptions.json' with { type: 'json' }
import states from '../../../data/reference/city-states.json' with { type: 'json' }
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
  /** The file; names are decoded when they are asked for. */
  bytes: Buffer
  nameStarts: Uint32Array
  nameEnds: Uint32Array
  /** GeoNames ids. */
  ids: Uint32Array
  lats: Float32Array
  lons: Float32Array
  populations: Uint32Array
  /** Index into `areas`. */
  areaOf: Uint16Array
  areas: Area[]
  /** 1 for a quarter of a city, which can be found but is not a city in lists. */
  isSection: Uint8Array
}

const feature = (code: string) => packed(Buffer.from(code))

/** Abandoned, destroyed and historical places. */
const abandonedFeatures = new Set(['PPLQ', 'PPLW', 'PPLH', 'PPLCH'].map(feature))
const section = feature('PPLX')

/** GeoNames errors: villages in Kentucky and Kent that carry the population of their surroundings. */
const wrongPopulation = new Set([4295940, 4300488, 2638703])

/** The boroughs of New York City, which GeoNames counts as cities beside the city they are part of. */
const boroughs = new Set([5110302, 5133273, 5125771, 5110266, 5139568])

/** A place of the file takes more bytes than this. */
const minBytes = 24

/** Reads the file of the package once into columns, in no particular order. Blocks for some 0.1 s. */
export function readCityColumns(): CityColumns {
  const bytes = readCityFile()
  const most = Math.ceil(bytes.length / minBytes)
  const columns = emptyColumns(bytes, most)
  const areaIndex = areaIndexer(bytes, columns.areas)
  let count = 0
  eachRow(bytes, (row) => {
    if (abandonedFeatures.has(row.feature)) return
    columns.nameStarts[count] = row.nameStart
    columns.nameEnds[count] = row.nameEnd
    columns.ids[count] = row.id
    columns.lats[count] = row.lat
    columns.lons[count] = row.lon
    columns.populations[count] = wrongPopulation.has(row.id) ? 0 : row.population
    columns.areaOf[count] = areaIndex(row)
    columns.isSection[count] = Number(row.feature === section || boroughs.has(row.id))
    count += 1
  })
  if (count > most) throw new Error('places of the gazetteer are shorter than expected')
  return shortened(columns, count)
}

function emptyColumns(bytes: Buffer, length: number): CityColumns {
  return {
    bytes,
    nameStarts: new Uint32Array(length),
    nameEnds: new Uint32Array(length),
    ids: new Uint32Array(length),
    lats: new Float32Array(length),
    lons: new Float32Array(length),
    populations: new Uint32Array(length),
    areaOf: new Uint16Array(length),
    areas: [],
    isSection: new Uint8Array(length),
  }
}

/** Without the places that there was room for. */
function shortened(columns: CityColumns, length: number): CityColumns {
  return {
    bytes: columns.bytes,
    nameStarts: columns.nameStarts.slice(0, length),
    nameEnds: columns.nameEnds.slice(0, length),
    ids: columns.ids.slice(0, length),
    lats: columns.lats.slice(0, length),
    lons: columns.lons.slice(0, length),
    populations: columns.populations.slice(0, length),
    areaOf: columns.areaOf.slice(0, length),
    areas: columns.areas,
    isSection: columns.isSection.slice(0, length),
  }
}

/** The name of the city at an index of the columns. */
export function nameAt({ bytes, nameStarts, nameEnds }: CityColumns, index: number): string {
  return bytes.toString('utf8', nameStarts[index], nameEnds[index])
}

/** The city at an index of the columns; coordinates to five decimals (about a metre). */
export function cityAt(columns: CityColumns, index: number): City {
  const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5
  return {
    name: nameAt(columns, index),
    ...columns.areas[columns.areaOf[index]!]!,
    lat: round(columns.lats[index]!),
    lon: round(columns.lons[index]!),
    population: columns.populations[index]!,
    ...(columns.isSection[index] === 1 ? { isSection: true as const } : {}),
  }
}

type NameAndZone = [stateName: string | null, timeZone: string | null]

/** Country and division of a place as one number; of the few divisions with a longer code, or a place of its own area, a text. */
type AreaKey = number | string

const maxPackedLength = 4

function areaIndexer(bytes: Buffer, areas: Area[]): (row: CityRow) => number {
  const indexes = new Map<AreaKey, number>()
  const byState: Readonly<Record<string, readonly (string | null)[]>> = states
  const byCity = new Map(Object.entries(exceptions).map(([id, own]) => [Number(id), own as NameAndZone]))
  const text = (start: number, end: number) => bytes.toString('utf8', start, end)
  return (row) => {
    const { countryStart, countryEnd, adminStart, adminEnd } = row
    const own = byCity.get(row.id)
    let key: AreaKey
    if (own !== undefined || adminEnd - adminStart > maxPackedLength)
      key = `${text(countryStart, countryEnd)}.${text(adminStart, adminEnd)}.${own?.join('.') ?? ''}`
    else key = packed(bytes, countryStart, countryEnd) * 2 ** 32 + packed(bytes, adminStart, adminEnd)
    let index = indexes.get(key)
    if (index === undefined) {
      const country = text(countryStart, countryEnd)
      const [stateName = null, timeZone = null] = byState[`${country}.${text(adminStart, adminEnd)}`] ?? []
      index = areas.push(areaFrom(country, own?.[0] ?? stateName, own?.[1] ?? timeZone)) - 1
      indexes.set(key, index)
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
