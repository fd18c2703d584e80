import { companySearchParams, profileSearchParams } from '../../corpus/search/index.ts'
import type { EntityQuestion } from '../search/index.ts'

/** Search parameters as an audience stores them, under the names of the request members. */
export interface StoredSearch {
  companySearchParams?: object | undefined
  prospectSearchParams?: object | undefined
}

/** Stored parameters in the form that searches accept. */
export function questionIn(stored: StoredSearch): EntityQuestion {
  const { companySearchParams: companies, prospectSearchParams: people } = stored
  return {
    ...(companies ? { companies: companySearchParams.parse(companies) } : {}),
    ...(people ? { people: profileSearchParams.parse(people) } : {}),
  }
}
