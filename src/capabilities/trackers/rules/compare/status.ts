import type { TrackedCompany } from '../states.ts'

/** What a company may be, as rules name it. */
export const statuses = ['operating', 'acquired', 'closed', 'ipo', 'subsidiary'] as const

/** Null if nothing is known of it. */
export function readStatus(company: TrackedCompany): (typeof statuses)[number] | null {
  const { status_consensus: status, funding_stage: stage } = company
  if (status === 'closed' || status === 'acquired') return status
  if (stage === 'closed' || stage === 'acquired') return stage
  if (stage === 'public') return 'ipo'
  if (company.is_subsidiary === true) return 'subsidiary'
  return status === 'active' ? 'operating' : null
}
