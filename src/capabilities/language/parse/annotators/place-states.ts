import {
  findCity,
  findCountry,
  findState,
  statesCalled,
  type City,
  type StateCode,
} from '../../../../corpus/reference/index.ts'
import { findLanguages } from '../language-of.ts'
import { buildPhrases, listRows } from '../phrases.ts'
import { nicknames } from '../tables/world.ts'
import { toPhraseKey, type Word } from '../words.ts'
import { findLongest, joinSpelling, type Named } from './place-words.ts'

export const nicknameTable = buildPhrases(listRows(nicknames))
/** `Georgia, USA`: the state of that name in the country that comes after it. */
export function readStateWithin(words: readonly Word[], from: number, at: number): Named | undefined {
  const next = words[at]
  if (next === undefined || !/^\s*[,(]\s*$/.test(next.gap)) return undefined
  const states = statesCalled(joinSpelling(words, from, at))
  for (let to = states.length === 0 ? at : findLongest(words, at); to > at; to--) {
    const nickname = nicknameTable.at(words, at)
    const code = nickname?.to === to ? nickname.values[0] : findCountry(joinSpelling(words, at, to))?.alpha3
    const match = states.find(({ countryCode }) => countryCode === code)
    const state = match && findState(match.countryCode, match.code)
    if (match === undefined || state?.isGazetteerLevel !== true) continue
    // `Berlin, Germany` is the city.
    if (findCity(joinSpelling(words, from, at), code)[0]?.name === state.name) return undefined
    const { countryCode } = match
    return { to, place: { type: 'state', name: state.name, countryCode }, weight: 1, confidence: 0.95 }
  }
  return undefined
}

/** From this size on a city in the state of its name is meant: `Coimbra`, `Bern`. */
const seatOfState = 50_000

export const isSeat = (city: City | undefined, text: string, state: StateCode): boolean =>
  city !== undefined &&
  toPhraseKey(city.name) === toPhraseKey(text) &&
  city.countryCode === state.countryCode &&
  city.stateCode === state.code &&
  city.population >= seatOfState &&
  !sameAsState.has(toPhraseKey(text))

/** `no Paraná` is in Brazil, whatever cities are called so elsewhere. */
export const isOfLanguage = (words: readonly Word[], country: string, city: City): boolean =>
  country === 'BRA' &&
  city.countryCode !== 'BRA' &&
  city.countryCode !== 'PRT' &&
  findLanguages(words).has('pt')

/** Whether a text is the name of a state, and of a city only in passing: the state is not called like the city. */
export const isOtherName = (city: string, text: string, code: string): boolean => {
  const [own, phrase] = [toPhraseKey(city), toPhraseKey(text)]
  if (own === `${phrase} city`) return true
  return (
    own !== phrase &&
    !own.startsWith(`${phrase} `) &&
    !statesCalled(city).some((state) => state.code === code)
  )
}

/** The large city that a state is named after in its own language: `Antwerp` is a state that calls itself Antwerpen. */
export function findCityOfState(country: string | undefined, text: string): City | undefined {
  const own = country === undefined ? undefined : findState(country, text)?.name
  const city = own === undefined || own === text ? undefined : findCity(own, country)[0]
  return city?.name === own && city !== undefined && city.population >= largeCity ? city : undefined
}

/** Inhabitants from which a city is meant by its name alone, and after a word such as `in`. */
export const largeCity = 150_000
export const sameAsState = new Set([
  'quebec',
  'ontario',
  'victoria',
  'georgia',
  'california',
  'florida',
  'texas',
])
