import { findCity, findState } from '../../../../corpus/reference/index.ts'
import type { Annotator, Mention, Place } from '../mention.ts'
import { buildPhrases, listRows } from '../phrases.ts'
import { adjectives, cityAdjectives } from '../tables/world.ts'
import { stateAdjectives, stateNicknames } from '../tables/states.ts'
import type { Word } from '../words.ts'
import { readArea, openAreas } from './place-areas.ts'
import { readCodes } from './place-codes.ts'
import { readAround, readWithin } from './place-distances.ts'
import { cityTable, readTableCity, readNamedPlace } from './place-names.ts'
import { nicknameTable } from './place-states.ts'
import { toCityPlace, placeCues } from './place-words.ts'

const adjectiveTable = buildPhrases(listRows(adjectives))
const stateAdjectiveTable = buildPhrases(listRows(stateAdjectives))
const stateNicknameTable = buildPhrases(listRows(stateNicknames))
const cityAdjectiveTable = buildPhrases(listRows(cityAdjectives))
/** Countries, regions, states, metro areas and cities, with distances (`within 50 miles of Austin`). */
export const annotatePlaces: Annotator = ({ words }) => {
  const mentions: Mention[] = []
  const add = (
    from: number,
    to: number,
    place: Place,
    more: Partial<Mention> & { isAdjective?: boolean } = {},
  ) => {
    const { isAdjective = false, ...rest } = more
    mentions.push({ from, to, is: { kind: 'place', place, isAdjective }, confidence: 0.95, ...rest })
  }
  for (let from = 0; from < words.length; from++) {
    const adjective = adjectiveTable.at(words, from)
    if (adjective !== undefined && !adjective.isPlural)
      add(from, adjective.to, toCountry(adjective.values[0]!), { isAdjective: true })
    for (const [states, isAdjective] of [
      [stateAdjectiveTable, true],
      [stateNicknameTable, false],
    ] as const) {
      const state = states.at(words, from)
      if (state !== undefined && !state.isPlural)
        add(from, state.to, toState(state.values[0]!), {
          isAdjective,
          weight: isAdjective ? 1 : 2 + (state.to - from),
        })
    }
    const ofCity = readCityAdjective(words, from)
    if (ofCity !== undefined) add(from, ofCity.to, ofCity.place, { isAdjective: true, weight: 1 })
    for (const { at, place } of readCodes(words, from)) add(at, at + 1, place, { weight: 1 })
    const nickname = nicknameTable.at(words, from)
    if (nickname !== undefined && isCountryHere(words, from, nickname.to) && !isPartOf(words, from))
      add(from, nickname.to, toCountry(nickname.values[0]!), { weight: 1 })
    const area = readArea(words, from)
    // The whole of `sf bay area`, and not a city beside the `bay area`.
    if (area !== undefined) add(from, area.to, area.place, { weight: 2 + (area.to - from - 1) * 1.5 })
    const city = readTableCity(words, from) ?? readNamedPlace(words, from)
    if (city !== undefined)
      add(from, city.to, city.place, { weight: city.weight, confidence: city.confidence })
    const within = city && readWithin(words, city)
    if (within !== undefined) add(from, within.to, within.place, { weight: 3 })
    const around = readAround(words, from)
    if (around !== undefined) add(from, around.to, around.place, { weight: 3 })
  }
  return mentions
}

function toState(state: string): Place {
  const [name = '', countryCode = ''] = state.split('|')
  return { type: 'state', name: findState(countryCode, name)?.name ?? name, countryCode }
}

function toCountry(codes: string): Place {
  const [code = '', ...others] = codes.split('|')
  return { type: 'country', code, name: code, ...(others.length > 0 && { others }) }
}

/** `Eastern Africa`, `Sub-Saharan Africa`: a part of a continent, and all of it would be too much. */
const isPartOf = (words: readonly Word[], at: number): boolean =>
  /^(africa|asia|europe|america|americas)$/.test(words[at]!.normal) &&
  /^(east|eastern|west|western|north|northern|south|southern|central|saharan|inner|equatorial)$/.test(
    words[at - 1]?.normal ?? '',
  )

/** `Parisian start-ups`. */
function readCityAdjective(words: readonly Word[], from: number): { to: number; place: Place } | undefined {
  const match = cityAdjectiveTable.at(words, from)
  if (match === undefined) return undefined
  const [name = '', country = ''] = match.values[0]!.split('|')
  const city = findCity(name, country)[0]
  return city === undefined ? undefined : { to: match.to, place: toCityPlace(city, name) }
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

/** Whether a word says of what place something is: `German`. */
export const isAdjectiveOfPlace = (words: readonly Word[], at: number): boolean =>
  [adjectiveTable, nicknameTable, stateAdjectiveTable].some((table) => table.at(words, at)?.to === at + 1)

/** Whether a place begins at a word. */
export const isPlaceName = (words: readonly Word[], at: number): boolean =>
  endOfPlace(words, at) !== undefined

/** The word after the place that begins at a word. */
export const endOfPlace = (words: readonly Word[], at: number): number | undefined =>
  (
    nicknameTable.at(words, at) ??
    openAreas().at(words, at) ??
    readTableCity(words, at) ??
    readNamedPlace(words, at)
  )?.to

export const listPlaceWords = () => [
  ...adjectiveTable.vocabulary(),
  ...nicknameTable.vocabulary(),
  ...cityAdjectiveTable.vocabulary(),
  ...stateAdjectiveTable.vocabulary(),
  ...cityTable.vocabulary(),
]
