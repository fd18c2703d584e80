import { scalarChange } from '../change-data.ts'
import { compareScalars } from '../compare/scalar.ts'
import { companyRule } from '../define-rule.ts'

export const companyWentInactive = companyRule({
  type: 'company_went_inactive',
  readableName: 'Company went inactive',
  description: 'The company closed.',
  useCase: 'Clean up accounts and stop invoices.',
  members: {},
  example: {},
  change: scalarChange,
  evaluate: ({ company: before }, { company: after }) =>
    after.status_consensus === 'closed'
      ? compareScalars(before.status_consensus, after.status_consensus)
      : [],
  summary: () => 'went inactive',
  sample: () => ({
    before: { company: { status_consensus: 'active' } },
    after: { company: { status_consensus: 'closed' } },
  }),
})
