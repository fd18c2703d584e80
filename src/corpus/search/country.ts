import {
  type NamedRegion,
  countryAndRegionNames,
  countryOrRegionCode,
  expandCountryCodes,
} from '../reference/index.ts'
import { token, wantedStateTokens } from '../search-index/index.ts'
import { hasAll, hasAny, type Condition, and, not } from './condition.ts'
import { z } from 'zod'
import { nearest } from '../../lib/edit-suggestion.ts'
import { invalidMember } from '../../operation/index.ts'
import { filter, pair, withFacet, type FilterContext } from './filter.ts'

/**
 * Turns codes of countries and regions into countries. Another name of one (`Germany`, `US`, `EMEA`) counts as its
 * code, with advice; an unknown one is a 400 at its path in the list.
 */
export function countriesIn(
  codes: readonly string[],
  makePath: (index: number) => string,
  { advise }: Pick<FilterContext, 'advise'>,
): string[] {
  const { unknown } = expandCountryCodes(codes)
  if (unknown.length === 0) return [...expandCountryCodes(codes).countries]
  const read = codes.map((text, index) => {
    if (!unknown.includes(text)) return text
    const code = countryOrRegionCode(text)
    if (code === undefined) throw invalidMember(makePath(index), notKnown(text), 'unknown_country')
    advise(`${makePath(index)}: "${text}" was taken as ${code}.`)
    return code
  })
  return [...expandCountryCodes(read).countries]
}

function notKnown(text: string): string {
  const near = nearest(text, countryAndRegionNames())
  const code = near === undefined ? undefined : countryOrRegionCode(near)
  const meant = code === undefined ? '' : ` Did you mean ${code} (${near})?`
  return `"${text}" is not a country or region code.${meant}`
}

/** Tokens of the countries that codes name; see `countriesIn`. */
export function countryTokens(
  codes: readonly string[],
  context: Pick<FilterContext, 'advise' | 'path'>,
): string[] {
  const countries = countriesIn(codes, (index) => `${context.path}[${index}]`, context)
  return countries.map((country) => token('country', country))
}

const byCountry = filter(pair(z.string().min(1)), (value, context) => {
  const parts: Condition[] = []
  if (value.anyOf !== undefined)
    parts.push(hasAny('facets', countryTokens(value.anyOf, { ...context, path: `${context.path}.anyOf` })))
  if (value.noneOf !== undefined && value.noneOf.length > 0) {
    parts.push(
      not(hasAny('facets', countryTokens(value.noneOf, { ...context, path: `${context.path}.noneOf` }))),
    )
  }
  return and(parts)
})

/** The place of a record: in any of some countries and regions, and in none of others. */
export const countryFilter = withFacet(byCountry, {
  kind: 'country',
  readValue: (token) => token.toUpperCase(),
})

/** Rows that are in a country, or in a state of one. */
export const inRegion = ({ countryCode, stateCode }: NamedRegion): Condition =>
  stateCode === undefined
    ? hasAll('facets', [token('country', countryCode)])
    : hasAny('facets', wantedStateTokens(stateCode, countryCode).tokens)
