import { numericChange } from '../change-data.ts'
import {
  listCounts,
  crossedInWords,
  headcount,
  findHeadcountCrossings,
  readTrackedHeadcount,
} from '../compare/headcount.ts'
import { companyRule } from '../define-rule.ts'
import { aboveOrBelow, countAboveZero } from '../members.ts'

export const employeeCountMilestone = companyRule({
  type: 'employee_count_milestone',
  readableName: 'Employee count milestone',
  description:
    'The same as headcount_crossed_threshold: the number of employees reached a milestone, or fell below it.',
  useCase: 'Congratulate on the hundredth employee.',
  members: { milestone: countAboveZero.describe('Employees.'), direction: aboveOrBelow },
  example: { milestone: 100, direction: 'above' },
  change: numericChange,
  crossing: {
    value: readTrackedHeadcount,
    threshold: ({ milestone }) => milestone,
    direction: ({ direction }) => direction,
  },
  evaluate: (before, after, { milestone: threshold, direction }) =>
    findHeadcountCrossings(before, after, { threshold, direction }),
  summary: (_, { milestone: threshold, direction }) => crossedInWords('employees', { threshold, direction }),
  sample({ milestone, direction }) {
    const { before, after } = listCounts(milestone, direction)
    return { before: { company: headcount(before) }, after: { company: headcount(after) } }
  },
})
