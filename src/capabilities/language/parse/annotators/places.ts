import {
  findCity,
  findCountry,
  findMetroArea,
  metroAreasBody,
  naturalRegionCalled,
  stateOf,
  statesCalled,
  type City,
  type StateCode,
} from '../../../../corpus/reference/index.ts'
import { languagesOf } from '../language-of.ts'
import type { Annotator, LocationStrategy, Mention, Place } from '../mention.ts'
import { phrasesOf, rowsOf } from '../phrases.ts'
import { adjectives, areas, cityAdjectives, cityNames, nicknames, noCities } from '../tables/world.ts'
import { isJoined, phraseKey, type Word } from '../words.ts'
import { codesInList } from './place-codes.ts'

/** How far around a city that is named without a distance. */
const aroundCityKm = 40
/** Inhabitants from which a city is meant by its name alone, and after a word such as `in`. */
const largeCity = 150_000
const anyCity = 1_000
const mostWords = 4

const adjectiveTable = phrasesOf(rowsOf(adjectives))
const nicknameTable = phrasesOf(rowsOf(nicknames))
const cityTable = phrasesOf(rowsOf(cityNames))
const cityAdjectiveTable = phrasesOf(rowsOf(cityAdjectives))
const ordinary = new Set(noCities.split(', ').map(phraseKey))
const placeCues = new Set([
  'in',
  'near',
  'around',
  'from',
  'based',
  'of',
  'at',
  'within',
  'outside',
  'not',
  'headquartered',
  'hq',
  'excluding',
  'except',
  'bei',
  'aus',
  'a',
  'en',
  'em',
  'dans',
  'nel',
  'te',
  'area',
  'metro',
  'city',
])
/** Of these words of other languages, before which a short form is likelier one of their small words. */
const foreignCues = new Set(['bei', 'aus', 'a', 'en', 'em', 'dans', 'nel', 'te'])
/** A code of two parts, and an article with what it stands before: `la région de Lyon` is not in Louisiana. */
const codeOfTwoWords = /^(\p{L}{2} [\p{L}\d]{1,3}|la (r[eé]gi[oó]ne?|zon[ea]|provinc(e|ia)))$/iu
let areaTable: ReturnType<typeof phrasesOf<string>> | undefined

/** Metro areas by the names of this module and of the reference data. */
function areaNames() {
  areaTable ??= phrasesOf([
    ...rowsOf(areas),
    ...metroAreasBody().metroAreas.flatMap(({ slug, synonyms }) =>
      synonyms.map((name): [string, string] => [name, slug]),
    ),
  ])
  return areaTable
}

/** Countries, regions, states, metro areas and cities, with distances (`within 50 miles of Austin`). */
export const annotatePlaces: Annotator = ({ words }) => {
  const found: Mention[] = []
  const add = (
    from: number,
    to: number,
    place: Place,
    more: Partial<Mention> & { isAdjective?: boolean } = {},
  ) => {
    const { isAdjective = false, ...rest } = more
    found.push({ from, to, is: { kind: 'place', place, isAdjective }, confidence: 0.95, ...rest })
  }
  for (let from = 0; from < words.length; from++) {
    const adjective = adjectiveTable.at(words, from)
    if (adjective !== undefined && !adjective.isPlural)
      add(from, adjective.to, countryOf(adjective.values[0]!), { isAdjective: true })
    const ofCity = cityAdjective(words, from)
    if (ofCity !== undefined) add(from, ofCity.to, ofCity.place, { isAdjective: true, weight: 1 })
    for (const { at, place } of codesInList(words, from)) add(at, at + 1, place, { weight: 1 })
    const nickname = nicknameTable.at(words, from)
    if (nickname !== undefined && isCountryHere(words, from, nickname.to) && !isPartOf(words, from))
      add(from, nickname.to, countryOf(nickname.values[0]!), { weight: 1 })
    const area = areaHere(words, from)
    // The whole of `sf bay area`, and not a city beside the `bay area`.
    if (area !== undefined) add(from, area.to, area.place, { weight: 2 + (area.to - from - 1) * 1.5 })
    const city = knownCity(words, from) ?? namedPlace(words, from)
    if (city !== undefined)
      add(from, city.to, city.place, { weight: city.weight, confidence: city.confidence })
    const within = city && withinBehind(words, city)
    if (within !== undefined) add(from, within.to, within.place, { weight: 3 })
    const around = aroundPlace(words, from)
    if (around !== undefined) add(from, around.to, around.place, { weight: 3 })
  }
  return found
}

function countryOf(codes: string): Place {
  const [code = '', ...others] = codes.split('|')
  return { type: 'country', code, name: code, ...(others.length > 0 && { others }) }
}

/** A metro area, or an island with its country behind it: `Cornwall, UK`, and no `Cornwall, Ontario`. */
function areaHere(words: readonly Word[], from: number): { to: number; place: Place } | undefined {
  const match = areaNames().at(words, from)
  if (match === undefined || (match.to === from + 1 && ordinary.has(words[from]!.normal))) return undefined
  const slug = match.values[0]!
  const strategy: LocationStrategy = { strategy: 'preset-region', region: slug }
  const name = findMetroArea(slug)?.name ?? slug
  const place: Place = { type: 'area', strategy, name }
  const called = spelt(words, from, match.to)
  if (!/^\s*,/.test(words[match.to]?.gap ?? '')) return { to: match.to, place }
  for (let to = longestFrom(words, match.to); to > match.to; to--)
    if (naturalRegionCalled(`${called}, ${spelt(words, match.to, to)}`)?.slug === slug) return { to, place }
  return qualified(words, match.to, called) === undefined ? { to: match.to, place } : undefined
}

/** `Eastern Africa`, `Sub-Saharan Africa`: a part of a continent, and all of it would be too much. */
const isPartOf = (words: readonly Word[], at: number): boolean =>
  /^(africa|asia|europe|america|americas)$/.test(words[at]!.normal) &&
  /^(east|eastern|west|western|north|northern|south|southern|central|saharan|inner|equatorial)$/.test(
    words[at - 1]?.normal ?? '',
  )

/** `Parisian start-ups`. */
function cityAdjective(words: readonly Word[], from: number): { to: number; place: Place } | undefined {
  const match = cityAdjectiveTable.at(words, from)
  if (match === undefined) return undefined
  const [name = '', country = ''] = match.values[0]!.split('|')
  const city = findCity(name, country)[0]
  return city === undefined ? undefined : { to: match.to, place: cityPlace(city, name) }
}

/** `us` and `uk` in small letters: the pronoun is likelier unless something about it says place. */
function isCountryHere(words: readonly Word[], from: number, to: number): boolean {
  const word = words[from] as Word
  if (to - from > 1 || word.normal !== 'us') return true
  if (word.text === 'US' || word.text === 'Us') return true
  const before = words[from - 1]?.normal ?? ''
  const after = words[to]
  // `don't us Salesforce`
  if (before === 't' || before === 'neither' || before === 'cannot') return false
  if (['show', 'give', 'tell', 'find', 'for', 'help', 'let', 'send', 'get', 'with'].includes(before))
    return false
  return placeCues.has(before) || before === 'the' || after === undefined || after.normal !== 'a'
}

interface Named {
  to: number
  place: Place
  weight: number
  confidence: number
}

function knownCity(words: readonly Word[], from: number): Named | undefined {
  const match = cityTable.at(words, from)
  if (match === undefined) return undefined
  const [city = '', country = ''] = match.values[0]!.split('|')
  const word = words[from] as Word
  const isShort = match.to - from === 1 && word.normal.length <= 2
  // `in la`, and not the article of `dans la santé`.
  const before = words[from - 1]?.normal ?? ''
  const isCued = placeCues.has(before) && !foreignCues.has(before)
  if (isShort && word.text !== word.text.toUpperCase() && !isCued) return undefined
  const found = findCity(city, country)[0]
  if (found === undefined) return undefined
  const wider = qualified(words, match.to, city)
  // `New York, NY` and `Washington, DC` name one place; `Washington state` another.
  if (words[match.to]?.normal === 'state' && word.normal === 'washington')
    return {
      to: match.to + 1,
      place: { type: 'state', name: 'Washington', countryCode: 'USA' },
      weight: 2,
      confidence: 0.9,
    }
  return {
    to: wider?.to ?? match.to,
    place: cityPlace(wider?.city ?? found, city),
    weight: 2.5,
    confidence: 0.95,
  }
}

/** A country, state or city by its own name, the longest first. */
function namedPlace(words: readonly Word[], from: number): Named | undefined {
  for (let to = longestFrom(words, from); to > from; to--) {
    const text = spelt(words, from, to)
    const first = words[from] as Word
    // Codes of states would be found with a number behind them: `con 10`.
    if (words.slice(from, to).some(({ isNumber }) => isNumber)) continue
    if (to - from === 1 && ordinary.has(first.normal)) continue
    const state = stateWithin(words, from, to)
    if (state !== undefined) return state
    const isNation = to - from === 1 && nations.has(first.normal)
    const country = isNation
      ? undefined
      : text.length >= 4 || /[^\p{Script=Latin}\d\s]/u.test(text)
        ? findCountry(text)
        : undefined
    if (country !== undefined)
      return {
        to,
        place: { type: 'country', code: country.alpha3, name: country.name },
        weight: 1,
        confidence: 0.97,
      }
    const place = stateOrCity(words, from, to)
    if (place !== undefined) return place
  }
  return undefined
}

function stateOrCity(words: readonly Word[], from: number, to: number): Named | undefined {
  const text = spelt(words, from, to)
  const word = words[from] as Word
  const isCued = placeCues.has(words[from - 1]?.normal ?? '')
  const isCapital = /^\p{Lu}/u.test(word.text)
  const isCode = to - from === 1 && text.length === 2
  if (isCode && !(isCued && word.text === word.text.toUpperCase() && isCapital)) return undefined
  if (text.length < 2 || (text.length === 3 && !isCued && !isCapital)) return undefined
  const cities = text.length < 3 ? [] : findCity(text)
  // `in HR` is no code of India's, though it is written like one (IN-HR).
  const isSpelt = to - from === 1 || !codeOfTwoWords.test(text)
  const states = isCode || (text.length >= 4 && isSpelt) ? statesCalled(text) : []
  const state = states.find(({ countryCode }) => countryCode === 'USA') ?? states[0]
  const city = cityOfState(state?.countryCode, text) ?? cities[0]
  const isState =
    state !== undefined &&
    !isSeat(city, text, state) &&
    // `AI` is no state of Chile.
    (!isCode || spokenCodes.has(state.countryCode)) &&
    (city === undefined ||
      city.population < largeCity ||
      isOfLanguage(words, state.countryCode, city) ||
      sameAsState.has(word.normal) ||
      // Bahia is another name of Salvador, too, and Oklahoma the beginning of that of a city.
      (city.countryCode === state.countryCode && isOtherName(city.name, text, state.code)))
  const isTown = /^\s*,/.test(words[to]?.gap ?? '') && qualified(words, to, text) !== undefined
  if (isState && !isTown && (isCued || isKnownState(state.countryCode))) {
    const named = stateOf(state.countryCode, text)
    if (named !== undefined)
      return {
        to,
        place: { type: 'state', name: named.name, countryCode: state.countryCode },
        weight: 0.8,
        confidence: 0.9,
      }
  }
  if (city === undefined) return undefined
  // `nich` is Niš in some language, and no city of this question.
  if (!isCued && !isCapital && /^\p{Script=Latin}/u.test(text) && !isSpeltSo(city.name, text))
    return undefined
  const isLarge = city.population >= largeCity
  const isCity =
    isLarge || ((isCued || isCapital) && city.population >= (isCued && isCapital ? anyCity : 40_000))
  const wider = qualified(words, to, text)
  if (!isCity && wider === undefined) return undefined
  if (to - from === 1 && !isLarge && !isCued && from === 0 && wider === undefined) return undefined
  return {
    to: wider?.to ?? to,
    place: cityPlace(wider?.city ?? city, city.name),
    weight: isCued || wider !== undefined ? 1 : 0,
    confidence: isLarge || wider !== undefined ? 0.95 : 0.75,
  }
}

/** `Georgia, USA`: the state of that name in the country that stands behind it. */
function stateWithin(words: readonly Word[], from: number, at: number): Named | undefined {
  const next = words[at]
  if (next === undefined || !/^\s*[,(]\s*$/.test(next.gap)) return undefined
  const states = statesCalled(spelt(words, from, at))
  for (let to = states.length === 0 ? at : longestFrom(words, at); to > at; to--) {
    const nickname = nicknameTable.at(words, at)
    const code = nickname?.to === to ? nickname.values[0] : findCountry(spelt(words, at, to))?.alpha3
    const found = states.find(({ countryCode }) => countryCode === code)
    const state = found && stateOf(found.countryCode, found.code)
    if (found === undefined || state?.isGazetteerLevel !== true) continue
    // `Berlin, Germany` is the city.
    if (findCity(spelt(words, from, at), code)[0]?.name === state.name) return undefined
    const { countryCode } = found
    return { to, place: { type: 'state', name: state.name, countryCode }, weight: 1, confidence: 0.95 }
  }
  return undefined
}

/** From this size on a city in the state of its name is meant: `Coimbra`, `Bern`. */
const seatOfState = 50_000

const isSeat = (city: City | undefined, text: string, state: StateCode): boolean =>
  city !== undefined &&
  phraseKey(city.name) === phraseKey(text) &&
  city.countryCode === state.countryCode &&
  city.stateCode === state.code &&
  city.population >= seatOfState &&
  !sameAsState.has(phraseKey(text))

/** `no Paraná` is in Brazil, whatever cities are called so elsewhere. */
const isOfLanguage = (words: readonly Word[], country: string, city: City): boolean =>
  country === 'BRA' &&
  city.countryCode !== 'BRA' &&
  city.countryCode !== 'PRT' &&
  languagesOf(words).has('pt')

/** Whether a text is the name of a state, and of a city only in passing: the state is not called like the city. */
const isOtherName = (city: string, text: string, code: string): boolean => {
  const [own, said] = [phraseKey(city), phraseKey(text)]
  if (own === `${said} city`) return true
  return (
    own !== said && !own.startsWith(`${said} `) && !statesCalled(city).some((state) => state.code === code)
  )
}

const isSpeltSo = (name: string, text: string): boolean => {
  const [own, said] = [phraseKey(name), phraseKey(text)]
  return own === said || own.startsWith(`${said} `)
}

/** The large city that a state is named after in its own language: `Antwerp` is a state that calls itself Antwerpen. */
function cityOfState(country: string | undefined, text: string): City | undefined {
  const own = country === undefined ? undefined : stateOf(country, text)?.name
  const city = own === undefined || own === text ? undefined : findCity(own, country)[0]
  return city?.name === own && city !== undefined && city.population >= largeCity ? city : undefined
}

/** Parts of a country that are called countries: a search by the whole would be wider than asked. */
const nations = new Set(['england', 'scotland', 'wales'])

/** Whose states are called by their codes. */
const spokenCodes = new Set(['USA', 'CAN', 'AUS', 'BRA'])
const sameAsState = new Set(['quebec', 'ontario', 'victoria', 'georgia', 'california', 'florida', 'texas'])
const isKnownState = (country: string) =>
  ['USA', 'CAN', 'DEU', 'AUS', 'IND', 'GBR', 'BRA', 'CHE', 'AUT', 'ESP', 'FRA', 'ITA'].includes(country)

/** `Austin, TX`, `Paris, Texas`, `Berlin, Germany`: the city that the words behind it narrow. */
function qualified(words: readonly Word[], at: number, city: string): { to: number; city: City } | undefined {
  for (let to = Math.min(at + 3, words.length); to > at; to--) {
    const first = words[at] as Word
    if (!/^[\s,.(]*$/.test(first.gap)) return undefined
    const text = spelt(words, at, to)
    const isCode = text.length === 2
    if (isCode && first.text !== first.text.toUpperCase()) continue
    if (text.length < 2 || (text.length === 3 && findCountry(text) === undefined) || first.isNumber) continue
    if (ordinary.has(first.normal) && !isCode) continue
    const found = findCity(`${city}, ${text}`)[0]
    if (found !== undefined) return { to, city: found }
  }
  return undefined
}

function longestFrom(words: readonly Word[], from: number): number {
  let to = from + 1
  while (to < words.length && to - from < mostWords && isJoined(words[to] as Word)) to++
  return to
}

const spelt = (words: readonly Word[], from: number, to: number) =>
  words
    .slice(from, to)
    .map(({ meant, text }) => meant ?? text)
    .join(' ')

/** Named where its name finds it among those of its country; else by its coordinates. */
function cityPlace(
  city: City,
  asked: string,
  radius = { unit: 'kilometers' as const, quantity: aroundCityKm } as Radius,
): Place {
  const { name, countryCode } = city
  const first = findCity(name, countryCode)[0]
  const isFirst = first !== undefined && first.lat === city.lat && first.lon === city.lon
  const strategy: LocationStrategy = isFirst
    ? { strategy: 'free-form-city', city: name, countryCode, radius }
    : {
        strategy: 'radial-distance',
        center: {
          latitude: city.lat,
          longitude: city.lon,
          name: city.stateName === undefined ? name : `${name}, ${city.stateName}`,
          address: undefined,
        },
        radius,
      }
  return { type: 'area', strategy, name: name || asked }
}

type Radius = { unit: 'kilometers' | 'miles'; quantity: number }

/** `within 50 miles of Austin`, `50 km around Berlin`. */
function aroundPlace(words: readonly Word[], from: number): { to: number; place: Place } | undefined {
  let at = from
  if (['within', 'im', 'dans', 'en'].includes(words[at]?.normal ?? '')) at++
  const number = words[at]
  const unit = unitOf(words[at + 1]?.normal)
  if (number?.isNumber !== true || unit === undefined) return undefined
  at += 2
  while (
    ['radius', 'of', 'from', 'around', 'um', 'autour', 'de', 'von', 'the'].includes(words[at]?.normal ?? '')
  )
    at++
  const named = words[at] === undefined ? undefined : (knownCity(words, at) ?? namedPlace(words, at))
  if (named?.place.type !== 'area' || named.place.strategy.strategy === 'polygon') return undefined
  const { strategy } = named.place
  if (strategy.strategy === 'preset-region') return undefined
  const quantity = Number(number.text.replaceAll(',', ''))
  return { to: named.to, place: { ...named.place, strategy: { ...strategy, radius: { unit, quantity } } } }
}

/** `near Austin within 50 miles`, `in Berlin im Umkreis von 50 km`. */
function withinBehind(
  words: readonly Word[],
  { to, place }: Named,
): { to: number; place: Place } | undefined {
  if (place.type !== 'area') return undefined
  const { strategy } = place
  if (strategy.strategy === 'preset-region' || strategy.strategy === 'polygon') return undefined
  let at = to
  while (['within', 'in', 'a', 'im', 'umkreis', 'radius', 'of', 'von'].includes(words[at]?.normal ?? '')) at++
  const [number, unit] = [words[at], unitOf(words[at + 1]?.normal)]
  if (at === to || number?.isNumber !== true || unit === undefined) return undefined
  const quantity = Number(number.text.replaceAll(',', ''))
  return { to: at + 2, place: { ...place, strategy: { ...strategy, radius: { unit, quantity } } } }
}

function unitOf(word: string | undefined): Radius['unit'] | undefined {
  if (/^(mile|miles|mi)$/.test(word ?? '')) return 'miles'
  return /^(km|kms|kilometers?|kilometres?|kilometern?)$/.test(word ?? '') ? 'kilometers' : undefined
}

/** Whether a word says of what place something is: `German`. */
export const adjectiveOfPlace = (words: readonly Word[], at: number): boolean =>
  adjectiveTable.at(words, at)?.to === at + 1 || nicknameTable.at(words, at)?.to === at + 1

/** Whether a place begins at a word. */
export const isPlaceName = (words: readonly Word[], at: number): boolean =>
  endOfPlace(words, at) !== undefined

/** The word behind the place that begins at a word. */
export const endOfPlace = (words: readonly Word[], at: number): number | undefined =>
  (nicknameTable.at(words, at) ?? areaNames().at(words, at) ?? knownCity(words, at) ?? namedPlace(words, at))
    ?.to

export const placeWords = () => [
  ...adjectiveTable.vocabulary(),
  ...nicknameTable.vocabulary(),
  ...cityAdjectiveTable.vocabulary(),
  ...cityTable.vocabulary(),
]
