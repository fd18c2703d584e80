import { z } from 'zod'
import { optional, withDefault } from '../../operation/index.ts'
import { companySearchParams, profileSearchParams } from '../../corpus/search/index.ts'
import type { Lists } from './exclusions.ts'
import { exclusionListIds } from './schema.ts'

const size = withDefault(z.number().int().min(1).max(1000), 25).describe(
  'Maximum records of this side on a page.',
)

/** The lists of a side, under both spellings that operations use. */
const exclusionLists = {
  exclusionListIDs: exclusionListIds,
  exclusionListIds: exclusionListIds.describe('Another spelling of exclusionListIDs; both are left out.'),
}

/**
 * Null is told from left out: a client that sends back the null of an exhausted side wants no more of it, and one that
 * names no cursor its first page. A profile cursor carries the company parameters, so it may be long.
 */
const cursor = z
  .string()
  .max(65_536)
  .nullable()
  .transform((text) => (text === '' ? undefined : text))
  .optional()
  .describe('nextCursor of the previous page; null if there is none.')

/** The sides of a combined search, without what belongs to their pages. */
const companySide = z.object({ searchParams: optional(companySearchParams), ...exclusionLists })
const profileSide = z.object({ searchParams: optional(profileSearchParams), ...exclusionLists })

/** Company side of a combined search; null when only profiles are wanted. */
export const companyConfig = companySide
  .extend({
    pageSize: size,
    companyCursor: cursor,
    companiesCursor: cursor.describe('Another name of companyCursor.'),
  })
  .meta({ id: 'CombinedCompanyConfig' })

/** Profile side of a combined search; null when only companies are wanted. */
export const profileConfig = profileSide
  .extend({
    pageSize: size,
    profileCursor: cursor,
    profilesCursor: cursor.describe('Another name of profileCursor.'),
  })
  .meta({ id: 'CombinedProfileConfig' })

/** Where the members of a combined question stand. */
export interface CombinedPaths {
  searchParams: string
  companyParams: string
  /** What holds the exclusion lists of a side: its config, or the member itself. */
  companyLists: string
  profileLists: string
}

export const combinedPaths: CombinedPaths = {
  searchParams: 'profileConfig.searchParams',
  companyParams: 'companyConfig.searchParams',
  companyLists: 'companyConfig',
  profileLists: 'profileConfig',
}

type NamedIds = Partial<Record<keyof typeof exclusionLists, string[]>>

/** Every list a side names. */
export const excludedBy = (side: NamedIds): string[] => [
  ...(side.exclusionListIDs ?? []),
  ...(side.exclusionListIds ?? []),
]

/** The exclusion lists of both sides: companies left out leave out their people too. */
export function combinedLists(
  { company = {}, profile = {} }: { company?: NamedIds | undefined; profile?: NamedIds | undefined },
  { companyLists, profileLists }: Pick<CombinedPaths, 'companyLists' | 'profileLists'> = combinedPaths,
): Lists {
  const named = (side: NamedIds, holder: string) => {
    const spelling = side.exclusionListIDs?.length ? 'exclusionListIDs' : 'exclusionListIds'
    return { ids: excludedBy(side), path: holder.endsWith('Config') ? `${holder}.${spelling}` : holder }
  }
  return { companies: named(company, companyLists), people: named(profile, profileLists) }
}
