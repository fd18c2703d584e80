import { z } from 'zod'

/**
 * A search, by the filters of companySearch or peopleSearch. A source that cannot say whether a filter holds leaves the
 * question (`takes`), since a record that does not satisfy it would be shown as if it did.
 */
export const searchQuestion = z.object({
  searchParams: z.record(z.string(), z.unknown()).optional(),
  /** Filters on a current employer; people only. */
  companyParams: z.record(z.string(), z.unknown()).optional(),
  currentCompanies: z.array(z.record(z.string(), z.unknown())).optional(),
  /** Most records wanted. */
  limit: z.number().int().min(1),
})

/** Lines of the import format (`native`), the best first. Those that are not of it are left out one by one. */
export const recordsAnswer = z.object({ records: z.array(z.record(z.string(), z.unknown())).max(1_000) })
