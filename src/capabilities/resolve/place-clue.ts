import { normalText } from '../../lib/text-normal.ts'
import { findState } from '../../corpus/reference/index.ts'
import { and, hasAny } from '../../corpus/search/index.ts'
import { token, wantedStateTokens } from '../../corpus/search-index/index.ts'
import type { PersonCareer } from '../../corpus/lookup/index.ts'
import type { LocationRecord } from '../../corpus/records/index.ts'
import type { Clue } from './clue.ts'

export interface PlaceAsked {
  countryCode?: string | undefined
  stateName?: string | undefined
  locality?: string | undefined
}

/** How much of a place agrees when it agrees down to here. */
const depth = { country: 0.35, state: 0.7, locality: 1 }
const maxTextLength = 300

/** Where the person lives; every part given must agree with what the record says. */
export function placeClue(place: PlaceAsked): Clue | undefined {
  const country = place.countryCode?.toUpperCase()
  const state = normalText(place.stateName?.slice(0, maxTextLength) ?? '')
  const locality = normalText(place.locality?.slice(0, maxTextLength) ?? '')
  if (!country && state === '' && locality === '') return undefined
  const conditions = [
    ...(country ? [hasAny('facets', [token('country', country)])] : []),
    ...(state === '' ? [] : [hasAny('facets', wantedStateTokens(state, country).tokens)]),
  ]
  return {
    member: 'profileLocation',
    weight: 0.3,
    penalty: 0.8,
    conditions: conditions.length === 0 ? [] : [and(conditions)],
    assess(person) {
      const place = person.inferred_location
      const parts: [keyof typeof depth, boolean | undefined][] = []
      if (country) parts.push(['country', place?.country_code ? place.country_code === country : undefined])
      if (state !== '') parts.push(['state', sameState(state, country, place)])
      if (locality !== '') parts.push(['locality', sameLocality(locality, person)])
      const evidence = `profileLocation: ${place?.formatted_address ?? person.locality ?? place?.city ?? 'elsewhere'}`
      if (parts.some(([, agrees]) => agrees === false)) return { verdict: 'differs', evidence }
      const agreed = parts.filter(([, agrees]) => agrees === true).map(([part]) => depth[part])
      if (agreed.length === 0) return { verdict: 'unknown' }
      return { verdict: 'agrees', strength: Math.max(...agreed), present: true, evidence }
    },
  }
}

/** By their codes if known, whatever either calls the state. */
function sameState(
  state: string,
  country: string | undefined,
  place: LocationRecord | null,
): boolean | undefined {
  const states = [place?.state_name, place?.state_code].filter(
    (name) => typeof name === 'string' && name !== '',
  )
  if (states.length === 0) return undefined
  const within = country ?? place?.country_code ?? undefined
  const toStateName = (name: string) =>
    (within === undefined ? undefined : findState(within, name)?.code) ?? normalText(name)
  return states.some((name) => toStateName(name as string) === toStateName(state))
}

/** Localities are free text: one names the other within it, word for word. */
function sameLocality(locality: string, person: PersonCareer): boolean | undefined {
  const city = normalText(person.inferred_location?.city ?? '')
  const written = normalText(`${person.locality ?? ''} ${person.inferred_location?.formatted_address ?? ''}`)
  if (city === '' && written === '') return undefined
  if (city !== '' && ` ${locality} `.includes(` ${city} `)) return true
  return ` ${written} `.includes(` ${locality} `)
}
