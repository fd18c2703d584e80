import { z } from 'zod'
import { invalidMember, optional, withDefault } from '../../operation/index.ts'

export const pageSize = withDefault(z.number().int().min(1).max(1000), 25).describe(
  'Most records a page holds.',
)
export const cursor = optional(z.string().min(1).max(16_384)).describe('nextCursor of the page before.')
export const nextCursor = z.string().nullable().describe('Pass as cursor for the next page; null at the end.')

/** Ids of exclusion lists whose entries are left out. */
export const exclusionListIds = withDefault(z.array(z.string()).max(100), []).describe(
  'Exclusion lists to leave out.',
)

/** Refuses ids of lists that do not exist; a silently ignored exclusion would return what was to be left out. */
export function requireLists(ids: readonly string[], path: string): void {
  if (ids.length > 0)
    throw invalidMember(`${path}[0]`, 'There is no exclusion list with this id.', 'unknown_list')
}
