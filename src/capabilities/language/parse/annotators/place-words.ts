import { findCity, findCountry, type City } from '../../../../corpus/reference/index.ts'
import type { LocationStrategy, Place } from '../mention.ts'
import { noCities } from '../tables/world.ts'
import { isJoined, toPhraseKey, type Word } from '../words.ts'

export interface Named {
  to: number
  place: Place
  weight: number
  confidence: number
}

const maxWords = 4

export const placeCues = new Set([
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
export const ordinary = new Set(noCities.split(', ').map(toPhraseKey))
export const joinSpelling = (words: readonly Word[], from: number, to: number) =>
  words
    .slice(from, to)
    .map(({ meant, text }) => meant ?? text)
    .join(' ')

export function findLongest(words: readonly Word[], from: number): number {
  let to = from + 1
  while (to < words.length && to - from < maxWords && isJoined(words[to] as Word)) to++
  return to
}

/** How far around a city that is named without a distance. */
const aroundCityKm = 40
export type Radius = { unit: 'kilometers' | 'miles'; quantity: number }

/** Named where its name finds it among those of its country; else by its coordinates. */
export function toCityPlace(
  city: City,
  phrase: string,
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
  return { type: 'area', strategy, name: name || phrase }
}

/** `Austin, TX`, `Paris, Texas`, `Berlin, Germany`: the city that the words after it narrow. */
export function readQualified(
  words: readonly Word[],
  at: number,
  city: string,
): { to: number; city: City } | undefined {
  for (let to = Math.min(at + 3, words.length); to > at; to--) {
    const first = words[at] as Word
    if (!/^[\s,.(]*$/.test(first.gap)) return undefined
    const text = joinSpelling(words, at, to)
    const isCode = text.length === 2
    if (isCode && first.text !== first.text.toUpperCase()) continue
    if (text.length < 2 || (text.length === 3 && findCountry(text) === undefined) || first.isNumber) continue
    if (ordinary.has(first.normal) && !isCode) continue
    const place = findCity(`${city}, ${text}`)[0]
    if (place !== undefined) return { to, city: place }
  }
  return undefined
}

export const isSpeltSo = (name: string, text: string): boolean => {
  const [own, phrase] = [toPhraseKey(name), toPhraseKey(text)]
  return own === phrase || own.startsWith(`${phrase} `)
}
