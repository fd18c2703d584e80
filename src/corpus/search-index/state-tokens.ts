import type { LocationRecord } from '../records/index.ts'
import { memo } from '../../lib/memo.ts'
import { findState, statesCalled } from '../reference/index.ts'
import { token } from './tokens.ts'

type Place = Pick<LocationRecord, 'country_code' | 'state_name' | 'state_code'>

/**
 * The state of a country: by its code if it is known, whatever name the record uses, and by the name in the record.
 */
const inCountry = (country: string, state: string) => token('cstate', `${country} ${state}`)

const stateInCountries = memo((text) => {
  const country = text.slice(0, text.indexOf('/'))
  const state = text.slice(country.length + 1)
  return inCountry(country, findState(country.toUpperCase(), state)?.code ?? state)
})

/** The token of a state as records write it, remembered: a row asks four times, and most rows are of few places. */
const stateInCountry = (country: string, state: string): string => stateInCountries(`${country}/${state}`)

/** Tokens of the state a place is in: as written and, where the country is known, by its code. */
export function stateTokens(place: Place | null | undefined): string[] {
  const country = place?.country_code
  const tokens: string[] = []
  for (const state of [place?.state_name, place?.state_code]) {
    if (!state) continue
    tokens.push(token('state', state))
    if (!country) continue
    tokens.push(stateInCountry(country, state))
  }
  return [...new Set(tokens)]
}

/**
 * Tokens for finding a state, in one country or in any. `isKnown` says whether it is a name or code of ISO 3166-2
 * there.
 */
export function wantedStateTokens(state: string, country?: string): { tokens: string[]; isKnown: boolean } {
  if (country !== undefined) {
    const subdivision = findState(country.toUpperCase(), state)
    return { tokens: [inCountry(country, subdivision?.code ?? state)], isKnown: subdivision !== undefined }
  }
  const states = statesCalled(state)
  // The text as written finds records of unknown countries, and states that only their source calls so.
  const tokens = [token('state', state), ...states.map((each) => inCountry(each.countryCode, each.code))]
  return { tokens, isKnown: states.length > 0 }
}
