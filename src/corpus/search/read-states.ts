import { nearest } from '../../lib/edit-suggestion.ts'
import { subdivisionNames } from '../reference/index.ts'
import { wantedStateTokens } from '../search-index/index.ts'
import type { FilterContext } from './filter.ts'

/** Values of a list that advice is given on. The first few show what is wrong with the rest. */
const maxSuggestions = 3

/** Reads states as tokens, in one country or in any, with advice on names that are no states. */
export function stateReader(context: FilterContext): (state: string, country?: string) => string[] {
  let advised = 0
  return (state, country) => {
    const { tokens, isKnown } = wantedStateTokens(state, country)
    if (!isKnown && advised++ < maxSuggestions) {
      const near = nearest(state, subdivisionNames(country?.toUpperCase()))
      const meant = near === undefined ? '' : ` Did you mean "${near}"?`
      const where = country === undefined ? 'any country' : country.toUpperCase()
      context.advise(
        `${context.path}: "${state}" is not a name or code of a state of ${where} (ISO 3166-2), so only records with this spelling are found.${meant}`,
      )
    }
    return tokens
  }
}
