import type { z } from 'zod'
import type { companySearchParams, profileSearchParams } from '../../src/corpus/search/index.ts'

/** Search parameters as a client sends them: members may be absent or null. */
export type CompanyParams = z.input<typeof companySearchParams>
export type ProfileParams = z.input<typeof profileSearchParams>

export interface Lists<T> {
  anyOf?: T[] | null | undefined
  allOf?: T[] | null | undefined
  noneOf?: T[] | null | undefined
}

export function passes<T>({ anyOf, allOf, noneOf }: Lists<T>, is: (wanted: T) => boolean): boolean {
  if (anyOf && !anyOf.some(is)) return false
  return (allOf ?? []).every(is) && !(noneOf ?? []).some(is)
}
