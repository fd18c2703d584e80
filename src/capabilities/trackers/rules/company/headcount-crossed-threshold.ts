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

export const headcountCrossedThreshold = companyRule({
  type: 'headcount_crossed_threshold',
  readableName: 'Headcount crossed a threshold',
  description:
    'The number of employees reached a threshold, or fell below it. A count that only became more exact does not count.',
  useCase: 'Reach out when a company enters or leaves the size you sell to.',
  members: { direction: aboveOrBelow, threshold: countAboveZero.describe('Employees.') },
  units: { threshold: 'employees' },
  example: { direction: 'above', threshold: 100 },
  change: numericChange,
  crossing: {
    value: readTrackedHeadcount,
    threshold: ({ threshold }) => threshold,
    direction: ({ direction }) => direction,
  },
  evaluate: findHeadcountCrossings,
  summary: (_, config) => crossedInWords('employees', config),
  sample({ threshold, direction }) {
    const { before, after } = listCounts(threshold, direction)
    return { before: { company: headcount(before) }, after: { company: headcount(after) } }
  },
})
