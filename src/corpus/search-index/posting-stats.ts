import type { CompanyRecord, JobPostStats } from '../records/index.ts'
import { wholeNumber } from './columns.ts'
import { tokenValue } from './tokens.ts'

/** The groups that open postings are counted by. */
export type PostingStat =
  | 'country'
  | 'seniority'
  | 'employment-type'
  | 'job-function'
  | 'location-type'
  | 'industry'

/** The statistics of a company as columns; -1 postings where unknown. */
export interface PostingStatColumns {
  open: number
  keys: string[]
  counts: number[]
}

/** `country/deu`: an entry of the statistics. */
export const postingStatKey = (stat: PostingStat, value: string): string => `${stat}/${tokenValue(value)}`

const members: Record<PostingStat, Exclude<keyof JobPostStats, 'total_count'>> = {
  country: 'country_location_stats',
  seniority: 'seniority_stats',
  'employment-type': 'employment_type_stats',
  'job-function': 'puree_job_functions_stats',
  'location-type': 'job_location_type_stats',
  industry: 'standard_industries_stats',
}

export function postingStatColumns({ li_job_posts_stats: stats }: CompanyRecord): PostingStatColumns {
  const pairs = Object.entries(members).flatMap(([stat, member]) =>
    Object.entries(stats?.[member] ?? {}).map(
      ([value, { count }]) => [postingStatKey(stat as PostingStat, value), wholeNumber(count)] as const,
    ),
  )
  return {
    open: wholeNumber(stats?.total_count ?? -1),
    keys: pairs.map(([key]) => key),
    counts: pairs.map(([, count]) => count),
  }
}
