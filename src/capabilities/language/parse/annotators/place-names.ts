import { findCity, findCountry, findState, statesCalled } from '../../../../corpus/reference/index.ts'
import { buildPhrases, listRows } from '../phrases.ts'
import { cityNames } from '../tables/world.ts'
import { toPhraseKey, type Word } from '../words.ts'
import {
  findCityOfState,
  isOfLanguage,
  isOtherName,
  isSeat,
  largeCity,
  sameAsState,
  readStateWithin,
} from './place-states.ts'
import {
  toCityPlace,
  isSpeltSo,
  findLongest,
  ordinary,
  placeCues,
  readQualified,
  joinSpelling,
  type Named,
} from './place-words.ts'

const anyCity = 1_000
export const cityTable = buildPhrases(listRows(cityNames))
/** Of these words of other languages, before which a short form is likelier one of their small words. */
const foreignCues = new Set(['bei', 'aus', 'a', 'en', 'em', 'dans', 'nel', 'te'])
/** A code of two parts, and an article with what it comes before: `la région de Lyon` is not in Louisiana. */
const codeOfTwoWords = /^(\p{L}{2} [\p{L}\d]{1,3}|la (r[eé]gi[oó]ne?|zon[ea]|provinc(e|ia)))$/iu
/** `la` of `dans la santé`, and not `LA` or `in la`. */
function isSmallWord(words: readonly Word[], at: number): boolean {
  const { text, normal } = words[at]!
  const before = words[at - 1]?.normal ?? ''
  const isCued = placeCues.has(before) && !foreignCues.has(before)
  return normal.length <= 2 && text !== text.toUpperCase() && !isCued
}

const stateNouns = new Set(['state', 'province'])

export function readTableCity(words: readonly Word[], from: number): Named | undefined {
  const match = cityTable.at(words, from)
  // `las` is no plural of `la`.
  if (match === undefined || match.isPlural) return undefined
  const [city = '', country = ''] = match.values[0]!.split('|')
  if (match.to - from === 1 && isSmallWord(words, from)) return undefined
  const place = findCity(city, country)[0]
  if (place === undefined) return undefined
  const wider = readQualified(words, match.to, city)
  // `New York, NY` and `Washington, DC` name one place; `Washington state` another.
  const state = findState(country, /^(Washington|New York)/.exec(city)?.[0] ?? city)
  if (stateNouns.has(words[match.to]?.normal ?? '') && state !== undefined)
    return {
      to: match.to + 1,
      place: { type: 'state', name: state.name, countryCode: country },
      weight: 2,
      confidence: 0.9,
    }
  return {
    to: wider?.to ?? match.to,
    place: toCityPlace(wider?.city ?? place, city),
    weight: 2.5,
    confidence: 0.95,
  }
}

const joining = new Set(['oder', 'und', 'or', 'and', 'et', 'ou', 'y', 'e', 'o', 'en', 'of', 'in'])

/** A country, state or city by its own name, the longest first. */
export function readNamedPlace(words: readonly Word[], from: number): Named | undefined {
  for (let to = findLongest(words, from); to > from; to--) {
    const text = joinSpelling(words, from, to)
    const first = words[from] as Word
    // Codes of states would be found with a number after them: `con 10`.
    if (words.slice(from, to).some(({ isNumber }) => isNumber)) continue
    // `Frankfurt oder Berlin` are two, and `in County` no Indiana.
    if (to - from > 1 && (joining.has(words[to - 1]!.text) || joining.has(first.normal))) continue
    // New England is no England.
    if (words[from - 1]?.normal === 'new' && first.normal === 'england') continue
    if (to - from === 1 && ordinary.has(first.normal)) continue
    const state = readStateWithin(words, from, to)
    if (state !== undefined) return state
    const isLong = text.length >= 4 || /[^\p{Script=Latin}\d\s]/u.test(text)
    const country = isLong && !nations.has(toPhraseKey(text)) ? findCountry(text) : undefined
    if (country !== undefined)
      return {
        to,
        place: { type: 'country', code: country.alpha3, name: country.name },
        weight: 1,
        confidence: 0.97,
      }
    const place = readStateOrCity(words, from, to)
    if (place !== undefined) return place
  }
  return undefined
}

/** Words that may name a state or a city, and what their form and the word before them say. */
interface Candidate {
  words: readonly Word[]
  from: number
  to: number
  text: string
  isCued: boolean
  isCapital: boolean
  /** Two letters alone. */
  isCode: boolean
}

function readStateOrCity(words: readonly Word[], from: number, to: number): Named | undefined {
  const text = joinSpelling(words, from, to)
  const isCued = placeCues.has(words[from - 1]?.normal ?? '')
  const isCapital = /^\p{Lu}/u.test(words[from]!.text)
  const isCode = to - from === 1 && text.length === 2
  const candidate = { words, from, to, text, isCued, isCapital, isCode }
  if (!mayBePlace(candidate)) return undefined
  const cities = text.length < 3 ? [] : findCity(text)
  const states = listStatesOf(candidate)
  const state = states.find(({ countryCode }) => countryCode === 'USA') ?? states[0]
  const city = findCityOfState(state?.countryCode, text) ?? cities[0]
  // `Lagos State`
  const isState = to - from > 1 && stateNouns.has(words[to - 1]!.normal)
  const named = state && readStateOf(candidate, state, isState ? undefined : city)
  if (named !== undefined) return named
  return city === undefined ? undefined : readCityOf(candidate, city)
}

/** Short words are places where a cue or capitals speak for it. */
function mayBePlace({ words, from, text, isCued, isCapital, isCode }: Candidate): boolean {
  const isUpper = words[from]!.text === words[from]!.text.toUpperCase()
  if (isCode && !(isCued && isUpper && isCapital)) return false
  return text.length >= 2 && (text.length !== 3 || isCued || isCapital)
}

/** `in HR` is not a code of India's, though it is written like one (IN-HR). */
function listStatesOf({ from, to, text, isCode }: Candidate): ReturnType<typeof statesCalled> {
  const isSpelt = to - from === 1 || !codeOfTwoWords.test(text)
  return isCode || (text.length >= 4 && isSpelt) ? statesCalled(text) : []
}

type State = ReturnType<typeof statesCalled>[number]
type City = ReturnType<typeof findCity>[number]

function readStateOf(candidate: Candidate, state: State, city: City | undefined): Named | undefined {
  const { words, to, text, isCued } = candidate
  if (!isStateHere(candidate, state, city)) return undefined
  const isTown = /^\s*,/.test(words[to]?.gap ?? '') && readQualified(words, to, text) !== undefined
  if (isTown || !(isCued || isStateOfCountry(state.countryCode))) return undefined
  const subdivision = findState(state.countryCode, text)
  return (
    subdivision && {
      to,
      place: { type: 'state', name: subdivision.name, countryCode: state.countryCode },
      weight: 0.8,
      confidence: 0.9,
    }
  )
}

/** Whether a state is likelier than a city of the same name. */
function isStateHere(
  { words, from, text, isCode }: Candidate,
  state: State,
  city: City | undefined,
): boolean {
  // `AI` is not a state of Chile.
  if (isSeat(city, text, state) || (isCode && !spokenCodes.has(state.countryCode))) return false
  return (
    city === undefined ||
    city.population < largeCity ||
    isOfLanguage(words, state.countryCode, city) ||
    isOnlyAlternate(city, text, state) ||
    sameAsState.has(words[from]!.normal) ||
    // Bahia is another name of Salvador, too, and Oklahoma the beginning of that of a city.
    (city.countryCode === state.countryCode && isOtherName(city.name, text, state.code))
  )
}

/** `Antioquia` is a state by its own name, and Antakya by one of former times. */
const isOnlyAlternate = (city: City, text: string, state: State): boolean =>
  city.countryCode !== state.countryCode &&
  !isSpeltSo(city.name, text) &&
  toPhraseKey(findState(state.countryCode, text)?.name ?? '') === toPhraseKey(text)

const smallCity = 40_000

function readCityOf({ words, from, to, text, isCued, isCapital }: Candidate, city: City): Named | undefined {
  // `nich` is Niš in some language, and no city of this question.
  const isPlain = !isCued && !isCapital
  if (isPlain && /^\p{Script=Latin}/u.test(text) && !isSpeltSo(city.name, text)) return undefined
  const isLarge = city.population >= largeCity
  const least = isCued && isCapital ? anyCity : smallCity
  const isCity = isLarge || (!isPlain && city.population >= least)
  const wider = readQualified(words, to, text)
  if (!isCity && wider === undefined) return undefined
  if (wider !== undefined)
    return { to: wider.to, place: toCityPlace(wider.city, city.name), weight: 1, confidence: 0.95 }
  const isFirst = to - from === 1 && from === 0
  if (isFirst && !isLarge && !isCued) return undefined
  return {
    to,
    place: toCityPlace(city, city.name),
    weight: isCued ? 1 : 0,
    confidence: isLarge ? 0.95 : 0.75,
  }
}

/** Parts of a country that are called countries: a search by the whole would be wider than asked. */
const nations = new Set(['england', 'scotland', 'wales', 'northern ireland'])

/** Whose states are called by their codes. */
const spokenCodes = new Set(['USA', 'CAN', 'AUS', 'BRA'])
const isStateOfCountry = (country: string) =>
  ['USA', 'CAN', 'DEU', 'AUS', 'IND', 'GBR', 'BRA', 'CHE', 'AUT', 'ESP', 'FRA', 'ITA'].includes(country)
