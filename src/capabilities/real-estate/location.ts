import { listingToken } from '../../corpus/kinds/index.ts'
import { findCountry, findState } from '../../corpus/reference/index.ts'
import { and, containsWords, hasAll, hasAny, or, type Condition } from '../../corpus/search/index.ts'
import type { ListingQuestion } from './schema.ts'

/** A location as it was understood. */
export interface Region {
  name: string
  condition: Condition
}

const facet = (...values: Parameters<typeof listingToken>) => hasAll('facets', [listingToken(...values)])

/**
 * What a location means. The last parts of a text between commas are read as country, postal code and state, the one before
 * as city, the rest as words of an address. A single part may be any of these, and finds all of them.
 */
export function toRegion(location: ListingQuestion['location']): Region {
  if (location.type === 'structured') {
    const state = location.stateCode.toUpperCase()
    return {
      name: `${location.city}, ${state}`,
      condition: and([facet('city', location.city), facet('state', state)]),
    }
  }
  const parts = location.query.split(',').map((part) => part.trim())
  const present = parts.filter((part) => part !== '')
  const texts = present.length === 0 ? [location.query] : present
  return texts.length === 1 ? anything(texts[0] as string) : fromParts(texts)
}

const zipForm = /^(\d{5})(?:-\d{4})?$/
const stateCode = (text: string): string | undefined => findState('USA', text)?.code ?? undefined

function anything(text: string): Region {
  const zip = zipForm.exec(text)?.[1]
  if (zip !== undefined) return { name: zip, condition: facet('zip', zip) }
  const behind = /^(.*\D)\s(\d{5})$/.exec(text)
  if (behind !== null) return fromParts([behind[1] as string, behind[2] as string])
  const state = stateCode(text)
  const country = findCountry(text)
  const name = text.replace(/ county$/i, '')
  const tokens = [
    listingToken('city', text),
    listingToken('county', name),
    listingToken('part', text),
    ...(state === undefined ? [] : [listingToken('state', state)]),
    ...(country === undefined ? [] : [listingToken('country', country.alpha3)]),
  ]
  return { name: text, condition: or([hasAny('facets', tokens), addressWords(text)]) }
}

/** Words of a street; a single one would be found in any text. */
const addressWords = (text: string): Condition =>
  /^\d+\s+\S/.test(text) ? containsWords(text) : hasAny('facets', [listingToken('part', text)])

function fromParts(parts: readonly string[]): Region {
  const left = [...parts]
  const conditions: Condition[] = []
  const names: string[] = []
  const last = () => left.at(-1) ?? ''
  const country = left.length > 1 && stateCode(last()) === undefined ? findCountry(last()) : undefined
  if (country !== undefined) {
    conditions.push(facet('country', country.alpha3))
    left.pop()
  }
  const zip = /^(.*?)\s*(\d{5})(?:-\d{4})?$/.exec(last())
  if (zip !== null) {
    conditions.push(facet('zip', zip[2] as string))
    names.unshift(zip[2] as string)
    left.pop()
    if (zip[1]) left.push(zip[1])
  }
  const state = left.length > 1 || names.length > 0 ? stateCode(last()) : undefined
  if (state !== undefined) {
    conditions.push(facet('state', state))
    names.unshift(state)
    left.pop()
  }
  const city = left.pop()
  if (city !== undefined) {
    const tokens = [
      listingToken('city', city),
      listingToken('county', city.replace(/ county$/i, '')),
      listingToken('part', city),
    ]
    conditions.push(hasAny('facets', tokens))
    names.unshift(city)
  }
  for (const words of left.toReversed()) {
    conditions.push(containsWords(words))
    names.unshift(words)
  }
  if (names.length === 0 && country !== undefined) names.push(country.name)
  return { name: names.join(', '), condition: and(conditions) }
}
