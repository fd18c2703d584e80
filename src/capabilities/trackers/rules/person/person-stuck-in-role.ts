import { z } from 'zod'
import { tenureChange } from '../change-data.ts'
import { samplePosition } from '../compare/sample-person.ts'
import { findLasting, sampleTenure } from '../compare/tenure.ts'
import { personRule } from '../define-rule.ts'

export const personStuckInRole = personRule({
  type: 'person_stuck_in_role',
  readableName: 'Long in one position',
  description: 'The person has held the same position for a number of months, without another title.',
  useCase: 'Approach people who may look for something new.',
  members: { thresholdMonths: z.int().min(1).max(1_200).describe('Months.') },
  example: { thresholdMonths: 24 },
  change: tenureChange,
  isByClock: true,
  evaluate: (before, after, { thresholdMonths }) =>
    findLasting({ before, after }, thresholdMonths, ({ start_date }) => start_date),
  summary: (_, { thresholdMonths }) => `has held the position for ${thresholdMonths} months`,
  sample: ({ thresholdMonths }) => sampleTenure(thresholdMonths, samplePosition()),
})
