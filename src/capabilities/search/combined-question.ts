import { z } from 'zod'
import { optional } from '../../operation/index.ts'
import { companySearchParams, profileSearchParams } from '../../corpus/search/index.ts'
import type { Lists } from './exclusions.ts'
import { cursor, exclusionListIds } from './schema.ts'

const size = z.number().int().min(1).max(1000).describe('Most records of this side a page holds.')

/** Company side of a combined search; null when only profiles are wanted. */
export const companyConfig = z
  .object({
    searchParams: optional(companySearchParams),
    pageSize: size,
    exclusionListIds,
    companyCursor: cursor,
    companiesCursor: cursor.describe('Another name of companyCursor.'),
  })
  .meta({ id: 'CombinedCompanyConfig' })

/** Profile side of a combined search; null when only companies are wanted. */
export const profileConfig = z
  .object({
    searchParams: optional(profileSearchParams),
    pageSize: size,
    exclusionListIds,
    profileCursor: cursor,
    profilesCursor: cursor.describe('Another name of profileCursor.'),
  })
  .meta({ id: 'CombinedProfileConfig' })

/** Where the members of a combined question stand. */
export const combinedPaths = {
  searchParams: 'profileConfig.searchParams',
  companyParams: 'companyConfig.searchParams',
}

/** The exclusion lists of both sides: companies left out leave out their people too. */
export function combinedLists(
  company: { exclusionListIds: string[] } | undefined,
  profile: { exclusionListIds: string[] } | undefined,
): Lists {
  return {
    companies: { ids: company?.exclusionListIds ?? [], path: 'companyConfig.exclusionListIds' },
    people: { ids: profile?.exclusionListIds ?? [], path: 'profileConfig.exclusionListIds' },
  }
}
