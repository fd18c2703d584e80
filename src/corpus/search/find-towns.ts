import { distanceKm, type GeoPoint } from '../../lib/geo.ts'
import { normalText } from '../../lib/text-normal.ts'
import type { Snapshot, Snapshots } from '../commits/index.ts'
import type { Lookups } from '../lookup/index.ts'
import type { MapPlace } from '../records/index.ts'
import { countryByAlpha3, findCountry } from '../reference/index.ts'
import { askedPlaceWords, nameToken, token, townTypes } from '../search-index/index.ts'
import { and, hasAll, type Condition } from './condition.ts'
import { cityAsked, type Town, type TownAsked } from './gazetteer-town.ts'

/** An outside source that finds towns; undefined for unknown ones. Throws when it cannot answer at the moment. */
export type TownSource = (question: TownAsked) => Promise<Town | undefined>

/** Finds towns that are written in words, in the same way for every search. */
export interface Towns {
  /**
   * Asks the gazetteer, then places of the corpus (a town of the name, or places in it), then the outside source.
   * Undefined if none of them knows it.
   */
  find(question: TownAsked): Promise<Town | undefined>
  /** A town that was found before, without asking anybody. */
  known(question: TownAsked): Town | undefined
  /** A place of the corpus by its name: within a town where the text names one after a comma, else the best known. */
  landmark(text: string): Promise<Town | undefined>
  /** Adds the source that is asked for what the corpus does not know. */
  askAlso(source: TownSource): void
}

interface PlacesRead {
  snapshots: Pick<Snapshots, 'newest'>
  lookup: Lookups['lookup']
  /** Records of places that satisfy a condition, the most prominent first. */
  places(condition: Condition, snapshot: Snapshot, limit: number): Promise<string[]>
}

/** Towns in the cache, each of which was asked for. */
const maxCachedTowns = 10_000
/** Places of one name, or in one town, that are compared. */
const maxTownsRead = 50

export function openTowns(read: PlacesRead): Towns {
  const towns = new Map<string, Town>()
  let source: TownSource | undefined

  async function namesakes(name: string, snapshot: Snapshot): Promise<MapPlace[]> {
    const tokens = [nameToken('name', name)]
    const records = await read.lookup('places', { tokens, perToken: maxTownsRead, snapshot })
    return records
      .map(({ body }) => JSON.parse(body) as MapPlace)
      .filter((place) => readPoint(place) !== undefined)
  }

  async function inPlaces(question: TownAsked): Promise<Town | undefined> {
    const snapshot = await read.snapshots.newest('places')
    const { name, country } = readParts(question)
    const isThere = ({ location }: MapPlace) => country === undefined || location?.country_code === country
    const town = (await namesakes(name, snapshot)).find(
      (place) => isThere(place) && (place.types ?? []).some((type) => townTypes.has(type)),
    )
    if (town !== undefined) return toTown(town)
    const words = askedPlaceWords(name)
    if (words.length === 0) return undefined
    const facets = country === undefined ? [] : [hasAll('facets', [token('country', country)])]
    const bodies = await read.places(and([hasAll('words', words), ...facets]), snapshot, maxTownsRead)
    return findMiddle(
      bodies
        .map((body) => JSON.parse(body) as MapPlace)
        .filter(({ location }) => location?.city && normalText(location.city) === normalText(name)),
    )
  }

  const cachedTown = (question: TownAsked) => cityAsked(question) ?? towns.get(makeKey(question))
  return {
    known: cachedTown,
    async find(question) {
      const before = cachedTown(question)
      if (before !== undefined) return before
      const town = (await inPlaces(question)) ?? (await source?.(question))
      if (town === undefined) return undefined
      if (towns.size >= maxCachedTowns) towns.clear()
      towns.set(makeKey(question), town)
      return town
    },
    async landmark(text) {
      const [name = '', ...rest] = text.split(',')
      const near = rest.length === 0 ? undefined : cityAsked({ city: rest.join(',') })
      if (rest.length > 0 && near === undefined) return undefined
      const all = await namesakes(name, await read.snapshots.newest('places'))
      const place = all.find(
        (each) => near === undefined || distanceKm(readPoint(each) as GeoPoint, near.center) <= maxAwayKm,
      )
      return place && toTown(place)
    },
    askAlso: (townSource) => {
      source = townSource
    },
  }
}

/** A landmark of a town is at most this far from its middle. */
const maxAwayKm = 60

const makeKey = ({ city, countryCode }: TownAsked) => `${countryCode ?? ''} ${normalText(city)}`

/** Splits the name from the country, which stands after a comma or beside it. */
function readParts({ city, countryCode }: TownAsked): { name: string; country: string | undefined } {
  const [name = '', ...rest] = city.split(',').map((part) => part.trim())
  const country = countryCode === undefined ? undefined : countryByAlpha3(countryCode)
  return { name, country: (country ?? findCountry(rest.at(-1) ?? ''))?.alpha3 }
}

function readPoint({ location }: MapPlace): GeoPoint | undefined {
  const point = location?.coordinates
  return point ? { latitude: point.lat, longitude: point.lon } : undefined
}

function toTown(place: MapPlace): Town {
  const { location, name } = place
  const label = [name, location?.city, location?.country_code].filter(Boolean).join(', ')
  return { label, center: readPoint(place) as GeoPoint }
}

/** Places of one town lie together. Of several towns of one name the one with the most places is meant. */
const townKm = 30

function findMiddle(places: readonly MapPlace[]): Town | undefined {
  const points = places.flatMap((place) => readPoint(place) ?? [])
  const around = points.map((point) => points.filter((other) => distanceKm(point, other) <= townKm))
  const most = around.toSorted((a, b) => b.length - a.length)[0]
  const [first] = places
  if (most === undefined || first === undefined) return undefined
  const mean = (of: (point: GeoPoint) => number) =>
    Math.round((most.reduce((sum, point) => sum + of(point), 0) / most.length) * 1e4) / 1e4
  return {
    label: [first.location?.city, first.location?.country_code].filter(Boolean).join(', '),
    center: { latitude: mean(({ latitude }) => latitude), longitude: mean(({ longitude }) => longitude) },
  }
}
