import type { JobPosting, JobPostStats } from '../records/index.ts'

type Shares = NonNullable<JobPostStats['seniority_stats']>

/** Counts a company's open postings, and each sort of them with its share. */
export function countPostings(postings: readonly JobPosting[]): JobPostStats {
  const open = postings.filter(({ status }) => status === 'active')
  const by = (values: (posting: JobPosting) => readonly (string | null | undefined)[]): Shares => {
    const counts = new Map<string, number>()
    for (const posting of open)
      for (const value of new Set(values(posting))) if (value) counts.set(value, (counts.get(value) ?? 0) + 1)
    const shares = [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    return Object.fromEntries(
      shares.map(([value, count]) => [value, { count, fraction: Number((count / open.length).toFixed(4)) }]),
    )
  }
  return {
    total_count: open.length,
    seniority_stats: by(({ seniority_level }) => [seniority_level]),
    employment_type_stats: by(({ employment_type }) => [employment_type]),
    country_location_stats: by(({ standardized_location: place }) => [place?.country_code]),
    puree_job_functions_stats: by(({ job_function }) => job_function ?? []),
    standard_industries_stats: by(({ standard_industries }) => standard_industries ?? []),
    job_location_type_stats: by(({ job_location_type }) => [job_location_type]),
  }
}
