import type { NamedRegion } from '../reference/index.ts'
import { token, wantedStateTokens } from '../search-index/index.ts'
import { hasAll, hasAny, type Condition } from './condition.ts'

/** Rows that are in a country, or in a state of one. */
export const inRegion = ({ countryCode, stateCode }: NamedRegion): Condition =>
  stateCode === undefined
    ? hasAll('facets', [token('country', countryCode)])
    : hasAny('facets', wantedStateTokens(stateCode, countryCode).tokens)
