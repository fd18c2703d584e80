import type { Snapshot } from '../../corpus/commits/index.ts'
import {
  countryAndRegionNames,
  findCity,
  findCountry,
  labelOfRegion,
  metroAreasBody,
  naturalRegionCalled,
  regionCalled,
  subdivisionNames,
} from '../../corpus/reference/index.ts'
import { token } from '../../corpus/search-index/index.ts'
import {
  around,
  hasAll,
  inRegion,
  near,
  type Condition,
  type CorpusSearch,
  type Town,
} from '../../corpus/search/index.ts'
import { nearest } from '../../lib/edit-suggestion.ts'
import type { GeoPoint } from '../../lib/geo.ts'
import { normalText } from '../../lib/text-normal.ts'

/** Where a search looks. */
export interface Destination {
  /** The interpretation of the query, for the answer's advice. */
  words: string
  condition: Condition
  /** The area around a point; undefined for countries and names. */
  circle?: Circle
  /** IANA name; undefined where there are several or none is known. */
  timeZone: string | undefined
}

export interface Circle {
  center: GeoPoint
  km: number
}

interface DestinationContext {
  search: CorpusSearch
  snapshot: Snapshot
  signal: AbortSignal
}

/** Words that people put before or after a place. */
const kindWords =
  'hotels?|hostels?|motels?|inns?|resorts?|vacation rentals?|holiday (?:homes?|rentals?)|rentals?|apartments?|places to stay|accommodations?|rooms?|lodgings?'
const leading = new RegExp(
  String.raw`^(?:(?:the )?(?:best|cheap|luxury|good) )?(?:${kindWords}) (?:in|near|at|around|by|close to) `,
  'i',
)
const trailing = new RegExp(String.raw` (?:${kindWords})$`, 'i')
const behindWord = /^.* (?:in|near|around|close to) (.+)$/i
const nearby = /^(?:near|around|close to|in) /i

/** Radius around a property or landmark, in kilometres. */
const nearKm = 5
/** Radius around a town of unknown size. */
const townKm = 10

/**
 * Interprets a query as an island, a country or state, a city (with state or country after a comma), a metro area, a
 * country, after "near" a landmark of the corpus, properties by name, or a town known from places of the corpus or a
 * source. "hotels in …" and similar words are ignored. Undefined where none of these matches.
 */
export async function resolveDestination(
  query: string,
  context: DestinationContext,
): Promise<Destination | undefined> {
  const isNear = /\b(?:near|around|close to)\b/i.test(query)
  const forms = [query, query.replace(leading, '').replace(trailing, '').replace(nearby, '')]
  const behind = behindWord.exec(query)?.[1]
  if (behind !== undefined) forms.push(behind)
  const distinct = [...new Set(forms.map((each) => each.trim()).filter((each) => each !== ''))]
  for (const form of distinct) {
    const place =
      islandNamed(form) ?? regionNamed(form) ?? cityCalled(form) ?? metroCalled(form) ?? countryCalled(form)
    if (place !== undefined) return place
  }
  for (const form of isNear ? distinct : []) {
    const landmark = await context.search.towns.landmark(form)
    if (landmark !== undefined) return aroundTown(landmark, nearKm)
  }
  for (const form of distinct) {
    const destination = await named(form, context)
    if (destination !== undefined) return isNear ? nearProperty(destination, context) : destination
  }
  // A source would read "hotels in" as part of a name.
  const town = await context.search.towns.find({ city: distinct.at(-1) ?? '', memberPath: 'query' })
  return town && aroundTown(town, townKm)
}

const aroundTown = ({ label, center }: Town, km: number): Destination => ({
  words: `${label}, ${km} km around`,
  ...within({ center, km }),
  timeZone: undefined,
})

/** Radius that includes the suburbs, by population: 6 km for a village, 38 for the largest city. */
const radiusKm = (population: number) => Math.min(40, 6 + Math.sqrt(population) / 130)

/** A name shared by a country and towns means the country, unless the town lies in it (Singapore). */
function cityCalled(text: string): Destination | undefined {
  const [city] = findCity(text)
  const country = text.length > 3 ? findCountry(text) : undefined
  if (city === undefined || (country !== undefined && country.alpha3 !== city.countryCode)) return undefined
  const state = city.stateName ? `, ${city.stateName}` : ''
  const km = Math.round(radiusKm(city.population))
  return {
    words: `${city.name}${state}, ${city.countryCode}, ${km} km around`,
    ...within({ center: { latitude: city.lat, longitude: city.lon }, km }),
    timeZone: city.timeZone,
  }
}

const within = (circle: Circle) => ({ circle, condition: around(circle.center, circle.km) })

let metros: ReadonlyMap<string, MetroAreas[number]> | undefined
type MetroAreas = ReturnType<typeof metroAreasBody>['metroAreas']

/** Metro areas by each of their names, in normal form; built once, because there are hundreds. */
function metrosByName(): ReadonlyMap<string, MetroAreas[number]> {
  return (metros ??= new Map(
    metroAreasBody().metroAreas.flatMap((area) =>
      [area.slug.replaceAll('-', ' '), area.name, ...area.synonyms].map(
        (name) => [normalText(name), area] as const,
      ),
    ),
  ))
}

function metroCalled(text: string): Destination | undefined {
  const area = metrosByName().get(normalText(text))
  if (area === undefined) return undefined
  return {
    words: area.name,
    condition: near({ strategy: 'preset-region', region: area.slug }, { path: 'query', advise: () => {} }),
    timeZone: findCity(area.name)[0]?.timeZone,
  }
}

/** An island, coast or landscape, preferred to a hamlet of that name: `Mallorca`, `Lake Como`. */
function islandNamed(text: string): Destination | undefined {
  const region = naturalRegionCalled(text)
  if (region === undefined) return undefined
  const [city = ''] = region.cities
  return {
    words: labelOfRegion(region),
    condition: near({ strategy: 'preset-region', region: region.slug }, { path: 'query', advise: () => {} }),
    timeZone: findCity(city, region.countryCode)[0]?.timeZone,
  }
}

/** A country or state, preferred to hamlets of that name. */
function regionNamed(text: string): Destination | undefined {
  const region = regionCalled(text)
  if (region === undefined) return undefined
  return { words: region.name, condition: inRegion(region), timeZone: undefined }
}

/** A suggestion for an unknown place: a country, a state or a metro area with a similar name. */
export function placeMeant(query: string): string | undefined {
  const names = [...metrosByName().values()].flatMap(({ name, synonyms }) => [name, ...synonyms])
  return nearest(query, [...names, ...countryAndRegionNames(), ...subdivisionNames()])
}

function countryCalled(text: string): Destination | undefined {
  const country = findCountry(text)
  if (country === undefined) return undefined
  return {
    words: country.name,
    condition: hasAll('facets', [token('country', country.alpha3)]),
    timeZone: undefined,
  }
}

/** Properties whose name, brand and city contain all words of a text. */
async function named(text: string, context: DestinationContext): Promise<Destination | undefined> {
  const words = normalText(text)
    .split(' ')
    .filter((word) => word !== '' && !idle.has(word))
  if (words.length === 0) return undefined
  const condition = hasAll('words', words)
  const { search, snapshot, signal } = context
  const count = await search.count('hotels', { condition, snapshot, signal })
  return count === 0 ? undefined : { words: `properties called "${text}"`, condition, timeZone: undefined }
}

/** Words that do not distinguish names. */
const idle = new Set(['in', 'at', 'the', 'of', 'near', 'hotel', 'hotels'])

/** The area around the best known of the properties that match a name. */
async function nearProperty(
  destination: Destination,
  { search, snapshot, signal }: DestinationContext,
): Promise<Destination> {
  const [row] = await search.rows<{ lat: number | null; lon: number | null }>('hotels', {
    condition: destination.condition,
    snapshot,
    signal,
    select: { lat: 'lat', lon: 'lon' },
    order: 'prominence DESC',
    limit: 1,
  })
  if (typeof row?.lat !== 'number' || typeof row.lon !== 'number') return destination
  const center = { latitude: row.lat, longitude: row.lon }
  return {
    words: `${nearKm} km around ${destination.words}`,
    ...within({ center, km: nearKm }),
    timeZone: destination.timeZone,
  }
}
