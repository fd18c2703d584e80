import { z } from 'zod'
import { pageInput, resourceId, withDefault } from '../../operation/index.ts'

export const { pageSize, cursor } = pageInput({ sizes: { default: 25, most: 1000 } })
export const nextCursor = z.string().nullable().describe('Pass as cursor for the next page; null at the end.')

/** Ids of exclusion lists whose entries are left out. */
export const exclusionListIds = withDefault(
  z.array(resourceId('exclusion list', { most: 200 })).max(100),
  [],
).describe('Exclusion lists to leave out.')
