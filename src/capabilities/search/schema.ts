import { z } from 'zod'
import { optional, withDefault } from '../../operation/index.ts'

export const pageSize = withDefault(z.number().int().min(1).max(1000), 25).describe(
  'Most records a page holds.',
)
export const cursor = optional(z.string().min(1).max(16_384)).describe('nextCursor of the page before.')
export const nextCursor = z.string().nullable().describe('Pass as cursor for the next page; null at the end.')

/** Ids of exclusion lists whose entries are left out. */
export const exclusionListIds = withDefault(z.array(z.string()).max(100), []).describe(
  'Exclusion lists to leave out.',
)
