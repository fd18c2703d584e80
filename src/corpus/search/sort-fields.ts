import { z } from 'zod'
import { optional } from '../../operation/index.ts'
import { always } from './condition.ts'
import { filter } from './filter.ts'
import type { Sort } from './sort.ts'

/** Fields of `searchParams.sort`, and the columns they sort by. */
const sortFields = {
  companies: {
    totalFunding: 'totalFunding',
    lastRoundFunding: 'lastRoundFunding',
    lastFundedAt: 'lastFundedOn',
    foundedAt: 'foundedOn',
    followerCount: 'followers',
    jobPostingCount: 'jobPostingCount',
    employeeCount: 'employeeCount',
    revenueEstimate: 'revenue',
  },
  people: {
    followerCount: 'followers',
    connectionCount: 'connections',
    careerStartedAt: 'careerStartedAt',
    dataUpdatedAt: 'dataUpdatedAt',
    currentRoleStartedAt: 'currentRoleStartedAt',
    currentCompanyStartedAt: 'currentCompanyStartedAt',
    jobCount: 'jobCount',
  },
} as const

const maxSortFields = 3

/** The parameter `sort`, which chooses the order and asks nothing of rows. */
export function sortFilter(kind: keyof typeof sortFields) {
  const fields = Object.keys(sortFields[kind]) as [string, ...string[]]
  const entry = z
    .object({
      field: z.enum(fields),
      direction: optional(z.enum(['asc', 'desc'])).describe('desc when absent.'),
    })
    .meta({ id: kind === 'companies' ? 'CompanySortField' : 'ProfileSortField' })
  return filter(z.array(entry).max(maxSortFields), () => always)
}

type SortEntries = z.output<ReturnType<typeof sortFilter>['schema']>

/** Translates `searchParams.sort` into `sort`; undefined if it says nothing. */
export function readSort(kind: keyof typeof sortFields, entries: SortEntries | undefined): Sort | undefined {
  const columns: Record<string, string> = sortFields[kind]
  const [first, ...next] = (entries ?? []).map(({ field, direction }): Sort => ({
    by: columns[field] as string,
    order: direction === 'asc' ? 'ascending' : 'descending',
  }))
  return first && { ...first, next }
}
