import { companySearchParams, profileSearchParams } from '../../corpus/search/index.ts'
import type { EntityQuestion } from '../search/index.ts'

/** Reads stored parameters into those that searches take. */
export function readQuestion(params: object): EntityQuestion {
  const { companySearchParams: companies, prospectSearchParams: people } = params as Record<string, unknown>
  return {
    ...(companies ? { companies: companySearchParams.parse(companies) } : {}),
    ...(people ? { people: profileSearchParams.parse(people) } : {}),
  }
}

/** Parameters as they are stored; undefined if there are none. */
export function storeParams({ companies, people }: EntityQuestion): object | undefined {
  if (companies === undefined && people === undefined) return undefined
  return { companySearchParams: companies, prospectSearchParams: people }
}

/** Stored parameters as lists show them. */
export function showParams(stored: object | null | undefined) {
  const params = (stored ?? {}) as Record<string, Record<string, unknown> | undefined>
  return {
    companySearchParams: params['companySearchParams'] ?? null,
    prospectSearchParams: params['prospectSearchParams'] ?? null,
  }
}
