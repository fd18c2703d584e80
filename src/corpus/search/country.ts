import { z } from 'zod'
import { invalidMember } from '../../operation/index.ts'
import { expandCountryCodes } from '../reference/index.ts'
import { token } from '../search-index/index.ts'
import { and, hasAny, not, type Condition } from './condition.ts'
import { filter, pair, withFacet } from './filter.ts'

/** Countries behind codes and region codes; an unknown code is a 400 at the path of its place in the list. */
export function countriesIn(codes: readonly string[], pathOf: (index: number) => string): string[] {
  const { countries, unknown } = expandCountryCodes([...codes])
  if (unknown.length > 0) {
    throw invalidMember(
      pathOf(codes.indexOf(unknown[0] as string)),
      `"${unknown[0]}" is not a country or region code.`,
      'unknown_country',
    )
  }
  return [...countries]
}

/** Tokens of the countries behind codes; an unknown code is a 400 at its path. */
export function countryTokens(codes: readonly string[], path: string): string[] {
  return countriesIn(codes, (index) => `${path}[${index}]`).map((country) => token('country', country))
}

const byCountry = filter(pair(z.string().min(1)), (value, context) => {
  const parts: Condition[] = []
  if (value.anyOf !== undefined)
    parts.push(hasAny('facets', countryTokens(value.anyOf, `${context.path}.anyOf`)))
  if (value.noneOf !== undefined && value.noneOf.length > 0) {
    parts.push(not(hasAny('facets', countryTokens(value.noneOf, `${context.path}.noneOf`))))
  }
  return and(parts)
})

/** Where a record is: any of, and none of, some countries and regions. */
export const countryFilter = withFacet(byCountry, {
  kind: 'country',
  valueOf: (token) => token.toUpperCase(),
})
