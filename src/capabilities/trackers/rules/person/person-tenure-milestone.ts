import { z } from 'zod'
import { tenureChange } from '../change-data.ts'
import { samplePosition } from '../compare/sample-person.ts'
import { findEmployedSince, findLasting, sampleTenure } from '../compare/tenure.ts'
import { personRule } from '../define-rule.ts'

export const personTenureMilestone = personRule({
  type: 'person_tenure_milestone',
  readableName: 'Tenure milestone',
  description: 'The person has worked for the same employer for a number of months, in any positions.',
  useCase: 'Congratulate on anniversaries.',
  members: { thresholdMonths: z.int().min(1).max(1_200).describe('Months.') },
  example: { thresholdMonths: 24 },
  change: tenureChange,
  isByClock: true,
  evaluate: (before, after, { thresholdMonths }) =>
    findLasting({ before, after }, thresholdMonths, findEmployedSince),
  summary: (_, { thresholdMonths }) => `has been with the company for ${thresholdMonths} months`,
  sample: ({ thresholdMonths }) => sampleTenure(thresholdMonths, samplePosition()),
})
