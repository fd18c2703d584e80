import { scalarChange } from '../change-data.ts'
import { compareScalars } from '../compare/scalar.ts'
import { companyRule } from '../define-rule.ts'
import { makeOptionalList } from '../members.ts'
import type { TrackedCompany } from '../states.ts'

const statuses = ['operating', 'acquired', 'closed', 'ipo', 'subsidiary'] as const

export const companyStatusChanged = companyRule({
  type: 'company_status_changed',
  readableName: 'Company status changed',
  description:
    'The company closed, was acquired, went public, became a subsidiary, or operates again. If several apply, the first of closed, acquired, ipo, subsidiary and operating counts.',
  useCase: 'Stop selling to companies that closed, and meet the new owners of acquired ones.',
  members: { toStatuses: makeOptionalList(statuses, 'Statuses reached; any if omitted.') },
  example: { toStatuses: ['acquired', 'ipo'] },
  change: scalarChange,
  evaluate({ company: before }, { company: after }, { toStatuses }) {
    const current = readStatus(after)
    if (toStatuses !== undefined && (current === null || !toStatuses.includes(current))) return []
    return compareScalars(readStatus(before), current)
  },
  summary: ([change]) => `has a new status: ${(change.data as { current: string }).current}`,
  sample({ toStatuses: [status = 'acquired'] = [] }) {
    const after = {
      operating: { status_consensus: 'active' },
      acquired: { status_consensus: 'acquired' },
      closed: { status_consensus: 'closed' },
      ipo: { status_consensus: 'active', funding_stage: 'public' },
      subsidiary: { status_consensus: 'active', is_subsidiary: true },
    }[status]
    const before = { status_consensus: status === 'operating' ? 'closed' : 'active' }
    return { before: { company: before }, after: { company: after } }
  },
})

/** Null if nothing is known of it. */
function readStatus(company: TrackedCompany): (typeof statuses)[number] | null {
  const { status_consensus: status, funding_stage: stage } = company
  if (status === 'closed' || status === 'acquired') return status
  if (stage === 'closed' || stage === 'acquired') return stage
  if (stage === 'public') return 'ipo'
  if (company.is_subsidiary === true) return 'subsidiary'
  return status === 'active' ? 'operating' : null
}
