import { normalText } from '../../lib/text-normal.ts'
import { buildOnce } from './build-once.ts'
import { eachCity, findCity, type City } from './cities.ts'
import { countryByAlpha3, findCountry } from './countries.ts'
import { findState, statesCalled, type StateCode } from './states.ts'

/** A country, or a state of one. */
export interface NamedRegion {
  /** `California, United States` */
  name: string
  /** Alpha-3. */
  countryCode: string
  /** ISO 3166-2 without the country; undefined for the whole country. */
  stateCode: string | undefined
}

/** Codes that everybody uses for the country, although hamlets have these names. */
const usualCodes = new Set(['us', 'u s', 'usa', 'u s a', 'uk', 'u k', 'uae', 'u a e'])
/** A city with this many inhabitants is meant, whatever else has its name. */
const metropolis = 500_000
/** A city this large in the state of its name is meant: `Zurich`, `Utrecht`. */
const cityOfState = 50_000
/** A state must have this many times the inhabitants of a city elsewhere, or another state, of its name. */
const clearlyLarger = 3
const otherNameDiscount = 8
/** Two states with this many inhabitants are never distinguished by their name: `Punjab`. */
const stateOfNote = 1_000_000
/** A city whose name is also an old or foreign name of a country: `Granada`. */
const cityOfNote = 100_000
/** A town in the country of its name: `Luxembourg`, but no hamlet `England`. */
const townOfNote = 10_000

/**
 * The country or state that a text without further qualification means: `USA`, `UK`, `California`, `Tuscany`, `Bali`,
 * which are names of hamlets as well. Undefined if a city is meant, or nothing clearly. `Tuscany, Italy` is read as
 * well.
 */
export function regionCalled(text: string): NamedRegion | undefined {
  const written = text.trim()
  const [name = '', ...rest] = written.split(',').map((part) => part.trim())
  if (rest.length > 1) return undefined
  if (rest.length === 1) return stateWithin(name, rest[0] as string)
  const [city] = findCity(name)
  const country = countryCalled(name)
  if (country !== undefined) return ofCountry(country, name, city)
  const state = stateCalled(name)
  return state === undefined || (city !== undefined && isMeant(city, name, state))
    ? undefined
    : nameRegion({ countryCode: state.countryCode, code: state.code })
}

/**
 * Cities with the name of a country, or with a word that also means one: a city of it, a part of it, or all of it.
 */
function ofCountry(country: string, name: string, city: City | undefined): NamedRegion | undefined {
  const isCode = usualCodes.has(normalText(name))
  const isOwnName = normalText(countryByAlpha3(country)?.name ?? '') === normalText(name)
  if (!isCode && city !== undefined && city.countryCode === country && city.population >= townOfNote)
    return undefined
  if (!isCode && !isOwnName) {
    const state = findState(country, name)
    if (state?.code && normalText(state.name) === normalText(name))
      return nameRegion({ countryCode: country, code: state.code })
    if (city !== undefined && city.population >= cityOfNote && isCalled(city, name)) return undefined
  }
  return nameRegion({ countryCode: country, code: undefined })
}

/** Codes of two and three letters are also those of states and airports. */
function countryCalled(name: string): string | undefined {
  const normal = normalText(name)
  if (name.length <= 3 && !usualCodes.has(normal)) return undefined
  return (
    findCountry(name)?.alpha3 ??
    (usualCodes.has(normal) ? findCountry(normal.replaceAll(' ', ''))?.alpha3 : undefined)
  )
}

function stateWithin(name: string, within: string): NamedRegion | undefined {
  const country = findCountry(within)?.alpha3
  if (country === undefined) return undefined
  const state = findState(country, name)
  if (state?.code === undefined || state.code === null || !state.isGazetteerLevel) return undefined
  const region = { countryCode: country, code: state.code }
  const [city] = findCity(name, country)
  return city !== undefined && isMeant(city, name, region)
    ? undefined
    : nameRegion({ countryCode: region.countryCode, code: region.code })
}

/** The state of a name, where no other with the name is nearly as populous. */
function stateCalled(name: string): StateCode | undefined {
  if (/^\p{L}{1,3}$/u.test(name)) return undefined
  const states = statesCalled(name)
    .map((state) => ({ state, population: findPopulation(state) }))
    .filter(({ population }) => population > 0)
    .toSorted((a, b) => b.population - a.population)
  const [largest, next] = states
  const isClear =
    next === undefined ||
    (next.population < stateOfNote && (largest?.population ?? 0) >= next.population * clearlyLarger)
  return isClear ? largest?.state : undefined
}

function isMeant(city: City, name: string, state: StateCode): boolean {
  // Other names of cities come from many languages, and may be names of states elsewhere: `Goa` is Genoa in one.
  const population = isCalled(city, name) ? city.population : city.population / otherNameDiscount
  if (population >= metropolis) return true
  if (city.countryCode === state.countryCode && city.stateCode === state.code)
    return city.population >= cityOfState
  return population * clearlyLarger > findPopulation(state)
}

/** `New York City` and `Washington, D.C.` also go by `New York` and `Washington`. */
function isCalled(city: City, name: string): boolean {
  const [own, wantedName] = [normalText(city.name), normalText(name)]
  return own === wantedName || own.startsWith(`${wantedName} `)
}

function nameRegion({ countryCode, code }: { countryCode: string; code: string | undefined }): NamedRegion {
  const country = countryByAlpha3(countryCode)?.name ?? countryCode
  const state = code === undefined ? undefined : findState(countryCode, code)?.name
  return {
    name: state === undefined ? country : `${state}, ${country}`,
    countryCode,
    stateCode: code,
  }
}

const findPopulation = ({ countryCode, code }: StateCode): number =>
  populations().get(`${countryCode} ${code}`) ?? 0

/** Inhabitants of the cities of every state. */
const populations = buildOnce(() => {
  const all = new Map<string, number>()
  eachCity(({ population }, { countryCode, stateCode }) => {
    if (stateCode === undefined) return
    const key = `${countryCode} ${stateCode}`
    all.set(key, (all.get(key) ?? 0) + population)
  })
  return all
})
