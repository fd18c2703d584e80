import { companySearchParams, profileSearchParams } from '../../corpus/search/index.ts'
import type { EntityQuestion } from '../search/index.ts'

/** Search parameters as an audience keeps them, under the names that requests have for them. */
export interface StoredSearch {
  companySearchParams?: object | undefined
  prospectSearchParams?: object | undefined
}

/** Stored parameters as searches take them. */
export function questionIn(stored: StoredSearch): EntityQuestion {
  const { companySearchParams: companies, prospectSearchParams: people } = stored
  return {
    ...(companies ? { companies: companySearchParams.parse(companies) } : {}),
    ...(people ? { people: profileSearchParams.parse(people) } : {}),
  }
}
